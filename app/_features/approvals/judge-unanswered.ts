import type { ApprovalState } from '@/lib/contracts/approvals';
import type { DecidedStatus, DecisionBody } from '@/lib/contracts/decisions';

const recordedAs: Record<DecisionBody['decision'], DecidedStatus> = {
  approve: 'approved',
  reject: 'rejected',
  reject_with_guidance: 'rejected_with_guidance',
};

/** The request was decided as this answer would have decided it. */
export function isRecordOf({ decision }: DecisionBody, { status }: Pick<ApprovalState, 'status'>): boolean {
  return status === recordedAs[decision];
}

/** `unknown`: the server has said nothing since. */
export type Fate = 'unknown' | 'not_recorded' | 'recorded' | 'other_recorded';

/**
 * What became of an answer that was sent and brought no reply. `now` is the request as the server described it when it was asked
 * after that; null while it cannot be asked.
 */
export function judgeUnanswered(
  sent: DecisionBody,
  now: Pick<ApprovalState, 'status' | 'signatures'> | null,
): Fate {
  if (now === null) return 'unknown';
  if (now.status !== 'pending') return isRecordOf(sent, now) ? 'recorded' : 'other_recorded';
  const hasSigned = sent.decision === 'approve' && now.signatures?.isYours === true;
  return hasSigned ? 'recorded' : 'not_recorded';
}
