import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '../contracts/errors';
import { log } from '../logging/log';
import { AppError } from '../shared/app-error';
import { statusByCode } from './status-by-code';

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
  return Response.json(body, { status: statusByCode.internal_error });
}
