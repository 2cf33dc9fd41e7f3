import type { Outages } from './database-unavailable.port';
import type { PrismaClient } from './generated/client';
import type { RunReader } from './run-reader.port';
import type { RunWriter } from './run-writer.port';
import type { Durability } from './stores.port';

/** The part of the client that one write transaction may use. */
export type WriteTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** A database that is open and migrated. The stores work with this part alone, which every kind of database has. */
export type Database = {
  /**
   * Sees committed rows only, those of every `write` that has resolved included. Throws `DatabaseUnavailable` while the
   * database cannot be read.
   */
  read: PrismaClient;

  /**
   * One transaction, on disk when the promise resolves; nothing of it stays when `work` throws.
   *
   * Transactions take effect as if they ran one after another. SQLite runs them so. A database that runs them side by side must
   * use its serializable level and run `work` again after a conflict: `work` has no effect outside its transaction, and
   * catches no error of a statement. It executes statements of its transaction and waits for nothing else, so there is no time limit; a
   * `write` inside of it would wait for itself.
   *
   * Throws `DatabaseUnavailable` while the database cannot be written; nothing of the transaction is stored then.
   *
   * `runs` writes the rows of runs in the same transaction. There is no other way to write than this one and `Database.runs`.
   *
   * `isLong`: it writes so much that it would keep the event loop busy. It gives way to others between its statements.
   */
  write<T>(
    work: (transaction: WriteTransaction, runs: RunWriter) => Promise<T>,
    options?: { isLong?: boolean },
  ): Promise<T>;

  /** Writes on the way of a step: each call is a transaction of its own, in turn with every `write`. */
  runs: RunWriter;

  /** Reads on the way of a step and of a decision. */
  runReads: RunReader;

  outages: Outages;
  durability: Durability;
  /** Files of this machine that hold it, for tools to stay away from. Empty when another machine does. */
  files: readonly string[];
  /** Names of the migrations that were applied when it was opened. */
  appliedMigrations: readonly string[];
  close(): Promise<void>;
};
