'use client';

import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import { useState } from 'react';
import { useSettleOutcome } from '../../_client/run-queries';
import { Callout } from '../../_ui/state/callout';
import { HeadlineText } from '../../_ui/text/headline-text';

/** The server went down inside a step: only a person can say what became of it. Nothing is chosen beforehand. */
export function UnknownOutcome({ runId, headline }: { runId: string; headline: string }) {
  const settle = useSettleOutcome(runId);
  const [isDescribing, setIsDescribing] = useState(false);
  const [result, setResult] = useState('');
  return (
    <Callout
      tone="needs-you"
      role="alert"
      icon={<IconQuestionMark size={17} />}
      title="What became of this step?"
    >
      <Stack gap="sm">
        <Text size="sm">
          The server went down during “<HeadlineText text={headline} />
          ”. It may or may not have taken effect. Look at what it was to change, then say how to go on.
        </Text>
        {isDescribing && (
          <Textarea
            label="What was its result?"
            description="The model is told this in place of the result that was lost."
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
                Go on with this result
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
                Abort the run
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
