import { toPerson } from '../domain/actor';
import type { ActorId, RunId } from '../shared/ids';
import type { Dispatcher, DriveOptions } from './dispatcher.port';
import { createFairQueue } from './fair-queue';

/** Without another limit, a call has this long to end by itself. A command then gets another 1.8 s. */
const shutdownGraceMs = 400;

/** Many runs come or move up at once. Viewers hear of places at the first change, and then this much later. */
const tellPlacesMs = 250;

/**
 * `taken` is the run with its lease, from the commit that gave it to this process. With null, the driver
 * claims the run itself.
 */
export type Drive<Taken> = (runId: RunId, options: DriveOptions, taken: Taken | null) => Promise<void>;

/**
 * Drives runs in this process, each at most once at a time, at most `maxDriven` at once, and of each workspace
 * at most `maxDrivenOf` at once. The other runs wait, and people take turns (`orderFairly`). `drive` must not
 * throw for anything that a run can do; what it throws is a bug and goes to `onBug`.
 */
export function createDispatcher<Taken>(options: {
  drive: Drive<Taken>;
  maxDriven: number;
  /** The default is no limit. */
  maxDrivenOf?: (workspaceId: string) => number;
  /** The run waits at this place of the line, from 1 on. Null means that it waits no longer. */
  onWait: (runId: RunId, place: number | null) => void;
  /** Another run could begin at once, or none could any longer. At first one could. */
  onRoom?: (hasRoom: boolean) => void;
  onBug: (runId: RunId, error: unknown) => void;
}): Dispatcher & {
  /**
   * Keeps the run's place for a driver that begins with `take`; `decline` gives the place back. Returns null
   * when the run already has a driver, when there is no place, or when the process is shutting down. Until
   * `take` or `decline`, the run counts as driven: it can be aborted, and shutting down waits for it.
   */
  reserve(
    runId: RunId,
    startedBy: ActorId,
    workspaceId: string,
  ): { take(taken: Taken): void; decline(): void } | null;
  /**
   * Takes no further run, ends model calls at once, and resolves when every driver has given its run back.
   * Tools go on until `toolsMustEnd` aborts. A later call may bring that moment forward.
   */
  shutDown(toolsMustEnd?: AbortSignal): Promise<void>;
  isDriven(runId: RunId): boolean;
  /** Another server has the run, so it waits here no longer. The sweep finds it if that server has not. */
  leaveToOthers(runId: RunId): void;
  /** Counts the runs that are driven or wait for a place. */
  activeRuns(): number;
  waitingRuns(): number;
} {
  const { maxDrivenOf = () => Number.POSITIVE_INFINITY } = options;
  const driven = new Map<
    RunId,
    { workspaceId: string; work: AbortController; tool: AbortController; done: Promise<void> }
  >();
  const again = new Set<RunId>();
  const waiting = createFairQueue();
  const toldPlaces = new Map<RunId, number>();
  /** A person stopped these runs, so nobody is told any longer that they wait. */
  const untold = new Set<RunId>();
  let telling: NodeJS.Timeout | null = null;
  let hasChanged = false;
  let isShuttingDown = false;
  let hadRoom = true;

  const tellPlaces = () => {
    for (const [index, runId] of waiting.order().entries()) {
      const place = index + 1;
      if (toldPlaces.get(runId) === place || untold.has(runId)) continue;
      toldPlaces.set(runId, place);
      options.onWait(runId, place);
    }
  };
  const tellPlacesSoon = () => {
    hasChanged = telling !== null;
    if (hasChanged) return;
    tellPlaces();
    telling = setTimeout(() => {
      telling = null;
      if (hasChanged) tellPlacesSoon();
    }, tellPlacesMs).unref();
  };
  const hasPlace = (workspaceId: string) => {
    if (driven.size >= options.maxDriven) return false;
    const own = [...driven.values()].filter((run) => run.workspaceId === workspaceId).length;
    return own < maxDrivenOf(workspaceId);
  };
  const tellRoom = () => {
    const isFull = driven.size >= options.maxDriven || waiting.hasNext(hasPlace);
    const hasRoom = !isShuttingDown && !isFull;
    if (hasRoom === hadRoom) return;
    hadRoom = hasRoom;
    options.onRoom?.(hasRoom);
  };
  const endWait = (runId: RunId) => {
    untold.delete(runId);
    if (toldPlaces.delete(runId)) options.onWait(runId, null);
    if (waiting.size() > 0) tellPlacesSoon();
  };
  const begin = (
    runId: RunId,
    person: ActorId,
    workspaceId: string,
    work: (drive: (taken: Taken | null) => Promise<void>) => Promise<void>,
  ) => {
    const controllers = { work: new AbortController(), tool: new AbortController() };
    const facts = {
      signal: controllers.work.signal,
      toolSignal: controllers.tool.signal,
      isShuttingDown: () => isShuttingDown,
      workspaceId,
    };
    const done = work(async (taken) => options.drive(runId, facts, taken))
      .catch((error: unknown) => options.onBug(runId, error))
      .finally(() => {
        driven.delete(runId);
        // The run joins the person's other runs at their end, so it blocks no other by being requested again.
        if (again.delete(runId)) dispatch(runId, person, workspaceId);
        beginNext();
        tellRoom();
      });
    driven.set(runId, { ...controllers, workspaceId, done });
    tellRoom();
  };
  const beginNext = () => {
    if (isShuttingDown) return;
    const next = waiting.takeNext(hasPlace);
    if (next === null) return;
    endWait(next.runId);
    begin(next.runId, next.person, next.workspaceId, (drive) => drive(null));
  };
  const dispatch = (runId: RunId, startedBy: ActorId, workspaceId: string) => {
    if (isShuttingDown || waiting.has(runId)) return;
    const person = toPerson(startedBy);
    if (driven.has(runId)) again.add(runId);
    else if (!hasPlace(workspaceId) || waiting.hasNext(hasPlace)) {
      waiting.add(runId, person, workspaceId);
      tellPlacesSoon();
    } else begin(runId, person, workspaceId, (drive) => drive(null));
  };

  return {
    dispatch,
    reserve(runId, startedBy, workspaceId) {
      if (isShuttingDown || !hasPlace(workspaceId) || driven.has(runId)) return null;
      let decide: (taken: Taken | null) => void = () => {};
      const decided = new Promise<Taken | null>((resolve) => {
        decide = resolve;
      });
      begin(runId, toPerson(startedBy), workspaceId, async (drive) => {
        const taken = await decided;
        if (taken !== null) await drive(taken);
      });
      return { take: decide, decline: () => decide(null) };
    },
    abort(runId) {
      const stopped = new DOMException('The run was stopped', 'AbortError');
      driven.get(runId)?.work.abort(stopped);
      driven.get(runId)?.tool.abort(stopped);
      // The run keeps its place in the queue, in case the stop was not stored.
      if (waiting.has(runId)) {
        untold.add(runId);
        if (toldPlaces.delete(runId)) options.onWait(runId, null);
      }
    },
    isDriven: (runId) => driven.has(runId),
    leaveToOthers(runId) {
      if (!waiting.remove(runId)) return;
      endWait(runId);
      tellRoom();
    },
    activeRuns: () => driven.size + waiting.size(),
    waitingRuns: () => waiting.size(),
    async shutDown(toolsMustEnd = AbortSignal.timeout(shutdownGraceMs)) {
      isShuttingDown = true;
      tellRoom();
      again.clear();
      for (const runId of waiting.clear()) endWait(runId);
      if (telling) clearTimeout(telling);
      const running = [...driven.values()];
      const stopping = new DOMException('The server is stopping', 'AbortError');
      for (const { work } of running) work.abort(stopping);
      const endTools = () => {
        for (const { tool } of running) tool.abort(stopping);
      };
      if (toolsMustEnd.aborted) endTools();
      else toolsMustEnd.addEventListener('abort', endTools, { once: true });
      await Promise.all(running.map(({ done }) => done));
    },
  };
}
