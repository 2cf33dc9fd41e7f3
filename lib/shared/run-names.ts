/** These states of a run are stored and sent. `RunState` says what belongs to each. */
export const runStatuses = [
  'queued',
  'calling_model',
  'awaiting_approval',
  'tool_ready',
  'tool_running',
  'outcome_unknown',
  'completed',
  'rejected',
  'expired',
  'cancelled',
  'failed',
] as const;

/**
 * These codes say why a run failed. `model_unavailable`: the model that the run is bound to is no longer set
 * up. `context_exceeded`: the request is too long for the model. `damaged_data`: a row of the run cannot be
 * read.
 */
export const failureCodes = [
  'step_limit',
  'time_limit',
  'malformed_replies',
  'repeated_calls',
  'provider_error',
  'model_unavailable',
  'context_exceeded',
  'tool_failed',
  'internal_error',
  'damaged_data',
] as const;
