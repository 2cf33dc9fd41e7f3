import type { ErrorBody } from '../contracts/errors';
import { log } from '../logging/log';
import { AppError, describeBug } from '../shared/app-error';
import { createId } from '../shared/ids';
import { statusByCode } from './status-by-code';

/** Returns a caller's mistake unchanged. Logs a bug once, here, and returns an id that finds its log line. */
export function toErrorResponse(error: unknown): Response {
  if (error instanceof AppError) {
    const { retryAfterSeconds, ...details } = error.details;
    const body: ErrorBody = { error: { code: error.code, message: error.message, ...details } };
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': `${retryAfterSeconds}` };
    return Response.json(body, { status: statusByCode[error.code], headers });
  }
  const errorId = createId('err');
  log.error({ errorId, err: error }, 'A request failed');
  const body: ErrorBody = {
    error: { code: 'internal_error', message: describeBug(errorId), errorId },
  };
  return Response.json(body, { status: statusByCode.internal_error });
}
