import type { ApprovalSummary, ApprovalView, Signatures } from '../../contracts/approvals';
import type { Approval, CallRecord, ListedApproval } from '../../db/ports/stores.port';
import type { Actor, NameOf } from '../../domain/actor';
import { approvedStatuses, decisions } from '../../domain/decision';
import { isTerminal, type RunState } from '../../domain/run';
import { countNeeded } from '../../domain/signatures';
import type { Verdict } from '../../domain/verdict';
import { mayBreakGlass, toSignedThing, whyNotSign } from '../../policy/authorize';
import type { ToolDescription } from '../../tools/toolbox.port';
import type { CallNow } from '../look-again';
import { describeSigners } from './describe-signers';
import { toParameterRows } from './parameter-rows';
import type { Timeline } from './timeline';

export function toApprovalSummary(approval: ListedApproval, reader: Actor, nameOf: NameOf): ApprovalSummary {
  return {
    id: approval.id,
    runId: approval.runId,
    conversationId: approval.conversation?.id ?? null,
    conversationTitle: approval.conversation?.title ?? null,
    workflowTitle: approval.workflowTitle,
    status: approval.status,
    headline: approval.call.headline,
    risk: approval.risk,
    workspaceId: approval.workspaceId,
    step: approval.call.step,
    maxSteps: approval.maxSteps,
    requestedAt: approval.requestedAt.toISOString(),
    expiresAt: approval.status === 'pending' ? (approval.expiresAt?.toISOString() ?? null) : null,
    startedBy: nameOf(approval.startedBy),
    signatures: toSignatures(approval, approval.runState, reader),
    ...toSigner(approval, reader),
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    decidedBy: approval.decidedBy && nameOf(approval.decidedBy),
    reason: approval.reason,
    result: approvedStatuses.includes(approval.status)
      ? toCallResult(approval.call, approval.runState)
      : null,
  };
}

/** Shows exactly the call that will run: the stored call, with its preview as of `now`. */
export function toApprovalView(
  approval: Approval,
  reader: Actor,
  timeline: Timeline,
  endsRun: boolean,
  now: CallNow,
  tool: ToolDescription | undefined,
  act: string | null,
): ApprovalView {
  const { call } = approval;
  const { digest, change, filesOn } = now;
  const reshown = change?.reshown;
  const position = timeline.items.find((item) => item.id === call.id)?.position ?? 0;
  return {
    ...toApprovalSummary(approval, reader, timeline.nameOf),
    signatures: toSignatures(approval, approval.runState, reader, now),
    ...toSigner(approval, reader, now),
    signedBy: toSignedBy(approval, now),
    headline: reshown?.headline ?? call.headline,
    risk: reshown?.verdict.risk ?? approval.risk,
    riskReason: reshown?.verdict.reason ?? approval.riskReason,
    act,
    preview: reshown?.preview ?? call.preview,
    digest,
    targetChange: change && { message: change.message, problem: change.problem },
    filesOn,
    parameters: toParameterRows(call.parameters, tool),
    layers: call.layers,
    callHash: approval.callHash,
    endsRun,
    decisions: approval.decisions.map(({ decision, by, words, digest: seen, at }) => ({
      decision: decisions[decision].status,
      by: timeline.nameOf(by),
      reason: words,
      digest: seen,
      at: at.toISOString(),
    })),
    commentary: approval.commentary.trim() || null,
    doneBefore: timeline.items
      .filter((item) => item.kind === 'call' && item.position < position && item.status === 'done')
      .map((item) => ({ step: item.step ?? 0, headline: item.headline, summary: item.summary })),
  };
}

/**
 * Returns null when the request does not wait, or when one signature is enough. With `now`, only signatures
 * on that state count.
 */
export function toSignatures(
  { id }: Pick<Approval, 'id'>,
  state: RunState,
  reader: Actor,
  now?: CallNow,
): Signatures | null {
  if (state.status !== 'awaiting_approval' || state.approvalId !== id) return null;
  const needed = countNeeded(now?.change?.reshown?.verdict ?? state.call.verdict);
  if (needed < 2) return null;
  const counting = state.signatures.filter(({ digest }) => now === undefined || digest === now.digest);
  return { given: counting.length, needed, isYours: counting.some(({ by }) => by === reader.id) };
}

/** Returns the verdict of the call that waits for this request, as of `now`, or null when it does not wait. */
function findVerdict({ id, runState }: Pick<Approval, 'id' | 'runState'>, now?: CallNow): Verdict | null {
  const isWaiting = runState.status === 'awaiting_approval' && runState.approvalId === id;
  return isWaiting ? (now?.change?.reshown?.verdict ?? runState.call.verdict) : null;
}

/** Says whether the reader may sign, and why not. With `now`, it is about the call as of then. */
export function toSigner(
  approval: Pick<ListedApproval, 'id' | 'runState' | 'startedBy'>,
  reader: Actor,
  now?: CallNow,
): Pick<ApprovalSummary, 'whyNotSign' | 'mayBreakGlass'> {
  const verdict = findVerdict(approval, now);
  if (verdict === null) return { whyNotSign: null, mayBreakGlass: false };
  const thing = toSignedThing(approval.startedBy, verdict);
  return { whyNotSign: whyNotSign(reader, thing), mayBreakGlass: mayBreakGlass(reader, thing) };
}

function toSignedBy(approval: Approval, now: CallNow): string | null {
  const verdict = findVerdict(approval, now);
  if (verdict?.decision !== 'ask' || !verdict.signers) return null;
  const { role, notRequester } = verdict.signers;
  // The count of signatures is shown beside this.
  if (role === null && !notRequester) return null;
  return describeSigners({ ...verdict.signers, count: verdict.signatures });
}

/** Returns the outcome of an approved call, given its run's state. */
export function toCallResult(
  call: Pick<CallRecord, 'id' | 'outcome'>,
  runState: RunState,
): NonNullable<ApprovalSummary['result']> {
  const { outcome } = call;
  if (outcome?.ok) return { status: 'done', summary: outcome.summary, warning: outcome.warning ?? null };
  if (outcome) {
    const { code, message } = outcome.error;
    return { status: code === 'stopped' ? 'stopped' : 'failed', summary: message, warning: null };
  }
  if (runState.status === 'outcome_unknown' && runState.call.id === call.id)
    return { status: 'unknown', summary: null, warning: null };
  return { status: isTerminal(runState.status) ? 'stopped' : 'running', summary: null, warning: null };
}
