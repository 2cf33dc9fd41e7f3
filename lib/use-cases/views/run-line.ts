import type { RunState } from '../../domain/run';
import { assertNever } from '../../shared/assert-never';
import { toPlainLine } from '../../shared/plain-line';
import { describeState } from './run-header';

/** What a run does or what came of it, in one line of a list. Null: its state says all there is. */
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

/** The words for a state that is neither at work nor done. Null: it is. */
export function toException(state: RunState): string | null {
  switch (state.status) {
    case 'queued':
    case 'calling_model':
    case 'tool_ready':
    case 'tool_running':
    case 'completed':
      return null;
    case 'awaiting_approval':
    case 'outcome_unknown':
      return 'Needs you';
    default:
      return describeState(state);
  }
}
