'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { useRef } from 'react';
import { IconEdit, IconPlayerTrackNext, IconRepeat, IconSettings } from '@/app/_ui/icons/icons';
import type { RunHeader, RunView } from '@/lib/contracts/runs';
import { countOf } from '@/lib/shared/quantities';
import { useKnownConversation, useSendMessage } from '../../_client/conversation-queries';
import { createIdempotencyKey } from '../../_client/idempotency-key';
import { useMay } from '../../_client/me';
import { savePrefill } from '../../_client/prefill-store';
import { useContinueRun } from '../../_client/run-queries';
import { useStartRun, useWorkflows } from '../../_client/workflow-queries';
import { isModelGone } from '../../_ui/model/model-options';
import classes from './next-moves.module.css';

type Props = {
  run: RunView;
  outcome: Pick<NonNullable<RunHeader['outcome']>, 'kind' | 'canContinue' | 'failure'>;
  onStarted: () => void;
};

/** Offers the next actions on a run that has ended. */
export function NextMoves({ run, outcome, onStarted }: Props) {
  const { conversationId, id } = run.header;
  const { pickedModelId } = run;
  const may = useMay();
  const { models, workflows } = useWorkflows().data ?? {};
  const conversation = useKnownConversation(conversationId).data;
  const isGone = models !== undefined && isModelGone(models, pickedModelId);
  const workflow = workflows?.find((one) => one.id === run.workflowId);
  const whyNotAgain = (run.message === null ? workflow?.whyNotStart : conversation?.whyNotReply) ?? null;
  const isContinued = outcome.canContinue && !isGone && may('steer', run);
  const mayContinue = isContinued && run.whyNotStart === null;
  const mayRunAgain = may('start') && whyNotAgain === null;
  // A run keeps the roles that its file named when it started, so the reasons may differ. The place of the message
  // field says why nobody may reply, for all runs above it.
  const whyNotAgainHere = whyNotAgain === conversation?.whyNotReply ? null : whyNotAgain;
  const whyNot = may('start') ? new Set([isContinued ? run.whyNotStart : null, whyNotAgainHere]) : [];
  // The same request would fail again, and only a larger window helps.
  const isTooLong = outcome.failure === 'context_exceeded';
  // A person fixes bad keys and addresses in Settings. Transient errors just need a retry.
  const isModelAtFault =
    isTooLong || outcome.failure === 'provider_error' || outcome.failure === 'model_unavailable';
  const key = useRef(createIdempotencyKey());
  const continueRun = useContinueRun(id);
  const start = useStartRun(run.workflowId ?? '');
  const send = useSendMessage(conversationId);
  const isBusy = continueRun.isPending || start.isPending || send.isPending;
  const error = continueRun.error ?? start.error ?? send.error;
  const onSuccess = () => {
    key.current = createIdempotencyKey();
    onStarted();
  };

  const runAgain = () => {
    if (isBusy) return;
    continueRun.reset();
    const idempotencyKey = key.current;
    const again = { idempotencyKey, ...(pickedModelId === null ? {} : { modelId: pickedModelId }) };
    if (run.message !== null) send.mutate({ text: run.message, ...again }, { onSuccess });
    else start.mutate({ parameters: run.parameters, conversationId, ...again }, { onSuccess });
  };

  const goOn = () => {
    if (isBusy) return;
    start.reset();
    send.reset();
    continueRun.mutate();
  };

  const settings = isModelAtFault && may('administer') && (
    <Button
      component={Link}
      size="xs"
      variant={isTooLong ? 'filled' : 'default'}
      href="/settings"
      leftSection={<IconSettings size={15} aria-hidden />}
    >
      Model settings
    </Button>
  );

  return (
    <div className={classes['moves']}>
      {isTooLong && settings}
      {isGone && mayRunAgain && (
        <span className={classes['why']}>
          The model that was picked for this is no longer saved. Choose another one below.
        </span>
      )}
      {mayContinue && (
        <Button
          size="xs"
          variant={isTooLong ? 'default' : 'filled'}
          loading={continueRun.isPending}
          leftSection={<IconPlayerTrackNext size={15} aria-hidden />}
          onClick={goOn}
        >
          {continueLabel(run, outcome, isModelAtFault)}
        </Button>
      )}
      {!isTooLong && settings}
      {run.kind === 'agent' && !isGone && mayRunAgain && (
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
      {run.workflowId !== null && mayRunAgain && (
        <Button
          component={Link}
          size="xs"
          variant="default"
          href={`/workflows/${run.workflowId}?again=1`}
          leftSection={<IconEdit size={15} aria-hidden />}
          onClick={() =>
            savePrefill(run.workflowId ?? '', {
              parameters: run.parameters,
              conversationId,
              modelId: pickedModelId,
            })
          }
        >
          {run.kind === 'direct' ? 'Review and run again' : 'Edit and run again'}
        </Button>
      )}
      {[...whyNot].map(
        (reason) =>
          reason !== null && (
            <span key={reason} className={classes['why']}>
              {reason}
            </span>
          ),
      )}
      {error && (
        <span className={classes['error']} role="alert">
          {error.message}
        </span>
      )}
    </div>
  );
}

function continueLabel({ header }: RunView, { kind }: Props['outcome'], isModelAtFault: boolean): string {
  if (kind === 'expired') return 'Continue and ask again';
  return isModelAtFault ? 'Continue' : `Continue (${countOf(header.maxSteps, 'more step')})`;
}
