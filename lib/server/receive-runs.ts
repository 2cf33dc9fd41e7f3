import type { RunQueue } from '../db/ports/run-queue.port';
import type { RunStore } from '../db/ports/run-store.port';
import type { Run } from '../domain/run';

/** Receives runs from the queue of the servers, once started and while this server has room for another one. */
export function createRunReceiver(
  runQueue: RunQueue,
  runs: Pick<RunStore, 'listUndriven'>,
  dispatch: (run: Pick<Run, 'id' | 'startedBy'>) => void,
): { start(): void; setRoom(hasRoom: boolean): void } {
  let isStarted = false;
  let hasRoom = true;
  const receiving = runQueue.receive(async (runIds) => {
    for (const run of await runs.listUndriven(runIds)) dispatch(run);
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
