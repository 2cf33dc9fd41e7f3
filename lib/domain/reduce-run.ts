import { assertNever } from '../shared/assert-never';
import type { ActorId } from '../shared/ids';
import { requestedModel } from './bound-model';
import { decisions, wordsOf } from './decision';
import { describePlan } from './describe-plan';
import { inFence } from './in-fence';
import { canContinue, type Run, type RunState, type RunStatus } from './run';
import type { ReshownCall, RunEvent, RunEventType } from './run-event';
import { addSignature, countMissing } from './signatures';
import type { ToolCall, ToolOutcome } from './tool-call';
import { addCall } from './usage';
import type { Verdict } from './verdict';

type EventOf<Type extends RunEventType> = Extract<RunEvent, { type: Type }>;
type StateOf<Status extends RunStatus> = Extract<RunState, { status: Status }>;
type Step<Status extends RunStatus, Type extends RunEventType> = (
  run: Run & { state: StateOf<Status> },
  event: EventOf<Type>,
  context: EventContext,
) => Partial<Run> | null;
type Row<Status extends RunStatus> = { [Type in RunEventType]?: Step<Status, Type> };

export type EventContext = { at: Date; by: ActorId };

/**
 * The state does not allow the event, such as a late result, a second decision or an event of a stale driver.
 */
export class ForbiddenTransition extends Error {
  constructor(
    readonly status: RunStatus,
    readonly eventType: RunEventType,
  ) {
    super(`${eventType} cannot happen to a run that is ${status}`);
  }
}

const cancel = (_run: Run, _event: EventOf<'run_cancelled'>, { by }: EventContext): Partial<Run> => ({
  state: { status: 'cancelled', by },
});

const fail = (_run: Run, event: EventOf<'run_failed'>): Partial<Run> => ({
  state: { status: 'failed', code: event.code, message: event.message },
});

/** Gives the run fresh limits and keeps everything done so far. */
const continueRun = (run: Run, { model }: EventOf<'run_continued'>): Partial<Run> | null =>
  canContinue(run)
    ? {
        state: { status: 'calling_model' },
        steps: 0,
        activeMs: 0,
        malformedReplies: 0,
        ...(model ? { model: model.bound, modelName: model.name } : {}),
      }
    : null;

/**
 * Keeps the result of a call that was stopped. The result changes nothing else: `run_cancelled` has counted
 * its time.
 */
const keepLateResult = ({ activeMs }: Run): Partial<Run> => ({ activeMs });

/**
 * Only these transitions write a run's state. Each row is a state: a state without a row does not compile.
 */
export const TRANSITIONS: { [Status in RunStatus]: Row<Status> } = {
  queued: {
    run_created: () => ({}),
    run_started: (run) => ({ state: firstState(run) }),
    run_cancelled: cancel,
    run_failed: fail,
  },
  calling_model: {
    text_replied: (_run, event) => ({
      state: { status: 'completed', answer: event.text, endedBy: 'text' },
      malformedReplies: 0,
    }),
    tool_call_requested: (run, event, { at }) => ({
      state: stateAfterRequest(event, at),
      steps: run.steps + 1,
      malformedReplies: 0,
    }),
    reply_malformed: (run) => ({ malformedReplies: run.malformedReplies + 1 }),
    history_left_out: () => ({}),
    request_refused: () => ({}),
    request_cut: () => ({}),
    active_time_recovered: () => ({}),
    run_cancelled: cancel,
    run_failed: fail,
  },
  awaiting_approval: {
    approval_decided: (run, event, { by }) =>
      event.approvalId === run.state.approvalId ? applyDecision(run, event, by) : null,
    call_replaced: ({ state }, { approvalId, call }) =>
      approvalId === state.approvalId && call.id === state.call.id
        ? { state: { ...state, call, signatures: [], isReplaced: true } }
        : null,
    approval_expired: ({ state }, { approvalId }) =>
      approvalId === state.approvalId && state.expiresAt !== null
        ? { state: { status: 'expired', callId: state.call.id } }
        : null,
    run_cancelled: cancel,
  },
  tool_ready: {
    tool_started: (run, event) =>
      event.callId === run.state.call.id ? { state: { status: 'tool_running', call: run.state.call } } : null,
    run_cancelled: cancel,
    run_failed: fail,
  },
  tool_running: {
    tool_finished: (run, event) =>
      event.callId === run.state.call.id
        ? { state: stateAfterOutcome(run, run.state.call, event.outcome) }
        : null,
    tool_rescheduled: (run) => ({ state: { status: 'tool_ready', call: run.state.call } }),
    outcome_lost: (run, event) => ({
      state: { status: 'outcome_unknown', call: run.state.call, errorId: event.errorId },
    }),
    active_time_recovered: () => ({}),
    run_cancelled: cancel,
    // Any other call may have taken effect, so its outcome is unknown, and a person must look.
    run_failed: (run, event) => (run.state.call.isIdempotent ? fail(run, event) : null),
  },
  outcome_unknown: {
    outcome_settled: (run, event, { by }) => applySettlement(run, run.state.call, event, by),
    run_cancelled: cancel,
  },
  completed: {},
  rejected: {},
  expired: { run_continued: continueRun },
  cancelled: { tool_finished: keepLateResult },
  failed: { run_continued: continueRun },
};

/** Applies one event. Throws `ForbiddenTransition` when the state does not allow it. */
export function reduceRun(run: Run, event: RunEvent, context: EventContext): Run {
  const step = TRANSITIONS[run.state.status][event.type] as Step<RunStatus, RunEventType> | undefined;
  const change = step?.(run as Run & { state: RunState }, event, context) ?? null;
  if (change === null) throw new ForbiddenTransition(run.state.status, event.type);
  const activeMs = 'activeMs' in event ? run.activeMs + event.activeMs : run.activeMs;
  const usage = addUsage(run, event, context);
  return { ...run, activeMs, usage, ...change, version: run.version + 1, updatedAt: context.at };
}

function addUsage(run: Run, event: RunEvent, { at }: EventContext): Run['usage'] {
  if (!('usage' in event) || event.usage === undefined) return run.usage;
  return addCall(run.usage, { at, model: event.answeredBy ?? requestedModel(run), usage: event.usage });
}

function firstState(run: Run): RunState {
  if (run.kind === 'agent') return { status: 'calling_model' };
  return nextPlanned(run, -1);
}

function nextPlanned(run: Run, index: number): RunState {
  const call = run.plan[index + 1];
  if (call) return { status: 'tool_ready', call };
  return { status: 'completed', answer: describePlan(run.plan), endedBy: 'plan' };
}

function stateAfterRequest(event: EventOf<'tool_call_requested'>, at: Date): RunState {
  const { call, approvalId, expiresAt = null } = event;
  if (event.foreseenError) return afterFailure(call, event.foreseenError.message);
  switch (call.verdict.decision) {
    case 'allow':
      return { status: 'tool_ready', call };
    case 'deny':
      return { status: 'calling_model' };
    case 'ask':
      if (!approvalId) throw new Error(`Call ${call.id} must ask but has no approval`);
      return { status: 'awaiting_approval', call, approvalId, since: at, expiresAt, signatures: [] };
    default:
      return assertNever(call.verdict);
  }
}

/** One refusal ends the wait. An approval ends it when it is the last signature that the verdict needs. */
function applyDecision(
  run: Run & { state: StateOf<'awaiting_approval'> },
  event: EventOf<'approval_decided'>,
  by: ActorId,
): Partial<Run> | null {
  const { call } = run.state;
  const { leadsTo } = decisions[event.decision.decision];
  switch (leadsTo) {
    case 'call_runs':
      return addApproval(run.state, event, by);
    case 'run_ends':
      return {
        state: { status: 'rejected', callId: call.id, reason: wordsOf(event.decision), by },
      };
    case 'model_tries_again':
      return {
        state: { status: 'calling_model' },
        rejectedCallHashes: [...run.rejectedCallHashes, call.hash],
      };
    default:
      return assertNever(leadsTo);
  }
}

/**
 * Returns null when this person has already approved exactly this. Broken glass needs only the signatures that
 * the rules ask for.
 */
function addApproval(
  state: StateOf<'awaiting_approval'>,
  { decision: { decision }, digest, reshown }: EventOf<'approval_decided'>,
  by: ActorId,
): Partial<Run> | null {
  const isGlass = decision === 'break_glass';
  const counting = state.signatures.filter((signature) => signature.digest === digest);
  const signatures = addSignature(state.signatures, { by, digest }) ?? (isGlass ? counting : null);
  if (signatures === null) return null;
  const call = toSignedCall(state.call, reshown);
  const isDone = countMissing(isGlass ? withoutNarrowing(call.verdict) : call.verdict, signatures) === 0;
  return { state: isDone ? { status: 'tool_ready', call } : { ...state, call, signatures } };
}

function withoutNarrowing(verdict: Verdict): Verdict {
  if (verdict.decision !== 'ask' || !verdict.signers) return verdict;
  return { ...verdict, signatures: verdict.signers.byRules };
}

/** Returns the call in the state of its target that the person saw. */
function toSignedCall(call: ToolCall, reshown: ReshownCall | undefined): ToolCall {
  if (!reshown) return call;
  const { headline, verdict, targetFingerprint } = reshown;
  return { ...call, headline, verdict, targetFingerprint };
}

function stateAfterOutcome(run: Run, call: ToolCall, outcome: ToolOutcome): RunState {
  if (run.kind === 'direct') {
    if (!outcome.ok) return { status: 'failed', code: 'tool_failed', message: outcome.error.message };
    return nextPlanned(
      run,
      run.plan.findIndex((planned) => planned.id === call.id),
    );
  }
  if (!outcome.ok) return afterFailure(call, outcome.error.message);
  if (!call.terminate) return { status: 'calling_model' };
  return { status: 'completed', answer: describeResult(call, outcome), endedBy: 'terminate' };
}

/** An error goes back to the model, unless the model asked to end with this call's result. */
function afterFailure(call: ToolCall, message: string): RunState {
  return call.terminate ? { status: 'failed', code: 'tool_failed', message } : { status: 'calling_model' };
}

/** Shows the tool's real result as Markdown, in a fence that the result cannot close. */
function describeResult(call: ToolCall, outcome: Extract<ToolOutcome, { ok: true }>): string {
  return `**${call.headline}** (${outcome.summary})\n\n${inFence(outcome.modelText, 'text')}`;
}

function applySettlement(
  run: Run,
  call: ToolCall,
  event: EventOf<'outcome_settled'>,
  by: ActorId,
): Partial<Run> {
  switch (event.settlement.choice) {
    case 'worked':
      return { state: stateAfterOutcome(run, call, toSettledOutcome(event.settlement.result)) };
    case 'run_again':
      return { state: { status: 'tool_ready', call } };
    case 'abort':
      return { state: { status: 'cancelled', by } };
    default:
      return assertNever(event.settlement);
  }
}

/**
 * Builds the outcome of an interrupted call after a person said that it worked. Their words replace its
 * result.
 */
export function toSettledOutcome(result: string): Extract<ToolOutcome, { ok: true }> {
  const text = result.trim() || 'A person confirmed that it worked.';
  return {
    ok: true,
    summary: 'Confirmed by a person',
    modelText: text,
    detail: { kind: 'text', title: 'As a person described it', text, language: null },
  };
}
