import { ApiError } from './api-error';

const maxRetries = 2;

/** Says whether a page asks again after so many failures, because the same question may get an answer later. */
export function needsRetry(failures: number, error: unknown): boolean {
  if (failures >= maxRetries || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Says the same for a page with nothing else to show: it tells the person how long to wait instead. */
export const needsRetrySoon = (failures: number, error: Error): boolean =>
  needsRetry(failures, error) && !(error instanceof ApiError && error.retryAfterMs !== null);

/** Waits as long as the server asks, and otherwise a little longer each time. */
export function toRetryDelayMs(failures: number, error: unknown): number {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : null;
  return askedMs ?? Math.min(1_000 * 2 ** failures, 30_000);
}
