import { useEffect, useRef, useState } from 'react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import type { DecisionBody } from '@/lib/contracts/decisions';
import { mayHaveSucceeded } from '../../_client/api-error';
import { decidedByOther, useDecideApproval, useStateSince } from '../../_client/approval-queries';
import { announce } from '../../_ui/state/announcer';
import { describeDecision } from './describe-decision';
import { explainFailedDecision } from './failed-decision';
import { isRecordOf, judgeUnanswered } from './judge-unanswered';

export type Decision = ReturnType<typeof useDecision>;

/** Decides one request as shown, at most once however often the person presses a button or key. */
export function useDecision(approval: Pick<ApprovalView, 'id' | 'digest' | 'status' | 'signatures'>) {
  const { id, digest } = approval;
  const mutation = useDecideApproval();
  const isSent = useRef(false);
  /** This answer was sent and got no reply, so the server may have recorded it. */
  const [unanswered, setUnanswered] = useState<DecisionBody | null>(null);
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const answer = useStateSince(id, failedAt);
  const isOurs = (decided: Pick<ApprovalView, 'status'>) =>
    unanswered !== null && isRecordOf(unanswered, decided);
  const refused = decidedByOther(mutation.error);
  const otherDecision = refused && !isOurs(refused) ? refused : null;

  const now = approval.status === 'pending' ? answer : approval;
  const fate = unanswered === null || failedAt === null ? 'unknown' : judgeUnanswered(unanswered, now);
  const error = refused === null ? mutation.error : null;
  const problem = error && explainFailedDecision(error, fate);
  useEffect(() => {
    if (fate === 'not_recorded' && problem) announce(problem);
  }, [fate, problem]);

  const decide = (body: DecisionBody, onDecided?: (decided: ApprovalView) => void) => {
    if (isSent.current) return;
    isSent.current = true;
    setFailedAt(null);
    mutation.mutate(
      { approvalId: id, body: { ...body, digest } },
      {
        onSuccess: (decided) => {
          // This person may still reject until everyone has signed.
          if (decided.status === 'pending') isSent.current = false;
          announce(describeDecision(decided));
          onDecided?.(decided);
        },
        onError: (error) => {
          const decided = decidedByOther(error);
          if (decided) announce(describeDecision(decided));
          if (decided && isOurs(decided)) onDecided?.(decided);
          if (mayHaveSucceeded(error)) {
            setUnanswered(body);
            setFailedAt(Date.now());
          }
          if (decided === null || decided.status === 'pending') isSent.current = false;
        },
      },
    );
  };

  return {
    decide,
    isPending: mutation.isPending,
    /** As far as this page can tell, it sent the recorded decision. */
    isRecorded: mutation.isSuccess || isOurs(approval),
    isDecidedByOther: otherDecision !== null || (fate === 'other_recorded' && approval.status !== 'pending'),
    /** Says why nothing is recorded and what to do next. It is null while nothing is wrong. */
    problem,
  };
}
