import type { RunState } from '../../domain/run';
import { assertNever } from '../../shared/assert-never';
import { toPlainLine } from './plain-line';
import { describeState } from './run-header';

/**
 * Says in one line of a list what a run does or what came of it. Returns null when the state says everything.
 */
export function toRunLine(state: RunState): string | null {
  switch (state.status) {
    case 'queued':
    case 'calling_model':
      return describeState(state);
    case 'awaiting_approval':
    case 'tool_ready':
    case 'tool_running':
    case 'outcome_unknown':
      return state.call.headline;
    case 'completed':
      return toPlainLine(state.answer);
    case 'rejected':
      return state.reason === null ? null : toPlainLine(state.reason);
    case 'failed':
      return state.message;
    case 'expired':
    case 'cancelled':
      return null;
    default:
      return assertNever(state);
  }
}

/** Returns the words for a state that is neither at work nor done, or null for one that is. */
export function toException(state: RunState, needsYou: boolean): string | null {
  switch (state.status) {
    case 'queued':
    case 'calling_model':
    case 'tool_ready':
    case 'tool_running':
    case 'completed':
      return null;
    case 'awaiting_approval':
    case 'outcome_unknown':
      return needsYou ? 'Needs you' : 'Waits for others';
    default:
      return describeState(state);
  }
}
