import type { AppErrorCode } from '../shared/app-error';

/**
 * The entry rejects requests with these codes before any handler sees them. A bug has the code
 * `internal_error`.
 */
type EntryErrorCode =
  | 'bad_request'
  | 'bad_target'
  | 'cross_origin'
  | 'headers_too_large'
  | 'internal_error'
  | 'method_not_allowed'
  | 'no_key'
  | 'no_upgrade'
  | 'request_timeout'
  | 'stopping'
  | 'too_large'
  | 'unknown_host'
  | 'unmet_expectation'
  | 'unsupported_media_type';

export type HttpErrorCode = AppErrorCode | EntryErrorCode;

/** Maps every code of an error response to its HTTP status. */
export const statusByCode: Record<HttpErrorCode, number> = {
  malformed_json: 400,
  invalid_body: 400,
  bad_request: 400,
  bad_target: 400,
  no_upgrade: 400,
  unauthenticated: 401,
  cross_origin: 403,
  forbidden: 403,
  no_key: 403,
  not_found: 404,
  path_refused: 403,
  method_not_allowed: 405,
  request_timeout: 408,
  run_active: 409,
  cannot_continue: 409,
  already_decided: 409,
  target_changed: 409,
  plan_changed: 409,
  no_outcome_to_settle: 409,
  workspace_unavailable: 409,
  damaged_data: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unmet_expectation: 417,
  unknown_host: 421,
  invalid_parameters: 422,
  consent_required: 422,
  idempotency_key_reused: 422,
  plan_impossible: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal_error: 500,
  model_unavailable: 502,
  database_unavailable: 503,
  stopping: 503,
};
