import type { RunHeader } from '../../contracts/runs';
import type { NameOf } from '../../domain/actor';
import { canContinue, isTerminal, type Run, type RunState } from '../../domain/run';
import { sumUsage } from '../../domain/usage';
import { assertNever } from '../../shared/assert-never';

/**
 * Shows the part of a run that changes while the run is active. `refusedHeadline` names the call that was
 * rejected or expired.
 */
export function toRunHeader(
  run: Run,
  details: { refusedHeadline: string | null; hasDoneSteps: boolean; nameOf: NameOf },
): Omit<RunHeader, 'total' | 'expectsEvents'> {
  const { state } = run;
  const isClockRunning = ['calling_model', 'tool_ready', 'tool_running'].includes(state.status);
  return {
    id: run.id,
    conversationId: run.conversationId,
    version: run.version,
    status: state.status,
    statusText: describeState(state),
    isActive: !isTerminal(state.status),
    approvalId: state.status === 'awaiting_approval' ? state.approvalId : null,
    unknownOutcome:
      state.status === 'outcome_unknown'
        ? { headline: state.call.headline, risk: state.call.verdict.risk }
        : null,
    steps: run.steps,
    maxSteps: run.limits.maxSteps,
    activeMs: Math.round(run.activeMs),
    maxActiveMs: run.limits.maxActiveMs,
    clockRunningSince: isClockRunning ? run.updatedAt.toISOString() : null,
    usage: run.usage.length === 0 ? null : sumUsage(run.usage),
    outcome: toOutcome(run, details),
  };
}

export function describeState(state: RunState): string {
  switch (state.status) {
    case 'queued':
      return 'Starting';
    case 'calling_model':
      return 'Thinking';
    case 'awaiting_approval':
      return `Needs you: ${state.call.headline}`;
    case 'tool_ready':
    case 'tool_running':
      return `Running: ${state.call.headline}`;
    case 'outcome_unknown':
      return state.errorId
        ? 'Needs you: something broke during a step'
        : 'Needs you: the server stopped during a step';
    case 'completed':
      return 'Done';
    case 'rejected':
      return 'Rejected';
    case 'expired':
      return 'Request expired';
    case 'cancelled':
      return 'Stopped';
    case 'failed':
      return failureText[state.code];
    default:
      return assertNever(state);
  }
}

const failureText: Record<Extract<RunState, { status: 'failed' }>['code'], string> = {
  step_limit: 'Step limit reached',
  time_limit: 'Time limit reached',
  malformed_replies: 'The model’s replies weren’t valid',
  repeated_calls: 'The model repeated itself',
  provider_error: 'The model could not be used',
  model_unavailable: 'The model is no longer set up',
  context_exceeded: 'Too long for the model',
  tool_failed: 'A step failed',
  internal_error: 'Something broke on the server',
  damaged_data: 'Damaged',
};

function toOutcome(
  run: Run,
  { refusedHeadline, hasDoneSteps, nameOf }: Parameters<typeof toRunHeader>[1],
): RunHeader['outcome'] {
  const { state } = run;
  const at = run.updatedAt.toISOString();
  const kept = hasDoneSteps ? ' Completed steps are kept.' : '';
  const request = refusedHeadline ? `“${refusedHeadline}”` : 'the request';
  const base = { failure: null, answer: null, reason: null, by: null, at, canContinue: false };
  switch (state.status) {
    case 'completed':
      return { ...base, kind: 'completed', message: 'Done.', answer: state.answer };
    case 'rejected':
      return {
        ...base,
        kind: 'rejected',
        message: `${nameOf(state.by)} rejected ${request}. Nothing else ran.`,
        reason: state.reason,
        by: nameOf(state.by),
      };
    case 'expired':
      return {
        ...base,
        kind: 'expired',
        message: `Nobody decided about ${request} in time, so it was not executed.`,
        canContinue: canContinue(run),
      };
    case 'cancelled':
      return {
        ...base,
        kind: 'cancelled',
        message: `${nameOf(state.by)} stopped it.${kept}`,
        by: nameOf(state.by),
      };
    case 'failed':
      return {
        ...base,
        kind: 'failed',
        failure: state.code,
        message: `${state.message}${kept}`,
        canContinue: canContinue(run),
      };
    default:
      return null;
  }
}
