'use client';

import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { IconQuestionMark } from '@/app/_ui/icons/icons';
import { useSettleOutcome } from '../../_client/run-queries';
import { Callout } from '../../_ui/state/callout';
import { HeadlineText } from '../../_ui/text/headline-text';

/** The server stopped during a step: only a person can say whether it finished. Nothing is preselected. */
export function UnknownOutcome({ runId, headline }: { runId: string; headline: string }) {
  const settle = useSettleOutcome(runId);
  const [isDescribing, setIsDescribing] = useState(false);
  const [result, setResult] = useState('');
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
        {isDescribing && (
          <Textarea
            label="What was its result?"
            description="The model reads this instead of the lost result."
            value={result}
            onChange={(event) => setResult(event.currentTarget.value)}
            autosize
            minRows={3}
            data-autofocus
          />
        )}
        <Group gap="xs">
          {isDescribing ? (
            <>
              <Button
                size="xs"
                loading={settle.isPending}
                onClick={() => settle.mutate({ choice: 'worked', result })}
              >
                Continue with this result
              </Button>
              <Button size="xs" variant="subtle" color="gray" onClick={() => setIsDescribing(false)}>
                Back
              </Button>
            </>
          ) : (
            <>
              <Button size="xs" variant="default" onClick={() => setIsDescribing(true)}>
                It worked…
              </Button>
              <Button
                size="xs"
                variant="default"
                loading={settle.isPending}
                onClick={() => settle.mutate({ choice: 'run_again' })}
              >
                Run it again
              </Button>
              <Button
                size="xs"
                variant="default"
                disabled={settle.isPending}
                onClick={() => settle.mutate({ choice: 'abort' })}
              >
                End the run
              </Button>
            </>
          )}
        </Group>
        {settle.error && (
          <Text size="sm" role="alert">
            {settle.error.message}
          </Text>
        )}
      </Stack>
    </Callout>
  );
}
