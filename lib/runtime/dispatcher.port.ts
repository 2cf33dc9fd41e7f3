import type { RunId } from '../shared/ids';

/**
 * Brings runs that need a driver to a driver. Nobody has to ask for it after a commit: the store keeps the request in the
 * commit's own transaction and passes it on (`createRunStore`), and the sweep finds what was lost on the way (`createSweeper`).
 *
 * Every implementation promises, in this process or through a queue such as pg-boss:
 * - It drives each dispatched run at least once. Twice or late does no harm: the claim lets one driver in.
 * - It keeps no truth. With everything in it lost, the sweep dispatches the runs again, so a queue needs no retries of its own.
 * - A drive that throws is reported and given up. The run is still requested, or its lease expires.
 */
export interface Dispatcher {
  /** Returns at once and never throws. A run that is being driven already is looked at again when its driver returns. */
  dispatch(runId: RunId): void;
  /** Ends the model call or tool in flight, if this process is driving the run; its state is written elsewhere. */
  abort(runId: RunId): void;
}

/** Why a driver is aborted when the server shuts down. Its run goes on after the next start. */
export class ServerStopping extends Error {
  override name = 'AbortError';
}
