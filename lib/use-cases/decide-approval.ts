import type { ApprovalView } from '../contracts/approvals';
import type { DecisionBody } from '../contracts/decisions';
import { DamagedRow } from '../db/ports/damaged-row.port';
import type { RunLedger } from '../db/ports/run-store.port';
import type { ApprovalBrief } from '../db/ports/stores.port';
import type { Actor } from '../domain/actor';
import type { ApprovalDecision } from '../domain/decision';
import type { Run } from '../domain/run';
import { addSignature } from '../domain/signatures';
import type { ToolCall } from '../domain/tool-call';
import type { Verdict } from '../domain/verdict';
import { mayBreakGlass, requireMaySign, toSignedThing } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import { commitAsActor } from './commit-as-actor';
import { viewApproval } from './get-approvals';
import { loadApproval, loadApprovalBrief, loadRun } from './load-by-id';
import { digestOf, lookAgain, type TargetChange } from './look-again';
import { type RequestServices, requireWaiting, throwAlreadyDecided } from './require-waiting';
import type { Services } from './services';

/**
 * Records a person's signature or refusal. The wait ends with the first refusal, or with as many approvals by
 * different people as the call's verdict needs, but never after the request's time is over. When people
 * decide at the same time, only the decisions that the wait needs are recorded. Every other one gets
 * `already_decided` with who decided what, and so does a second approval by the same person. The call that
 * runs is the stored one; nothing of it comes from the browser. An approval counts for the state of the
 * target that was shown (`digest`). For another state it gets `target_changed`, and nothing is recorded. Throws
 * `forbidden` for a person whose role does not sign this call. Broken glass needs only the signatures that the
 * rules ask for.
 */
export async function decideApproval(
  services: RequestServices,
  actor: Actor,
  { approvalId, digest: shown, ...body }: { approvalId: string } & DecisionBody,
): Promise<ApprovalView> {
  // Nobody signs a request that cannot be shown, but a refusal is still possible.
  const isRefusal = body.decision === 'reject' || body.decision === 'reject_with_guidance';
  const load = isRefusal ? loadApprovalBrief : loadApproval;
  const approval = await load(services, approvalId);
  let read: RunLedger | null = null;
  const decidedRun = await commitAsActor(services, actor, approval.runId, async (run) => {
    const { call, signatures, isReplaced } = await requireWaiting(services, actor, approvalId, run);
    const requireSigner = (verdict: Verdict) => {
      const thing = toSignedThing(run.startedBy, verdict);
      if (body.decision !== 'break_glass') requireMaySign(actor, thing);
      else if (!mayBreakGlass(actor, thing)) throw new AppError('forbidden', noGlass);
    };
    if (call.hash !== approval.callHash) await requireSameCall(services, approval, run, call);
    const decided = { type: 'approval_decided', approvalId: approval.id, callId: call.id } as const;
    if (body.decision === 'reject' || body.decision === 'reject_with_guidance') {
      requireSigner(call.verdict);
      // A refusal does not look at the target, so nothing there can prevent it.
      const seen = shown ?? digestOf(call.hash, call.targetFingerprint);
      return { ...decided, decision: toRefusal(body), digest: seen };
    }
    // The commit starts the call at once, so nobody signs a run that cannot go on.
    const [{ digest, change }, ledger] = await Promise.all([
      lookAgain(services, run, call),
      readLedger(services, run),
    ]);
    read = ledger;
    // In a new state, the target may have a higher risk, which fewer people sign.
    requireSigner(change?.reshown?.verdict ?? call.verdict);
    const hasSeenThis = shown === undefined ? change === null && !isReplaced : shown === digest;
    if (!hasSeenThis || change?.problem) await throwTargetChanged(services, actor, approvalId, run, change);
    if (body.decision === 'approve' && addSignature(signatures, { by: actor.id, digest }) === null) {
      return throwAlreadyDecided(services, actor, approvalId);
    }
    const event = { ...decided, decision: body, digest, reshown: change?.reshown ?? undefined };
    return { event, ledger };
  });
  const decidedApproval = await loadApproval(services, approvalId);
  return viewApproval(services, actor, decidedApproval, decidedRun, await readOn(services, decidedRun, read));
}

const noGlass =
  'Only an admin can break the glass, and only where a workflow or the settings ask for others.';

/** Throws when an event or the prompt of the run cannot be read. */
async function readLedger({ runs }: Pick<Services, 'runs'>, run: Run): Promise<RunLedger> {
  const [openingMessages, recorded] = await Promise.all([
    runs.loadOpeningMessages(run.id),
    runs.loadLedger(run),
  ]);
  return { openingMessages, recorded };
}

/** Returns all events of the run, and reads only those after the ones read before. */
async function readOn({ runs }: Pick<Services, 'runs'>, run: Run, read: RunLedger | null) {
  if (!read) return runs.loadLedger(run);
  return [...read.recorded, ...(await runs.listEvents(run.id, read.recorded.length))];
}

/** Throws `DamagedRow` when the request names another call than its run holds, and nobody is replacing it now. */
async function requireSameCall(
  services: RequestServices,
  { id }: ApprovalBrief,
  run: Run,
  { hash }: ToolCall,
): Promise<void> {
  const { callHash } = await loadApprovalBrief(services, id);
  if (callHash === hash || (await loadRun(services, run.id)).version !== run.version) return;
  throw new DamagedRow('Approval', id, 'callHash is not that of its run’s call');
}

/** This very call may have changed the target after another person approved it in the meantime. */
async function throwTargetChanged(
  services: RequestServices,
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

/** Describes a refusal as sent: the reason may be missing or blank. */
type Refusal =
  | { decision: 'reject'; reason?: string | undefined }
  | Exclude<ApprovalDecision, { decision: 'approve' | 'break_glass' | 'reject' }>;

function toRefusal(body: Refusal): ApprovalDecision {
  return body.decision === 'reject' ? { decision: 'reject', reason: body.reason?.trim() || null } : body;
}
