import type { RunId } from '../shared/ids';

/** Hands runs to the loop. */
export interface Dispatcher {
  /** Returns at once. A run that is being driven already is looked at again when its driver returns. */
  dispatch(runId: RunId): void;
  /** Ends the model call or tool in flight, if this process is driving the run; its state is written elsewhere. */
  abort(runId: RunId): void;
}
