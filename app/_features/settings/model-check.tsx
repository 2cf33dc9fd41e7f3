'use client';

import { Button, Group, Progress, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { IconPlugConnected } from '@/app/_ui/icons/icons';
import { type CheckedSettings, findCheck, keyOfSettings } from '@/lib/contracts/checked-settings';
import { type ModelToCheck, useModelChecks } from '../../_client/settings-queries';
import { Callout } from '../../_ui/state/callout';
import { CheckFindings, CheckReport } from './check-report';
import { useModelCheck } from './use-model-check';

type Props = {
  asked: ModelToCheck;
  /** The page shows the kept report of this model. */
  target: { baseUrl: string; model: string; settings: CheckedSettings };
  /** Names the button where a page has several. */
  label?: string | undefined;
  whenUsable?: (ask: () => void, needsModel: boolean) => () => void;
};

/** Asks the model what runs would ask it, and says whether it fits. */
export function ModelCheck({ asked, target, label, whenUsable = (ask) => ask }: Props) {
  const { state, start, stop } = useModelCheck();
  const button = useRef<HTMLButtonElement>(null);
  const known = findCheck(useModelChecks().data?.checks ?? [], target);
  const settingsKey = keyOfSettings(target.settings);
  const key = asked.type === 'entered' ? asked.body.apiKey : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a check belongs to the values it was made with
  useEffect(() => stop(), [target.baseUrl, target.model, settingsKey, key, stop]);
  const { progress, wait, findings, problem } = state;
  const report = progress || problem !== null ? null : (state.report ?? known?.check ?? null);
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={17} aria-hidden />}
          ref={button}
          // A disabled button would lose the focus.
          aria-disabled={progress !== null}
          {...(progress ? { 'data-disabled': true } : {})}
          aria-label={label}
          onClick={progress ? undefined : whenUsable(() => void start(asked), true)}
        >
          Check the model
        </Button>
        {progress && (
          <Button
            variant="default"
            onClick={() => {
              stop();
              button.current?.focus();
            }}
          >
            Stop
          </Button>
        )}
        {!progress && !report && (
          <Text size="sm" c="dimmed">
            Asks 10+ test questions. Runs nothing.
          </Text>
        )}
      </Group>
      {progress && (
        <div>
          <Progress value={(100 * progress.done) / progress.total} aria-label="Progress of the check" />
          <Text size="sm" c="dimmed" role="status" mt={6}>
            {wait ?? progress.now} … ({progress.done} of {progress.total} questions answered)
          </Text>
          <CheckFindings findings={findings} />
        </div>
      )}
      {problem !== null && (
        <Callout tone="danger" role="alert" title="The check failed">
          {problem}
        </Callout>
      )}
      {report && (
        <CheckReport
          report={report}
          isFresh={state.report !== null}
          isOfOtherSettings={state.report === null && known?.isOfOtherSettings === true}
        />
      )}
    </>
  );
}
