import type { ApprovalView } from '@/lib/contracts/approvals';
import type { DecidedStatus, DecisionBody } from '@/lib/contracts/decisions';
import { hasErrorCode, mayHaveSucceeded } from '../../_client/api-error';
import type { Fate } from './judge-unanswered';

const recordedAs: Record<DecisionBody['decision'], DecidedStatus> = {
  approve: 'approved',
  reject: 'rejected',
  reject_with_guidance: 'rejected_with_guidance',
};

/** The request was decided as this answer would have decided it. */
export function isRecordOf({ decision }: DecisionBody, { status }: Pick<ApprovalView, 'status'>): boolean {
  return status === recordedAs[decision];
}

/** What became of an answer that failed, and what to do. Nobody is told that nothing was recorded while that is not known. */
export function explainFailedDecision(error: Error, fate: Fate = 'unknown'): string {
  if (!mayHaveSucceeded(error)) return `Nothing was recorded: ${error.message}`;
  if (fate === 'not_recorded')
    return 'Your answer did not get through, so nothing was recorded. Countersign answers again: send it once more.';
  const what = hasErrorCode(error, 'unreachable') ? 'Countersign could not be reached.' : error.message;
  return `${what} Your answer may have been recorded. This page asks until Countersign answers.`;
}
