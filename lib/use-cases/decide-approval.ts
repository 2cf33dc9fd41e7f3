import type { ApprovalView } from '../contracts/approvals';
import type { DecisionBody } from '../contracts/decisions';
import { DamagedRow } from '../db/ports/damaged-row.port';
import type { Approval } from '../db/ports/stores.port';
import type { Actor } from '../domain/actor';
import { type ApprovalDecision, decisions, rejectedStatuses } from '../domain/decision';
import type { Run } from '../domain/run';
import { addSignature } from '../domain/signatures';
import { AppError } from '../shared/app-error';
import { inSentence } from '../shared/in-sentence';
import { commitAsActor } from './commit-as-actor';
import { expireApproval, isOverdue } from './expire-approvals';
import { viewApproval } from './get-approvals';
import { loadApproval, loadApprovalBrief, loadRun } from './load-by-id';
import { digestOf, lookAgain, type TargetChange } from './look-again';
import type { Services } from './services';

type DecisionServices = Pick<Services, 'runs' | 'approvals' | 'live' | 'clock' | 'toolbox' | 'policy'>;

/**
 * Records a person's signature or refusal. The wait ends with the first refusal, or with as many approvals by
 * different people as the call's verdict needs, but never after the request's time is over. When people
 * decide at the same time, only the decisions that the wait needs are recorded. Every other one gets
 * `already_decided` with who decided what, and so does a second approval by the same person. The call that
 * runs is the stored one; nothing of it comes from the browser. An approval counts for the state of the
 * target that was shown (`digest`). For another state it gets `target_changed`, and nothing is recorded.
 */
export async function decideApproval(
  services: DecisionServices,
  actor: Actor,
  { approvalId, digest: shown, ...body }: { approvalId: string } & DecisionBody,
): Promise<ApprovalView> {
  // Nobody signs a request that cannot be shown, but a refusal is still possible.
  const load = body.decision === 'approve' ? loadApproval : loadApprovalBrief;
  const approval = await load(services, approvalId);
  const decidedRun = await commitAsActor(services, actor, approval.runId, async (run) => {
    if (run.state.status !== 'awaiting_approval' || run.state.approvalId !== approval.id) {
      return throwAlreadyDecided(services, actor, approvalId);
    }
    if (isOverdue(run.state, services.clock.now())) {
      await expireApproval(services, run.id);
      return throwAlreadyDecided(services, actor, approvalId);
    }
    const { call, signatures } = run.state;
    if (call.hash !== approval.callHash) {
      throw new DamagedRow('Approval', approval.id, 'callHash is not that of its run’s call');
    }
    const decided = { type: 'approval_decided', approvalId: approval.id, callId: call.id } as const;
    if (body.decision !== 'approve') {
      // A refusal does not look at the target, so nothing there can prevent it.
      const seen = shown ?? digestOf(call.hash, call.targetFingerprint);
      return { ...decided, decision: toRefusal(body), digest: seen };
    }
    // The commit starts the call at once, so nobody signs a run that cannot go on.
    const [{ digest, change }] = await Promise.all([
      lookAgain(services, run, call),
      requireReadable(services, run),
    ]);
    const hasSeenThis = shown === undefined ? change === null : shown === digest;
    if (!hasSeenThis || change?.problem) await throwTargetChanged(services, actor, approvalId, run, change);
    if (addSignature(signatures, { by: actor.id, digest }) === null) {
      return throwAlreadyDecided(services, actor, approvalId);
    }
    return { ...decided, decision: { decision: 'approve' }, digest, reshown: change?.reshown };
  });
  return viewApproval(services, actor, await loadApproval(services, approvalId), decidedRun);
}

/** Throws when an event or the prompt of the run cannot be read. */
async function requireReadable({ runs }: Pick<Services, 'runs'>, run: Run): Promise<void> {
  await Promise.all([runs.loadLedger(run), runs.loadOpeningMessages(run.id)]);
}

/** This very call may have changed the target after another person approved it in the meantime. */
async function throwTargetChanged(
  services: DecisionServices,
  actor: Actor,
  approvalId: string,
  run: Run,
  change: TargetChange | null,
): Promise<never> {
  const approval = await loadApproval(services, approvalId);
  if (approval.status !== 'pending') return throwAlreadyDecided(services, actor, approvalId);
  const message = change?.message ?? 'What you saw is no longer what this would do.';
  const advice = change?.problem ?? 'Review the new change, then decide.';
  throw new AppError('target_changed', `${message} ${advice}`, {
    approval: await viewApproval(services, actor, approval, run),
  });
}

async function throwAlreadyDecided(
  services: DecisionServices,
  actor: Actor,
  approvalId: string,
): Promise<never> {
  const approval = await loadApproval(services, approvalId);
  const run = await loadRun(services, approval.runId);
  throw new AppError('already_decided', describeDecision(approval), {
    approval: await viewApproval(services, actor, approval, run),
  });
}

function describeDecision(approval: Approval): string {
  if (approval.status === 'pending')
    return 'You have already approved this. Another person must approve it, too.';
  if (approval.status === 'expired')
    return 'This request has expired: nobody decided in time. Your answer was not recorded, and nothing was executed.';
  const who = inSentence(approval.decidedBy ?? 'someone');
  if (approval.status === decisions.approve.status) return `This was already approved by ${who}.`;
  if (rejectedStatuses.includes(approval.status)) return `This was already rejected by ${who}.`;
  return 'This request was canceled because its run was stopped.';
}

/** Describes a refusal as sent: the reason may be missing or blank. */
type Refusal =
  | { decision: 'reject'; reason?: string | undefined }
  | Exclude<ApprovalDecision, { decision: 'approve' | 'reject' }>;

function toRefusal(body: Refusal): ApprovalDecision {
  return body.decision === 'reject' ? { decision: 'reject', reason: body.reason?.trim() || null } : body;
}
