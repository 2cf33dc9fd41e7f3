import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '../contracts/errors';
import { log } from '../logging/log';
import { AppError, type AppErrorCode } from '../shared/app-error';

/** One code, one status. */
const statusByCode: Record<AppErrorCode, number> = {
  malformed_json: 400,
  invalid_body: 400,
  invalid_query: 400,
  invalid_parameters: 422,
  not_found: 404,
  run_active: 409,
  run_not_active: 409,
  cannot_continue: 409,
  already_decided: 409,
  target_changed: 409,
  consent_required: 422,
  plan_changed: 409,
  plan_impossible: 422,
  no_outcome_to_settle: 409,
  model_unavailable: 502,
  too_large: 413,
  unsupported_media_type: 415,
};

/** A caller's mistake is answered as it is; a bug is logged once, here, and answered with an id that finds the line. */
export function toErrorResponse(error: unknown): Response {
  if (error instanceof AppError) {
    const body: ErrorBody = { error: { code: error.code, message: error.message, ...error.details } };
    return Response.json(body, { status: statusByCode[error.code] });
  }
  const errorId = randomUUID();
  log.error({ errorId, err: error }, 'A request failed');
  const body: ErrorBody = {
    error: { code: 'internal_error', message: `Something broke on the server (error ${errorId}).`, errorId },
  };
  return Response.json(body, { status: 500 });
}
