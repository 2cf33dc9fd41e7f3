'use client';

import { Button } from '@mantine/core';
import { IconEdit, IconPlayerTrackNext, IconRepeat } from '@tabler/icons-react';
import Link from 'next/link';
import { useRef } from 'react';
import type { RunView } from '@/lib/contracts/runs';
import { useSendMessage } from '../../_client/conversation-queries';
import { createIdempotencyKey } from '../../_client/idempotency-key';
import { savePrefill } from '../../_client/prefill-store';
import { useContinueRun } from '../../_client/run-queries';
import { useStartRun } from '../../_client/workflow-queries';
import classes from './next-moves.module.css';

type Props = { run: RunView; canContinue: boolean; onStarted: () => void };

/** What a person can do with a run that has ended. */
export function NextMoves({ run, canContinue, onStarted }: Props) {
  const { conversationId, id } = run.header;
  const key = useRef(createIdempotencyKey());
  const goOn = useContinueRun(id);
  const start = useStartRun(run.workflowId ?? '');
  const send = useSendMessage(conversationId);
  const isBusy = goOn.isPending || start.isPending || send.isPending;
  const error = goOn.error ?? start.error ?? send.error;
  const onSuccess = () => {
    key.current = createIdempotencyKey();
    onStarted();
  };

  const runAgain = () => {
    if (isBusy) return;
    const idempotencyKey = key.current;
    if (run.message !== null) send.mutate({ text: run.message, idempotencyKey }, { onSuccess });
    else start.mutate({ parameters: run.parameters, conversationId, idempotencyKey }, { onSuccess });
  };

  return (
    <div className={classes['moves']}>
      {canContinue && (
        <Button
          size="xs"
          loading={goOn.isPending}
          leftSection={<IconPlayerTrackNext size={15} aria-hidden />}
          onClick={() => goOn.mutate()}
        >
          Continue with fresh limits
        </Button>
      )}
      {run.kind === 'agent' && (
        <Button
          size="xs"
          variant="default"
          loading={start.isPending || send.isPending}
          leftSection={<IconRepeat size={15} aria-hidden />}
          onClick={runAgain}
        >
          Run again
        </Button>
      )}
      {run.workflowId !== null && (
        <Button
          component={Link}
          size="xs"
          variant="default"
          href={`/workflows/${run.workflowId}?again=1`}
          leftSection={<IconEdit size={15} aria-hidden />}
          onClick={() => savePrefill(run.workflowId ?? '', { parameters: run.parameters, conversationId })}
        >
          {run.kind === 'direct' ? 'Review and run again' : 'Edit and run again'}
        </Button>
      )}
      {error && (
        <span className={classes['error']} role="alert">
          {error.message}
        </span>
      )}
    </div>
  );
}
