import { setTimeout as sleep } from 'node:timers/promises';
import { isConflict } from './server-error';

/** A transaction runs at most so often. */
const mostAttempts = 10;
/** From this attempt on, the transactions of this process that met a conflict run one after another. */
const firstInTurn = 3;
const pauseMs = 4;

/**
 * Creates a function that runs a transaction again when it lost against another one, which happens whenever two
 * read and change the same rows. The last conflict is thrown. It calls `onRepeat` before each further try.
 */
export function createRepeater(onRepeat: () => void = () => {}) {
  let lastTurn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => {});
    return turn;
  };
  return async <T>(transaction: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await (attempt < firstInTurn ? transaction() : inTurn(transaction));
      } catch (error) {
        if (attempt === mostAttempts || !isConflict(error)) throw error;
        onRepeat();
        // Transactions that met once would meet again if they waited equally long.
        await sleep(Math.random() * pauseMs * attempt);
      }
    }
  };
}
