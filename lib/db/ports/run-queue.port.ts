import type { RunId } from '../../shared/ids';

/**
 * Tells one of the servers of a database about each run that needs a driver and has none, as soon as the
 * transaction that says so has committed. It only hurries what the sweep finds: a run may come twice, late, or
 * when it no longer needs a driver.
 */
export type RunQueue = {
  /**
   * Takes runs from the queue while this server has room, and gives them to `take`. `setRoom` says whether it has;
   * at first it has none.
   */
  receive(take: (runIds: RunId[]) => Promise<void>): { setRoom(hasRoom: boolean): void };
};

/** Belongs to a database that has one server, which knows all runs that need it. */
export const noRunQueue: RunQueue = { receive: () => ({ setRoom: () => {} }) };
