import type { ActorId, RunId } from '../shared/ids';
import { createRepeater } from './repeat';

export type SweeperOptions = {
  /**
   * Finds the runs that need a driver and have none. Each sweep calls it. `onError` gets what it throws, and
   * the next sweep asks again.
   */
  findUndriven: () => Promise<readonly { id: RunId; startedBy: ActorId; workspaceId: string }[]>;
  /** The callback must not throw. */
  dispatch: (runId: RunId, startedBy: ActorId, workspaceId: string) => void;
  onError: (error: unknown) => void;
  /** Sets the milliseconds from the end of a sweep to the next one. Defaults to 5,000. */
  periodMs?: number;
};

/** A run that stays undriven is dispatched after 1, 2, 4 … sweeps, and at the latest after this many. */
const maxPause = 512;

/**
 * Finds the runs whose driver died or was never told, while the server runs, and gives each of them to
 * `dispatch`. `start` sweeps at once and then repeatedly. A run that cannot be driven is retried less and
 * less often.
 */
export function createSweeper({ findUndriven, dispatch, onError, periodMs = 5_000 }: SweeperOptions) {
  let pauses = new Map<RunId, { length: number; left: number }>();

  const sweep = async () => {
    const before = pauses;
    pauses = new Map();
    for (const { id: runId, startedBy, workspaceId } of await findUndriven()) {
      const pause = before.get(runId);
      if (pause && pause.left > 0) pauses.set(runId, { ...pause, left: pause.left - 1 });
      else {
        const length = pause ? Math.min(pause.length * 2 + 1, maxPause) : 0;
        pauses.set(runId, { length, left: length });
        dispatch(runId, startedBy, workspaceId);
      }
    }
  };
  const { start, stop } = createRepeater({ work: sweep, onError, periodMs });
  return { sweep: () => sweep().catch(onError), start, stop };
}
