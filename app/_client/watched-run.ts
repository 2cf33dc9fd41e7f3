import { createStore, useStore } from './external-store';

/** The run this tab follows live, whichever page is open. One at a time: one event stream per tab. */
const watchedRun = createStore<string | null>(null);

export function watchRun(runId: string): void {
  watchedRun.set(runId);
}

export function useWatchedRunId(): string | null {
  return useStore(watchedRun);
}
