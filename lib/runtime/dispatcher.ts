import type { RunId } from '../shared/ids';
import { type Dispatcher, ServerStopping } from './dispatcher.port';

export type DriveOptions = { signal: AbortSignal; isShuttingDown: () => boolean };

/**
 * `taken` is the run with its lease, from the commit that gave it to this process. With null, the driver
 * claims the run itself.
 */
export type Drive<Taken> = (runId: RunId, options: DriveOptions, taken: Taken | null) => Promise<void>;

/**
 * Drives runs in this process, each at most once at a time, and at most `maxDriven` at once. The other runs
 * wait in the order in which they came. `drive` must not throw for anything that a run can do; what it throws
 * is a bug and goes to `onBug`.
 */
export function createDispatcher<Taken>(options: {
  drive: Drive<Taken>;
  maxDriven: number;
  /** The run begins to wait for a place, or stops waiting. */
  onWait: (runId: RunId, isWaiting: boolean) => void;
  onBug: (runId: RunId, error: unknown) => void;
}): Dispatcher & {
  /**
   * Keeps the run's place for a driver that begins with `take`; `decline` gives the place back. Returns null
   * when the run already has a driver, when there is no place, or when the process is shutting down. Until
   * `take` or `decline`, the run counts as driven: it can be aborted, and shutting down waits for it.
   */
  reserve(runId: RunId): { take(taken: Taken): void; decline(): void } | null;
  shutDown(): Promise<void>;
  isDriven(runId: RunId): boolean;
  /** Counts the runs that are driven or wait for a place. */
  activeRuns(): number;
  waitingRuns(): number;
} {
  const driven = new Map<RunId, { controller: AbortController; done: Promise<void> }>();
  const again = new Set<RunId>();
  /** The runs are in the order in which they came. */
  const waiting = new Set<RunId>();
  let isShuttingDown = false;

  const begin = (runId: RunId, work: (drive: (taken: Taken | null) => Promise<void>) => Promise<void>) => {
    const controller = new AbortController();
    const facts = { signal: controller.signal, isShuttingDown: () => isShuttingDown };
    const done = work(async (taken) => options.drive(runId, facts, taken))
      .catch((error: unknown) => options.onBug(runId, error))
      .finally(() => {
        driven.delete(runId);
        // The run joins the end of the queue, so a run that is requested again and again blocks no other.
        if (again.delete(runId)) dispatch(runId);
        beginNext();
      });
    driven.set(runId, { controller, done });
  };
  const isFull = () => driven.size >= options.maxDriven;
  const beginNext = () => {
    const [next] = waiting;
    if (next === undefined || isShuttingDown || isFull()) return;
    waiting.delete(next);
    options.onWait(next, false);
    begin(next, (drive) => drive(null));
  };
  const dispatch = (runId: RunId) => {
    if (isShuttingDown || waiting.has(runId)) return;
    if (driven.has(runId)) again.add(runId);
    else if (isFull() || waiting.size > 0) {
      waiting.add(runId);
      options.onWait(runId, true);
    } else begin(runId, (drive) => drive(null));
  };

  return {
    dispatch,
    reserve(runId) {
      if (isShuttingDown || isFull() || driven.has(runId)) return null;
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
    abort(runId) {
      driven.get(runId)?.controller.abort(new DOMException('The run was stopped', 'AbortError'));
      // The run keeps its place in the queue, in case the stop was not stored.
      if (waiting.has(runId)) options.onWait(runId, false);
    },
    isDriven: (runId) => driven.has(runId),
    activeRuns: () => driven.size + waiting.size,
    waitingRuns: () => waiting.size,
    async shutDown() {
      isShuttingDown = true;
      again.clear();
      waiting.clear();
      const running = [...driven.values()];
      for (const { controller } of running) controller.abort(new ServerStopping('The server is stopping'));
      await Promise.all(running.map(({ done }) => done));
    },
  };
}
