import type { ActorId, RunId } from '../shared/ids';

/**
 * Brings runs that need a driver to a driver. Nobody has to ask for it after a commit: the store keeps the
 * request in the commit's own transaction and passes it on (`RunStore.driveWith`), and the sweep finds requests
 * that were lost on the way (`createSweeper`).
 *
 * Every implementation, in this process or through a queue such as pg-boss, makes these promises:
 * - It drives each dispatched run at least once. A second or late drive does no harm, because the claim lets
 *   one driver in.
 * - It is never the only place of a fact. When all its data is lost, the sweep dispatches the runs again, so
 *   a queue needs no retries of its own.
 * - It reports a drive that throws, and gives that drive up. The run is still requested, or its lease
 *   expires.
 */
export interface Dispatcher {
  /**
   * Returns at once and never throws. When a driver already has the run, the dispatcher looks at the run
   * again after that driver returns. `startedBy` is the person whose turn the run takes. A run of a workspace
   * that is not here is left to another process.
   */
  dispatch(runId: RunId, startedBy: ActorId, workspaceId: string): void;
  /**
   * Ends the model call or tool in flight, if this process is driving the run. Another part stores the run's
   * state.
   */
  abort(runId: RunId): void;
}

/** Says when a driver ends. */
export type DriveOptions = {
  /** Ends model calls and waits: a person stopped the run, or this process gives its runs back. */
  signal: AbortSignal;
  /** Ends a tool: a person stopped the run, or this process waits for no tool any longer. */
  toolSignal: AbortSignal;
  isShuttingDown: () => boolean;
  /** The run is driven only if it belongs to this workspace. */
  workspaceId: string;
};
