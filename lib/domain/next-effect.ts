import { assertNever } from '../shared/assert-never';
import { countOf, describeDuration } from '../shared/quantities';
import { sameResultLimits } from './repeated-results';
import type { FailureCode, Run } from './run';
import type { RunEvent } from './run-event';
import type { ToolCall } from './tool-call';

/**
 * Names the next thing to do. The run holds the clock: `activeMs` says how much of the time limit is left.
 */
export type RunEffect =
  | { type: 'start_run' }
  | { type: 'call_model'; timeLeftMs: number }
  | { type: 'run_tool'; call: ToolCall }
  | { type: 'fail_run'; code: FailureCode; message: string }
  /** The process that ran this call is gone. */
  | { type: 'recover_tool'; call: ToolCall }
  /** The driver does nothing until a person acts. */
  | { type: 'wait' }
  | { type: 'stop' };

/**
 * Returns the event that a driver records before it begins to work on a run. Null means that the driver can
 * simply do the next thing.
 */
export function toBeginning(run: Run): RunEvent | null {
  const effect = nextEffect(run);
  if (effect.type === 'start_run') return { type: 'run_started' };
  return effect.type === 'run_tool' ? { type: 'tool_started', callId: effect.call.id } : null;
}

/**
 * Says what the model has read: how often the last call has given the same result, and why the last reply
 * could not be read.
 */
type Latest = { sameResults: number; fault: string | null };

export function nextEffect(run: Run, latest: Latest = { sameResults: 0, fault: null }): RunEffect {
  const timeLeftMs = run.limits.maxActiveMs - run.activeMs;
  switch (run.state.status) {
    case 'queued':
      return { type: 'start_run' };
    case 'calling_model':
      return limitReached(run, timeLeftMs, latest) ?? { type: 'call_model', timeLeftMs };
    case 'tool_ready':
      if (timeLeftMs <= 0) return timeLimit(run);
      return { type: 'run_tool', call: run.state.call };
    case 'tool_running':
      return { type: 'recover_tool', call: run.state.call };
    case 'awaiting_approval':
    case 'outcome_unknown':
      return { type: 'wait' };
    case 'completed':
    case 'rejected':
    case 'expired':
    case 'cancelled':
    case 'failed':
      return { type: 'stop' };
    default:
      return assertNever(run.state);
  }
}

function limitReached(run: Run, timeLeftMs: number, { sameResults, fault }: Latest): RunEffect | null {
  const { maxMalformedReplies, maxSteps } = run.limits;
  if (run.malformedReplies >= maxMalformedReplies) {
    return {
      type: 'fail_run',
      code: 'malformed_replies',
      message: `The model sent ${maxMalformedReplies} replies in a row that weren’t valid.${fault ? ` ${fault}` : ''}`,
    };
  }
  if (run.steps >= maxSteps) {
    return {
      type: 'fail_run',
      code: 'step_limit',
      message: `The run reached its limit of ${countOf(maxSteps, 'step')} before it was finished.`,
    };
  }
  if (sameResults >= sameResultLimits.end) {
    return {
      type: 'fail_run',
      code: 'repeated_calls',
      message: `The model made the same call ${sameResults} times and got the same result each time, so it was stopped.`,
    };
  }
  return timeLeftMs <= 0 ? timeLimit(run) : null;
}

export function timeLimit(run: Pick<Run, 'limits'>): Extract<RunEffect, { type: 'fail_run' }> {
  return {
    type: 'fail_run',
    code: 'time_limit',
    message: `The run reached its time limit of ${describeDuration(run.limits.maxActiveMs)} before it was finished.`,
  };
}
