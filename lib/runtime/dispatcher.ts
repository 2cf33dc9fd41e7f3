import type { RunId } from '../shared/ids';
import type { Dispatcher } from './dispatcher.port';

export type DriveOptions = { signal: AbortSignal; isShuttingDown: () => boolean };

/** `taken`: the run with its lease, from the commit that gave it to this process. Null: the driver claims it. */
export type Drive<Taken> = (runId: RunId, options: DriveOptions, taken: Taken | null) => Promise<void>;

/**
 * Drives runs in this process, each at most once at a time, any number side by side. `drive` must not throw
 * for anything a run can do; what it throws is a bug and goes to `onBug`.
 */
export function createDispatcher<Taken>(options: {
  drive: Drive<Taken>;
  onBug: (runId: RunId, error: unknown) => void;
}): Dispatcher & {
  /**
   * Keeps the run's place for a driver that begins with `take`; `decline` gives the place back. Null: it has a driver already, or
   * the process is shutting down. In between the run counts as driven: it can be aborted, and shutting down waits for it.
   */
  reserve(runId: RunId): { take(taken: Taken): void; decline(): void } | null;
  shutDown(): Promise<void>;
  activeRuns(): number;
} {
  const driven = new Map<RunId, { controller: AbortController; done: Promise<void> }>();
  const again = new Set<RunId>();
  let isShuttingDown = false;

  const begin = (runId: RunId, work: (drive: (taken: Taken | null) => Promise<void>) => Promise<void>) => {
    const controller = new AbortController();
    const facts = { signal: controller.signal, isShuttingDown: () => isShuttingDown };
    const done = work(async (taken) => options.drive(runId, facts, taken))
      .catch((error: unknown) => options.onBug(runId, error))
      .finally(() => {
        driven.delete(runId);
        if (again.delete(runId)) dispatch(runId);
      });
    driven.set(runId, { controller, done });
  };
  const dispatch = (runId: RunId) => {
    if (isShuttingDown) return;
    if (driven.has(runId)) again.add(runId);
    else begin(runId, (drive) => drive(null));
  };

  return {
    dispatch,
    reserve(runId) {
      if (isShuttingDown || driven.has(runId)) return null;
      let decide: (taken: Taken | null) => void = () => {};
      const decided = new Promise<Taken | null>((resolve) => {
        decide = resolve;
      });
      begin(runId, async (drive) => {
        const taken = await decided;
        if (taken !== null) await drive(taken);
      });
      return { take: decide, decline: () => decide(null) };
    },
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
