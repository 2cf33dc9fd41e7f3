/** A server sent nothing for too long. */
export class SilenceError extends Error {
  constructor(readonly silenceMs: number) {
    super(`No sign of life for ${silenceMs} ms`);
  }
}

/**
 * Watches one request. `signal` aborts with the outer signal's reason, or with a `SilenceError` when nothing calls
 * `heard` in time. Always call `end`.
 */
export type Watch = {
  readonly signal: AbortSignal;
  /** Call this when something arrives. The next bytes are due within `silenceMs`. */
  heard(silenceMs: number): void;
  /** Settles like the promise, but rejects as soon as `signal` aborts. It guards one promise at a time. */
  guard<T>(promise: Promise<T>): Promise<T>;
  /** Call this when the server has sent everything, so that `end` has nothing to abort. */
  noteClosed(): void;
  /** Stops watching, and aborts the request if it is still open. */
  end(): void;
};

/**
 * All requests share this exception: a new one for each request costs more than reading the reply's events.
 */
const requestIsOver = new DOMException('The request is over', 'AbortError');

export function startWatch(outer: AbortSignal, silenceMs: number): Watch {
  const controller = new AbortController();
  const { signal } = controller;
  let rejectGuarded: (reason: unknown) => void = () => {};
  let isClosed = false;
  const abort = (reason: unknown) => {
    controller.abort(reason);
    rejectGuarded(signal.reason);
  };
  const stop = () => abort(outer.reason);
  const startTimer = (ms: number) => setTimeout(() => abort(new SilenceError(ms)), ms);
  let dueInMs = silenceMs;
  let timer = startTimer(silenceMs);
  if (outer.aborted) stop();
  else outer.addEventListener('abort', stop, { once: true });
  return {
    signal,
    heard(nextMs) {
      if (nextMs === dueInMs) return void timer.refresh();
      clearTimeout(timer);
      dueInMs = nextMs;
      timer = startTimer(nextMs);
    },
    guard: (promise) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        rejectGuarded = reject;
        promise.then(resolve, reject);
      }),
    noteClosed() {
      isClosed = true;
    },
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
      if (!isClosed) abort(requestIsOver);
    },
  };
}

/** Waits. Throws the signal's reason as soon as it aborts. */
export function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, durationMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
