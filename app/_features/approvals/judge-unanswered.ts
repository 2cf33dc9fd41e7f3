import type { ApprovalState } from '@/lib/contracts/approvals';
import type { DecidedStatus, DecisionBody } from '@/lib/contracts/decisions';

const recordedAs: Record<DecisionBody['decision'], DecidedStatus> = {
  approve: 'approved',
  break_glass: 'glass_broken',
  reject: 'rejected',
  reject_with_guidance: 'rejected_with_guidance',
};

/** Says whether the request's status matches this answer. */
export function isRecordOf({ decision }: DecisionBody, { status }: Pick<ApprovalState, 'status'>): boolean {
  return status === recordedAs[decision];
}

/** `unknown` means that the server has not said anything since. */
export type Fate = 'unknown' | 'not_recorded' | 'recorded' | 'other_recorded';

/**
 * Says what happened to an answer that got no reply. `now` is the server's later description of the request.
 * It is null while the server cannot be asked.
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
