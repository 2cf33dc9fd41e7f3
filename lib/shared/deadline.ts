/**
 * Does the work with a signal that aborts when `outer` does, or when `timeLeftMs` of active time have passed
 * (the reason is a `TimeoutError`). The timer is our own. On Node 20, a signal of `AbortSignal.timeout` that
 * only `AbortSignal.any` holds can be collected with its timer, and then it never fires.
 */
export async function withDeadline<T>(
  outer: AbortSignal,
  timeLeftMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const forward = () => controller.abort(outer.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('The time limit was reached', 'TimeoutError')),
    Math.max(0, Math.ceil(timeLeftMs)),
  );
  if (outer.aborted) forward();
  outer.addEventListener('abort', forward);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', forward);
  }
}

/** Tells whether the run's time limit ended the work, not a person and not the server. */
export function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}
