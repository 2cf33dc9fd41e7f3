import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { failpoint } from '../../shared/failpoint';
import { DatabaseUnavailable } from '../ports/database-unavailable.port';

/** A turn pauses this long between two tries for the write lock, in milliseconds. The last pause repeats. */
const pausesMs = [1, 2, 5, 10, 20];

const longWaitMs = 1_000;
/**
 * SQLite has the same default: it copies the log back into the database when a commit leaves this many pages
 * in it.
 */
const checkpointPages = 1_000;

export type TurnOptions = {
  /** A turn waits this long, in milliseconds, while another process holds the lock. */
  lockWaitMs: number;
  /** Throws when nothing may be written. Each transaction calls it once, right before its commit. */
  checkFile: () => void;
  /** Gets the error that the turn may end with. Each turn that waits for more than a second calls it once. */
  onLongWait: (error: DatabaseUnavailable) => void;
};

type Shared = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };

/**
 * Runs transactions on one connection, one at a time, in the order of their requests. Each takes the write
 * lock when it begins, so none of its later statements waits for another process. While another process holds
 * the lock, the event loop goes on and the turn tries again. It throws `DatabaseUnavailable` `lockWaitMs`
 * after its request.
 */
export function createTurns(driver: Sqlite.Database, { lockWaitMs, checkFile, onLongWait }: TurnOptions) {
  const begin = driver.prepare('BEGIN IMMEDIATE');
  const commit = driver.prepare('COMMIT');
  const rollback = driver.prepare('ROLLBACK');
  const savepoint = driver.prepare('SAVEPOINT shared');
  const release = driver.prepare('RELEASE shared');
  const undo = driver.prepare('ROLLBACK TO shared');
  let lastTurn: Promise<unknown> = Promise.resolve();
  const waiting: Shared[] = [];

  /**
   * Commits unless the check throws. The transaction has then stored nothing, so the caller can repeat it
   * when the file is back.
   */
  const checkAndCommit = () => {
    checkFile();
    commit.run();
  };

  /** Leaves copying the log back to the next commit. The copy takes as long as writing the log. */
  const withoutCheckpoint = (commitLong: () => void) => {
    driver.pragma('wal_autocheckpoint=0');
    try {
      commitLong();
    } finally {
      driver.pragma(`wal_autocheckpoint=${checkpointPages}`);
    }
  };

  const beginBefore = async (deadline: number) => {
    const startedAt = performance.now();
    let isLong = false;
    for (let tries = 0; ; tries += 1) {
      try {
        begin.run();
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        const busy = new DatabaseUnavailable('busy', 'write', error);
        if (performance.now() >= deadline) throw busy;
        if (!isLong && performance.now() - startedAt > longWaitMs) {
          isLong = true;
          onLongWait(busy);
        }
      }
      await sleep(pausesMs[Math.min(tries, pausesMs.length - 1)]);
    }
  };

  const takeTurn = <T>(work: () => Promise<T> | T): Promise<T> => {
    const deadline = performance.now() + lockWaitMs;
    const turn = lastTurn.then(async () => {
      await beginBefore(deadline);
      try {
        return await work();
      } finally {
        // SQLite ends the transaction by itself after some errors.
        if (driver.inTransaction) rollback.run();
      }
    });
    lastTurn = turn.catch(() => {});
    return turn;
  };

  /** Does one of several works. An exception undoes this work alone. */
  const doOne = ({ work, resolve, reject }: Shared): (() => void) => {
    savepoint.run();
    try {
      const value = work();
      release.run();
      return () => resolve(value);
    } catch (error) {
      if (!driver.inTransaction) throw error;
      undo.run();
      release.run();
      return () => reject(error);
    }
  };

  /** Does the only work of a transaction. An exception ends the transaction. */
  const doOnly = ({ work, resolve }: Shared): (() => void) => {
    const value = work();
    return () => resolve(value);
  };

  const doAll = (works: readonly Shared[]) => {
    const [only] = works;
    const answers = only && works.length === 1 ? [doOnly(only)] : works.map(doOne);
    failpoint('turn_uncommitted');
    checkAndCommit();
    failpoint('turn_committed');
    for (const answer of answers) answer();
  };

  /** Does all waiting works with one commit and one fsync. If they fail together, it tries each alone. */
  const doWaiting = async () => {
    let works: Shared[] = [];
    try {
      await takeTurn(() => {
        works = waiting.splice(0);
        doAll(works);
      });
    } catch (error) {
      // The lock never came, so no work began.
      if (works.length === 0) works = waiting.splice(0);
      for (const one of works) {
        if (works.length === 1) one.reject(error);
        else takeTurn(() => doAll([one])).catch(one.reject);
      }
    }
  };

  return {
    /**
     * Runs `work` in its own transaction. Resolves when the transaction is on disk, and nothing of it stays
     * when `work` throws. `work` awaits `pause` between statements. With `isLong`, the pauses and the commit
     * let the event loop turn.
     */
    async alone<T>(work: (pause: () => Promise<void>) => Promise<T>, { isLong = false } = {}): Promise<T> {
      // The caller may have read a long reply, and a long text takes a while to write, so other work goes on
      // in between. The first immediate may still be in the round that read the reply.
      await nextRound();
      await nextRound();
      return takeTurn(async () => {
        const pause = isLong ? () => nextRound() : async () => {};
        const result = await work(pause);
        await pause();
        if (isLong) withoutCheckpoint(checkAndCommit);
        else checkAndCommit();
        return result;
      });
    },
    /**
     * Runs `work` in a transaction that it may share with other works of the same moment. Resolves when the
     * transaction is on disk. An exception undoes its work alone. `work` may run twice, and has no effect
     * outside the database.
     */
    shared: <T>(work: () => T): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        // Every work that arrives in this round of the event loop joins in.
        if (waiting.length === 1) setImmediate(() => void doWaiting());
      }),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
