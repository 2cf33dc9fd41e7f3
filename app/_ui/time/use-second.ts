import { useSyncExternalStore } from 'react';

const secondMs = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = new Date();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const tell of listeners) tell();
  }, secondMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Updates a stopped clock, because the timer runs only while something follows it. */
function read(): Date {
  if (timer === undefined && Date.now() - now.getTime() >= secondMs) now = new Date();
  return now;
}

/**
 * Returns the time of the page's one clock, which moves each second, so that all places show the same wait
 * for a request.
 */
export function useSecond(): Date {
  return useSyncExternalStore(subscribe, read, read);
}
