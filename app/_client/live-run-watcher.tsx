'use client';

import { useRunLive } from './use-run-live';
import { useWatchedRunId } from './watched-run';

/** Follows a run while the person looks at other pages. The app mounts it once, above all pages. */
export function LiveRunWatcher() {
  useRunLive(useWatchedRunId());
  return null;
}
