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
  /** Something arrived. The next bytes are due within `silenceMs`. */
  heard(silenceMs: number): void;
  /** Settles like the promise, but rejects as soon as `signal` aborts. */
  guard<T>(promise: Promise<T>): Promise<T>;
  /** Stops watching, and aborts the request if it is still open. */
  end(): void;
};

/** Made once: an exception of its own for each request costs more than reading the reply's events. */
const requestIsOver = new DOMException('The request is over', 'AbortError');

export function startWatch(outer: AbortSignal, silenceMs: number): Watch {
  const controller = new AbortController();
  const stop = () => controller.abort(outer.reason);
  let timer = setTimeout(() => controller.abort(new SilenceError(silenceMs)), silenceMs);
  if (outer.aborted) stop();
  else outer.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    heard(nextMs) {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(new SilenceError(nextMs)), nextMs);
    },
    guard: (promise) => settleOrAbort(promise, controller.signal),
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
      controller.abort(requestIsOver);
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

function settleOrAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
