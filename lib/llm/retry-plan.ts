import type { ServerFailure } from './explain-error';

/** Counts what was tried for one reply so far. */
export type Tried = { attempts: number; askedWaits: number; loadingWaits: number };

export const nothingTried: Tried = { attempts: 0, askedWaits: 0, loadingWaits: 0 };

/** `reason` says why a person waits. `again` means that the server failed, and may succeed the next time. */
export type Retry = { waitMs: number; reason: 'loading' | 'asked' | 'again'; tried: Tried };

const maxAttempts = 3;
/** Limits the waits that the server asks for. They do not count as failed attempts, but they must end. */
const maxAskedWaits = 10;
const longestLoadingWaitMs = 10_000;

/**
 * Says when to ask again after a failure; null means to give up. A model that loads is asked until
 * `timeLeftMs` is used up. A wait that the server asks for is kept, if it ends before that. Every other
 * failure gets three attempts: the first pause takes `retryDelayMs`, the second twice as long.
 */
export function planRetry(
  { isRetryable, isLoading, retryAfterMs }: ServerFailure,
  before: Tried,
  { timeLeftMs, retryDelayMs }: { timeLeftMs: number; retryDelayMs: number },
): Retry | null {
  if (!isRetryable) return null;
  const inTime = (retry: Retry) => (retry.waitMs < timeLeftMs ? retry : null);
  if (isLoading) {
    const growingMs = Math.min(2 * retryDelayMs * 1.5 ** before.loadingWaits, longestLoadingWaitMs);
    const waitMs = Math.min(
      Math.max(retryAfterMs ?? 0, growingMs),
      Math.max(longestLoadingWaitMs, growingMs),
    );
    return inTime({ waitMs, reason: 'loading', tried: { ...before, loadingWaits: before.loadingWaits + 1 } });
  }
  if (retryAfterMs !== null && retryAfterMs >= 1_000) {
    if (before.askedWaits === maxAskedWaits) return null;
    const tried = { ...before, askedWaits: before.askedWaits + 1 };
    return inTime({ waitMs: retryAfterMs, reason: 'asked', tried });
  }
  const tried = { ...before, attempts: before.attempts + 1 };
  if (tried.attempts === maxAttempts) return null;
  return inTime({ waitMs: retryAfterMs ?? retryDelayMs * 2 ** before.attempts, reason: 'again', tried });
}
