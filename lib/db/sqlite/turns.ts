import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { failpoint } from '../../shared/failpoint';
import { DatabaseUnavailable } from '../database-unavailable.port';

/** Pauses between two tries for the write lock, in milliseconds; the last one repeats. */
const pausesMs = [1, 2, 5, 10, 20];

const longWaitMs = 1_000;
/** SQLite's own: the log is copied back into the database when a commit leaves so many pages in it. */
const checkpointPages = 1_000;

export type TurnOptions = {
  /** How long a turn waits for its own lock while another process holds it, in milliseconds. */
  lockWaitMs: number;
  /** Throws when nothing may be written. Called once in each transaction, right before its commit. */
  checkFile: () => void;
  /** Called once for each turn that waits for more than a second, with the error that it may end with. */
  onLongWait: (error: DatabaseUnavailable) => void;
};

type Shared = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };

/**
 * Transactions on one connection, one at a time, in the order in which they were asked for. Each takes the write lock when it
 * begins, so no later statement of it waits for another process. While another process holds that lock, the event loop goes on and
 * the turn tries again; `lockWaitMs` after it was asked for, it throws `DatabaseUnavailable`.
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

  /** A transaction that the check ends has stored nothing, so it can be repeated when the file is back. */
  const checkAndCommit = () => {
    checkFile();
    commit.run();
  };

  /** Copying the log back takes as long as to write it. The next commit does that. */
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

  /** Does one work of several; what it throws undoes this work alone. */
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

  /** What it throws ends the transaction. */
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

  /** One commit, and one fsync, for all works that wait now. If they fail together, each is tried alone. */
  const doWaiting = async () => {
    let works: Shared[] = [];
    try {
      await takeTurn(() => {
        works = waiting.splice(0);
        doAll(works);
      });
    } catch (error) {
      // The lock never came: nothing was begun.
      if (works.length === 0) works = waiting.splice(0);
      for (const one of works) {
        if (works.length === 1) one.reject(error);
        else takeTurn(() => doAll([one])).catch(one.reject);
      }
    }
  };

  return {
    /**
     * Runs `work` in a transaction of its own. Resolves when that is on disk; nothing of it stays when `work` throws. When
     * `isLong`, `pause`, which it awaits between statements, and the commit let the event loop turn.
     */
    async alone<T>(work: (pause: () => Promise<void>) => Promise<T>, { isLong = false } = {}): Promise<T> {
      // What led here may have read a long reply, and a long text takes a while to write: others come in between. The first
      // immediate may still be in the round that read it.
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
     * Runs `work` in a transaction that it may share with other works of the same moment. Resolves when that is on disk. What one
     * work throws undoes that work alone. `work` may run twice, and has no effect outside the database.
     */
    shared: <T>(work: () => T): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        // Everything that this round of the event loop brings joins in.
        if (waiting.length === 1) setImmediate(() => void doWaiting());
      }),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
