const brand = Symbol.for('countersign.AppError');

/**
 * Reports a caller's mistake, or a state that does not allow the request. Each code has one HTTP status
 * (`lib/http`).
 */
export class AppError extends Error {
  readonly [brand] = true;

  constructor(
    readonly code: AppErrorCode,
    message: string,
    readonly details: AppErrorDetails = {},
  ) {
    super(message);
  }

  /**
   * Compares the brand, because Next bundles start-up and routes apart: each has its own copy of this class.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

export type AppErrorCode =
  | 'malformed_json'
  | 'invalid_body'
  | 'invalid_parameters'
  | 'unauthenticated'
  | 'too_many_requests'
  | 'forbidden'
  | 'not_found'
  | 'path_refused'
  | 'run_active'
  | 'idempotency_key_reused'
  | 'cannot_continue'
  | 'already_decided'
  | 'target_changed'
  | 'consent_required'
  | 'plan_changed'
  | 'plan_impossible'
  | 'no_outcome_to_settle'
  | 'damaged_data'
  | 'model_unavailable'
  | 'workspace_unavailable'
  | 'database_unavailable';

export type AppErrorDetails = {
  fields?: Record<string, string>;
  approval?: unknown;
  runId?: string;
  approvalId?: string;
  folder?: string;
  server?: string;
  /** Becomes the header `Retry-After` (`too_many_requests`). */
  retryAfterSeconds?: number;
};

/** Describes an exception on the server for a person. The id leads to its line in the log. */
export function describeBug(errorId: string): string {
  return `Something broke on the server. Look for ${errorId} in its log.`;
}
