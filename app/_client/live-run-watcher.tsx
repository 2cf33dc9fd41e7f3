'use client';

import { useRunLive } from './use-run-live';
import { useWatchedRunId } from './watched-run';

/** Mounted once, above all pages, so that this tab follows a run while the person looks elsewhere. */
export function LiveRunWatcher() {
  useRunLive(useWatchedRunId());
  return null;
}
