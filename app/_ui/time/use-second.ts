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

/** While nothing follows the clock, nothing moves it. */
function read(): Date {
  if (timer === undefined && Date.now() - now.getTime() >= secondMs) now = new Date();
  return now;
}

/** The time of the page's one clock, which moves each second: everything that shows how long a request waits shows the same. */
export function useSecond(): Date {
  return useSyncExternalStore(subscribe, read, read);
}
