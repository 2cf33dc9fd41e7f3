import type { ApprovalView, DecisionBody } from '../contracts/approvals';
import type { Approval } from '../db/stores.port';
import type { Actor } from '../domain/actor';
import type { ApprovalDecision } from '../domain/run-event';
import { AppError } from '../shared/app-error';
import { commitAsPerson } from './commit-as-person';
import { loadApproval, viewApproval } from './get-approvals';
import type { Services } from './services';

type Needed = Pick<Services, 'runs' | 'approvals' | 'live' | 'dispatcher'>;

/**
 * A person's signature, or refusal. Of any number of decisions made at once exactly one is recorded; every other is
 * told (`already_decided`) what was decided and by whom. The call that runs is the stored one; nothing of it comes
 * from the browser.
 */
export async function decideApproval(
  services: Needed,
  actor: Actor,
  approvalId: string,
  body: DecisionBody,
): Promise<ApprovalView> {
  const approval = await loadApproval(services, approvalId);
  await commitAsPerson(services, actor, approval.runId, async (run) => {
    if (run.state.status !== 'awaiting_approval' || run.state.approvalId !== approval.id) {
      await throwAlreadyDecided(services, approvalId);
    } else if (run.state.call.hash !== approval.callHash) {
      throw new Error(`Approval ${approval.id} and the call of its run are not the same`);
    }
    return {
      type: 'approval_decided',
      approvalId: approval.id,
      callId: approval.call.id,
      decision: toDecision(body),
    };
  });
  services.dispatcher.dispatch(approval.runId);
  return viewApproval(services, await loadApproval(services, approvalId));
}

async function throwAlreadyDecided(services: Needed, approvalId: string): Promise<never> {
  const approval = await loadApproval(services, approvalId);
  throw new AppError('already_decided', describeDecision(approval), {
    approval: await viewApproval(services, approval),
  });
}

function describeDecision(approval: Approval): string {
  const who = approval.decidedBy ?? 'Somebody';
  switch (approval.status) {
    case 'approved':
      return `${who} has already approved this.`;
    case 'rejected':
    case 'rejected_with_guidance':
      return `${who} has already rejected this.`;
    default:
      return 'This request was withdrawn: its run was stopped.';
  }
}

function toDecision(body: DecisionBody): ApprovalDecision {
  return body.decision === 'reject' ? { decision: 'reject', reason: body.reason?.trim() || null } : body;
}
