/** Aborts when `outer` does, or when `timeLeftMs` of active time have passed (reason: a `TimeoutError`). */
export function withDeadline(outer: AbortSignal, timeLeftMs: number): AbortSignal {
  return AbortSignal.any([outer, AbortSignal.timeout(Math.max(0, Math.ceil(timeLeftMs)))]);
}

/** It was the run's time limit that ended the work, not a person and not the server. */
export function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}
