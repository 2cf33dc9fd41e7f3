import type { ConversationSummary } from '@/lib/contracts/conversations';

export type RunTone = 'needs-you' | 'active' | 'danger' | 'done' | 'plain';

/**
 * Returns the color of a run's state. `plain` means that the run ended without a result, or that there is no
 * run.
 */
export function toRunTone(status: ConversationSummary['lastRunStatus']): RunTone {
  switch (status) {
    case 'awaiting_approval':
    case 'outcome_unknown':
      return 'needs-you';
    case 'queued':
    case 'calling_model':
    case 'tool_ready':
    case 'tool_running':
      return 'active';
    case 'failed':
      return 'danger';
    case 'completed':
      return 'done';
    default:
      return 'plain';
  }
}
