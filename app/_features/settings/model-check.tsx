'use client';

import { Button, Group, Progress, Text } from '@mantine/core';
import { useEffect } from 'react';
import { IconPlugConnected } from '@/app/_ui/icons/icons';
import type { ModelServerBody } from '@/lib/contracts/settings';
import { useModelChecks } from '../../_client/settings-queries';
import { Callout } from '../../_ui/state/callout';
import { CheckFindings, CheckReport } from './check-report';
import { useModelCheck } from './use-model-check';

type Props = { server: ModelServerBody; whenUsable: (ask: () => void, needsModel: boolean) => () => void };

/** Asks the model what runs would ask it, and says whether it fits. */
export function ModelCheck({ server, whenUsable }: Props) {
  const { state, start, stop } = useModelCheck();
  const known = useModelChecks().data?.checks.find(
    ({ baseUrl, model }) => baseUrl === server.baseUrl && model === server.model,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a check belongs to the values it was made with
  useEffect(() => stop(), [server.baseUrl, server.model, server.apiKey, stop]);
  const { progress, wait, findings, problem } = state;
  const report = progress || problem !== null ? null : (state.report ?? known ?? null);
  return (
    <>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={17} aria-hidden />}
          disabled={progress !== null}
          onClick={whenUsable(() => void start(server), true)}
        >
          Check the model
        </Button>
        {progress && (
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        )}
        {!progress && !report && (
          <Text size="sm" c="dimmed">
            Ten questions or more. Nothing is executed.
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
      {report && <CheckReport report={report} isFresh={state.report !== null} />}
    </>
  );
}
