import { createStore, useStore } from './external-store';

/**
 * Holds the run that this tab follows live, whichever page is open. The tab follows only one run, so it needs
 * only one event stream.
 */
const watchedRun = createStore<string | null>(null);

export function watchRun(runId: string): void {
  watchedRun.set(runId);
}

export function useWatchedRunId(): string | null {
  return useStore(watchedRun);
}
