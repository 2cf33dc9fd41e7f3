import type { ApprovalView } from '../contracts/approvals';
import { inSentence } from '../contracts/in-sentence';
import type { Actor } from '../domain/actor';
import { approvedStatuses, decisions, rejectedStatuses } from '../domain/decision';
import type { Run, RunState } from '../domain/run';
import { AppError } from '../shared/app-error';
import { expireApproval, isOverdue } from './expire-approvals';
import { viewApproval } from './get-approvals';
import { loadApproval, loadRun } from './load-by-id';
import type { Services } from './services';

/** A use case that changes a waiting request needs these. */
export type RequestServices = Pick<
  Services,
  'runs' | 'approvals' | 'live' | 'clock' | 'toolbox' | 'workspaces' | 'policy' | 'rules' | 'actors'
>;

/**
 * Returns the run's wait for this request. Throws `already_decided` when it is over, also when its time has
 * just ended.
 */
export async function requireWaiting(
  services: RequestServices,
  actor: Actor,
  approvalId: string,
  { id, state }: Run,
): Promise<Extract<RunState, { status: 'awaiting_approval' }>> {
  if (state.status !== 'awaiting_approval' || state.approvalId !== approvalId)
    return throwAlreadyDecided(services, actor, approvalId);
  if (!isOverdue(state, services.clock.now())) return state;
  await expireApproval(services, id);
  return throwAlreadyDecided(services, actor, approvalId);
}

export async function throwAlreadyDecided(
  services: RequestServices,
  actor: Actor,
  approvalId: string,
): Promise<never> {
  const approval = await loadApproval(services, approvalId);
  const view = await viewApproval(services, actor, approval, await loadRun(services, approval.runId));
  throw new AppError('already_decided', describeDecision(view), { approval: view });
}

function describeDecision(approval: ApprovalView): string {
  if (approval.status === 'pending')
    return 'You have already approved this. Another person must approve it, too.';
  if (approval.status === 'expired')
    return 'This request has expired: nobody decided in time. Your answer was not recorded, and nothing was executed.';
  const who = inSentence(approval.decidedBy ?? 'someone');
  if (approval.status === decisions.break_glass.status)
    return `This was already approved alone, breaking glass, by ${who}.`;
  if (approvedStatuses.includes(approval.status)) return `This was already approved by ${who}.`;
  if (rejectedStatuses.includes(approval.status)) return `This was already rejected by ${who}.`;
  return 'This request was canceled because its run was stopped.';
}
