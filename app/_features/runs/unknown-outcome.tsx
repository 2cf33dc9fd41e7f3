'use client';

import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { IconQuestionMark } from '@/app/_ui/icons/icons';
import type { SettleOutcomeBody } from '@/lib/contracts/run-requests';
import { useDraft } from '../../_client/drafts';
import { useSettleOutcome } from '../../_client/run-queries';
import { Callout } from '../../_ui/state/callout';
import { HeadlineText } from '../../_ui/text/headline-text';

type Props = {
  runId: string;
  headline: string;
  /** Others only read that the run waits for an answer. */
  isYoursToAnswer: boolean;
};

/**
 * Asks a person whether a step finished, because the server stopped during it and cannot tell. No answer is
 * preselected.
 */
export function UnknownOutcome({ runId, headline, isYoursToAnswer }: Props) {
  const settle = useSettleOutcome(runId);
  const draft = useDraft(`outcome.${runId}`, parseText);
  const [step, setStep] = useState<'choose' | 'describe' | 'back'>('choose');
  const result = draft.value ?? '';
  const answer = (body: SettleOutcomeBody) => settle.mutate(body, { onSuccess: draft.discard });
  if (!isYoursToAnswer)
    return (
      <Callout
        tone="plain"
        icon={<IconQuestionMark size={17} />}
        title="Someone must say if this step finished"
      >
        The server stopped during “<HeadlineText text={headline} />
        ”. Your role does not answer this. The run waits for someone who may sign it. If this conversation is
        private, open it to the team, or nobody else sees this.
      </Callout>
    );
  return (
    <Callout
      tone="needs-you"
      role="alert"
      icon={<IconQuestionMark size={17} />}
      title="Did this step finish?"
    >
      <Stack gap="sm">
        <Text size="sm">
          The server stopped during “<HeadlineText text={headline} />
          ”. It may or may not have taken effect. Check the result, then choose.
        </Text>
        {step === 'describe' ? (
          <>
            <Textarea
              autoFocus
              label="What was its result?"
              description="The model reads this instead of the lost result."
              value={result}
              onChange={(event) => draft.keep(event.currentTarget.value)}
              maxLength={100_000}
              autosize
              minRows={3}
              maxRows={12}
            />
            <Group gap="xs">
              <Button
                size="xs"
                loading={settle.isPending}
                disabled={result.trim() === ''}
                onClick={() => answer({ choice: 'worked', result })}
              >
                Continue with this result
              </Button>
              <Button size="xs" variant="subtle" color="gray" onClick={() => setStep('back')}>
                Back
              </Button>
            </Group>
          </>
        ) : (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              autoFocus={step === 'back'}
              onClick={() => setStep('describe')}
            >
              It worked…
            </Button>
            <Button
              size="xs"
              variant="default"
              loading={settle.isPending}
              onClick={() => answer({ choice: 'run_again' })}
            >
              Run it again
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={settle.isPending}
              onClick={() => answer({ choice: 'abort' })}
            >
              End the run
            </Button>
          </Group>
        )}
        {settle.error && (
          <Text size="sm" role="alert">
            {settle.error.message}
          </Text>
        )}
      </Stack>
    </Callout>
  );
}

const parseText = (stored: unknown) => (typeof stored === 'string' ? stored : null);
