import type { RunId } from '../shared/ids';
import type { Dispatcher } from './dispatcher.port';

export type DriveOptions = { signal: AbortSignal; isShuttingDown: () => boolean };

/**
 * Drives runs in this process, each at most once at a time, any number side by side. `drive` must not throw
 * for anything a run can do; what it throws is a bug and goes to `onBug`.
 */
export function createDispatcher(options: {
  drive: (runId: RunId, options: DriveOptions) => Promise<void>;
  onBug: (runId: RunId, error: unknown) => void;
}): Dispatcher & { shutDown(): Promise<void>; activeRuns(): number } {
  const driven = new Map<RunId, { controller: AbortController; done: Promise<void> }>();
  const again = new Set<RunId>();
  let isShuttingDown = false;

  const dispatch = (runId: RunId) => {
    if (isShuttingDown) return;
    if (driven.has(runId)) {
      again.add(runId);
      return;
    }
    const controller = new AbortController();
    const drive = async () =>
      options.drive(runId, { signal: controller.signal, isShuttingDown: () => isShuttingDown });
    const done = drive()
      .catch((error: unknown) => options.onBug(runId, error))
      .finally(() => {
        driven.delete(runId);
        if (again.delete(runId)) dispatch(runId);
      });
    driven.set(runId, { controller, done });
  };

  return {
    dispatch,
    abort: (runId) =>
      driven.get(runId)?.controller.abort(new DOMException('The run was stopped', 'AbortError')),
    activeRuns: () => driven.size,
    async shutDown() {
      isShuttingDown = true;
      again.clear();
      const running = [...driven.values()];
      for (const { controller } of running)
        controller.abort(new DOMException('The server is stopping', 'AbortError'));
      await Promise.all(running.map(({ done }) => done));
    },
  };
}
