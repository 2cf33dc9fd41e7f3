import { useRef } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { DecisionBody } from '@/lib/contracts/decisions';
import { decidedByOther, useDecideApproval } from '../../_client/approval-queries';
import { announce } from '../../_ui/state/announcer';
import { describeDecision } from './describe-decision';

export type Decision = ReturnType<typeof useDecision>;

/** Decides one request as shown (`digest`), at most once however often a button or key is pressed. */
export function useDecision({ id, digest }: Pick<ApprovalView, 'id' | 'digest'>) {
  const mutation = useDecideApproval(id);
  const isSent = useRef(false);
  const otherDecision = decidedByOther(mutation.error);

  const decide = (body: DecisionBody, onDecided?: (decided: ApprovalView) => void) => {
    if (isSent.current) return;
    isSent.current = true;
    mutation.mutate(
      { ...body, digest },
      {
        onSuccess: (decided) => {
          // Until everyone has signed, this person may still refuse.
          if (decided.status === 'pending') isSent.current = false;
          announce(describeDecision(decided));
          onDecided?.(decided);
        },
        onError: (error) => {
          const decided = decidedByOther(error);
          if (decided) announce(describeDecision(decided));
          if (decided === null || decided.status === 'pending') isSent.current = false;
        },
      },
    );
  };

  return {
    decide,
    isPending: mutation.isPending,
    isRecorded: mutation.isSuccess,
    isDecidedByOther: otherDecision !== null,
    error: otherDecision === null ? mutation.error : null,
  };
}
