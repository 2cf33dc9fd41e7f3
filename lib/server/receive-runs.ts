import type { RunQueue } from '../db/ports/run-queue.port';
import type { RunStore } from '../db/ports/run-store.port';
import type { RunId } from '../shared/ids';

type Undriven = ReturnType<RunStore['listUndriven']>;

/**
 * Receives runs from the queue of the servers, once started and while this server has room for another one.
 * `findUndriven` leaves out the runs that no longer need a driver, and those that another server must drive: that
 * one finds them by its next sweep.
 */
export function createRunReceiver(
  runQueue: RunQueue,
  findUndriven: (among: readonly RunId[]) => Undriven,
  dispatch: (run: Awaited<Undriven>[number]) => void,
): { start(): void; setRoom(hasRoom: boolean): void } {
  let isStarted = false;
  let hasRoom = true;
  const receiving = runQueue.receive(async (runIds) => {
    for (const run of await findUndriven(runIds)) dispatch(run);
  });
  return {
    start() {
      isStarted = true;
      receiving.setRoom(hasRoom);
    },
    setRoom(room) {
      hasRoom = room;
      if (isStarted) receiving.setRoom(room);
    },
  };
}
