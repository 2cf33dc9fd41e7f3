import type { Prisma, PrismaClient } from '../generated/client';
import type { Counter } from './counter.port';
import type { Outages } from './database-unavailable.port';
import type { Notices } from './notices.port';
import type { RunQueue } from './run-queue.port';
import type { RunReader } from './run-reader.port';
import type { RunWriter } from './run-writer.port';
import type { Durability } from './stores.port';

type Table = Uncapitalize<Prisma.ModelName>;

/**
 * Reads tables. The Prisma client of any provider has this part for the models of `schema.prisma`. TypeScript
 * cannot compare the generics of two generated clients, so the opening of another provider casts its client.
 */
export type Reader = Pick<PrismaClient, Table | '$queryRaw'>;

/** One write transaction may use this part of any provider's client. */
export type WriteTransaction = Pick<PrismaClient, Table | '$queryRaw' | '$executeRaw'>;

/** This database is open and migrated. The stores use only this type, which every kind of database has. */
export type Database = {
  /**
   * Sees only committed rows, and all rows of every `write` that has resolved. Throws `DatabaseUnavailable`
   * while the database cannot be read.
   */
  read: Reader;

  /**
   * Runs `work` as one transaction. The transaction is on disk when the promise resolves, and nothing of it
   * stays when `work` throws.
   *
   * Transactions take effect as if they ran one after another. SQLite runs them so. A database that runs them
   * in parallel must use its serializable level and run `work` again after a conflict. For this reason,
   * `work` has no effect outside its transaction and catches no error of a statement. It executes statements
   * of its transaction and waits for nothing else, so it has no time limit. A `write` inside of `work` would
   * wait for itself.
   *
   * Throws `DatabaseUnavailable` while the database cannot be written, and then stores nothing of the
   * transaction.
   *
   * `runs` writes the rows of runs in the same transaction. All writes use this function or `Database.runs`.
   *
   * `isLong` marks a transaction that would keep the event loop busy: it gives way to other work between its
   * statements.
   */
  write<T>(
    work: (transaction: WriteTransaction, runs: RunWriter) => Promise<T>,
    options?: { isLong?: boolean },
  ): Promise<T>;

  /** Writes during a step. Each call is a transaction of its own, in turn with every `write`. */
  runs: RunWriter;

  /** Reads during a step and a decision. */
  runReads: RunReader;

  outages: Outages;
  /** Other servers may work on the same database. */
  notices: Notices;
  runQueue: RunQueue;
  /** Servers that share the database share these counts. */
  counter: Counter;
  durability: Durability;
  /**
   * These files of this machine hold the database, and tools must not touch them. The list is empty when
   * another machine holds it.
   */
  files: readonly string[];
  /** Opening applied the migrations with these names. */
  appliedMigrations: readonly string[];
  close(): Promise<void>;
};
