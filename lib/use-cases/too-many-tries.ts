import { AppError, type AppErrorDetails } from '../shared/app-error';

/** Refuses a password for an address that is locked for so long. */
export function tooManyTries(
  lockedMs: number,
  message: string,
  fields?: AppErrorDetails['fields'],
): AppError {
  const retryAfterSeconds = Math.ceil(lockedMs / 1_000);
  return new AppError('too_many_requests', message, { ...(fields && { fields }), retryAfterSeconds });
}
