import { assertNever } from '../shared/assert-never';

/**
 * A person makes this decision on one request. A new kind needs a member here and a row in `decisions`; the
 * compiler names the rest.
 */
export type ApprovalDecision =
  | { decision: 'approve' }
  /** One admin approves what a workflow's file or the settings leave to others, and says why. */
  | { decision: 'break_glass'; reason: string }
  | { decision: 'reject'; reason: string | null }
  | { decision: 'reject_with_guidance'; guidance: string };

export type DecisionName = ApprovalDecision['decision'];

type DecisionFacts = {
  /** An approval that this decision ended has this status. */
  status: string;
  /** Says what happens to the call and its run once the approval is done. */
  leadsTo: 'call_runs' | 'run_ends' | 'model_tries_again';
};

export const decisions = {
  approve: { status: 'approved', leadsTo: 'call_runs' },
  break_glass: { status: 'glass_broken', leadsTo: 'call_runs' },
  reject: { status: 'rejected', leadsTo: 'run_ends' },
  reject_with_guidance: { status: 'rejected_with_guidance', leadsTo: 'model_tries_again' },
} as const satisfies Record<DecisionName, DecisionFacts>;

export type DecidedStatus = (typeof decisions)[DecisionName]['status'];

/**
 * Two statuses come without a person's decision: `expired` (nobody decided in time) and `withdrawn` (its run
 * ended before anyone decided).
 */
export type ApprovalStatus = 'pending' | DecidedStatus | 'expired' | 'withdrawn';

/** The call of an approval with one of these statuses runs. */
export const approvedStatuses: readonly ApprovalStatus[] = Object.values(decisions)
  .filter(({ leadsTo }) => leadsTo === 'call_runs')
  .map(({ status }) => status);

/** The call of an approval with one of these statuses does not run. */
export const rejectedStatuses: readonly ApprovalStatus[] = Object.values(decisions)
  .filter(({ leadsTo }) => leadsTo !== 'call_runs')
  .map(({ status }) => status);

/** Returns the person's own words: a reason, guidance or null. */
export function wordsOf(decision: ApprovalDecision): string | null {
  switch (decision.decision) {
    case 'approve':
      return null;
    case 'break_glass':
    case 'reject':
      return decision.reason;
    case 'reject_with_guidance':
      return decision.guidance;
    default:
      return assertNever(decision);
  }
}
