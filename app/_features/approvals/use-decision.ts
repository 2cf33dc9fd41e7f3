import { useRef, useState } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { DecisionBody } from '@/lib/contracts/decisions';
import { mayHaveSucceeded } from '../../_client/api-error';
import { decidedByOther, useDecideApproval } from '../../_client/approval-queries';
import { announce } from '../../_ui/state/announcer';
import { describeDecision } from './describe-decision';
import { isRecordOf } from './failed-decision';

export type Decision = ReturnType<typeof useDecision>;

/** Decides one request as shown, at most once however often a button or key is pressed. */
export function useDecision(approval: Pick<ApprovalView, 'id' | 'digest' | 'status'>) {
  const { id, digest } = approval;
  const mutation = useDecideApproval();
  const isSent = useRef(false);
  /** Sent, and no answer came: it may be what is recorded. */
  const [unanswered, setUnanswered] = useState<DecisionBody | null>(null);
  const isOurs = (decided: Pick<ApprovalView, 'status'>) =>
    unanswered !== null && isRecordOf(unanswered, decided);
  const refused = decidedByOther(mutation.error);
  const otherDecision = refused && !isOurs(refused) ? refused : null;

  const decide = (body: DecisionBody, onDecided?: (decided: ApprovalView) => void) => {
    if (isSent.current) return;
    isSent.current = true;
    mutation.mutate(
      { approvalId: id, body: { ...body, digest } },
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
          if (decided && isOurs(decided)) onDecided?.(decided);
          if (mayHaveSucceeded(error)) setUnanswered(body);
          if (decided === null || decided.status === 'pending') isSent.current = false;
        },
      },
    );
  };

  return {
    decide,
    isPending: mutation.isPending,
    /** What is recorded was sent from here, as far as anyone can tell. */
    isRecorded: mutation.isSuccess || isOurs(approval),
    isDecidedByOther: otherDecision !== null,
    error: refused === null ? mutation.error : null,
  };
}
