import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import type Sqlite from 'better-sqlite3';
import { PrismaClient } from '../generated/client';
import { withSoundTexts } from '../opening/sound-adapter';
import type { WriteTransaction } from '../ports/database';

/**
 * Shares one connection between a Prisma client and our own statements, so that one transaction holds the
 * rows of both. Prisma offers no way to do this, so this file alone knows how its pinned adapter works.
 */
export type StepConnection = {
  /** Executes our own statements, and begins and ends every transaction. */
  driver: Sqlite.Database;
  client: PrismaClient;
  /** Makes the client a part of the open transaction until `end`. After `end`, each use throws. */
  join(): { transaction: WriteTransaction; throwIfOver(): void; end(): void };
  /** Returns the client, with each of its operations executed by `run`. */
  watch(run: <T>(operation: () => Promise<T>) => Promise<T>): PrismaClient;
  close(): Promise<void>;
};

/**
 * Connects to `file`. SQLite itself never waits for a lock, because its wait would stop the event loop. It
 * need not wait: a writer already holds the write lock (`createTurns`), and Prisma's transactions are parts
 * of the connection's open transaction.
 */
export async function openStepConnection(
  file: string,
  pragmas: readonly string[] = [],
): Promise<StepConnection> {
  const factory = new PrismaBetterSqlite3({ url: file, timeout: 0 });
  const connection = withSoundTexts(await factory.connect());
  const driver = takeDriver(connection);
  for (const pragma of pragmas) driver.pragma(pragma);
  const { provider, adapterName } = factory;
  const shared = toShared(connection, driver);
  const client = new PrismaClient({ adapter: { provider, adapterName, connect: async () => shared } });
  return {
    driver,
    client,
    join: () => joinTransaction(client),
    // The extension passes every call on without adding or removing anything.
    watch: (run) =>
      client.$extends({
        query: { $allOperations: ({ args, query }) => run(() => query(args)) },
      }) as unknown as PrismaClient,
    async close() {
      await client.$disconnect();
      // A client that was never used is not connected and closes nothing.
      driver.close();
    },
  };
}

/** The adapter of this pinned version keeps its connection in `client` and offers no other way to it. */
function takeDriver(connection: SqlDriverAdapter): Sqlite.Database {
  const holder: object = connection;
  if (!('client' in holder) || !isDriver(holder.client))
    throw new Error('@prisma/adapter-better-sqlite3 keeps its connection in another place now');
  const driver = holder.client;
  holder.client = keepStatements(driver);
  return driver;
}

function isDriver(client: unknown): client is Sqlite.Database {
  return typeof client === 'object' && client !== null && 'prepare' in client;
}

/** Makes each transaction of Prisma a part of the driver's open one. */
function toShared(connection: SqlDriverAdapter, driver: Sqlite.Database): SqlDriverAdapter {
  const queryable = {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: connection.queryRaw.bind(connection),
    executeRaw: connection.executeRaw.bind(connection),
  };
  return {
    ...queryable,
    executeScript: (script) => connection.executeScript(script),
    async startTransaction(): Promise<Transaction> {
      if (!driver.inTransaction) throw new Error('Prisma may write in a turn only (Database.write)');
      return {
        ...queryable,
        // Prisma runs no statements of its own for the beginning and the end, because the turn has both.
        options: { usePhantomQuery: true },
        commit: async () => {},
        rollback: async () => {},
      };
    },
    dispose: () => connection.dispose(),
  };
}

/** A Prisma transaction around the client would cost more than all its statements (docs/performance.md). */
function joinTransaction(client: PrismaClient): ReturnType<StepConnection['join']> {
  let isOver = false;
  const throwIfOver = () => {
    if (isOver) throw new Error('The transaction of this writer is over');
  };
  const transaction = new Proxy(client, {
    get(client, name) {
      throwIfOver();
      return Reflect.get(client, name);
    },
  });
  const end = () => {
    isOver = true;
  };
  return { transaction, throwIfOver, end };
}

/** Prisma's adapter uses this part of a connection. */
type AdapterClient = Pick<Sqlite.Database, 'exec' | 'close'> & {
  prepare(sql: string): { bind(values: unknown[]): BoundStatement };
};

type BoundStatement = {
  reader: boolean;
  run(): Sqlite.RunResult;
  columns(): Sqlite.ColumnDefinition[];
  raw(): { all(): unknown[] };
};

const mostKept = 100;

/**
 * Keeps the latest statements prepared for Prisma's adapter, which would prepare each statement for one use.
 * A use ends before the next one begins, because the adapter reads all rows at once.
 */
function keepStatements(driver: Sqlite.Database): AdapterClient {
  const kept = new Map<string, Sqlite.Statement>();
  const take = (sql: string): Sqlite.Statement => {
    const statement = kept.get(sql) ?? driver.prepare(sql);
    // The map keeps the order of use, so its first statement was unused for the longest time.
    kept.delete(sql);
    kept.set(sql, statement);
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return statement;
  };
  return {
    prepare(sql) {
      const statement = take(sql);
      return {
        bind: (values) => ({
          reader: statement.reader,
          run: () => statement.run(values),
          columns: () => statement.columns(),
          raw: () => ({ all: () => statement.raw().all(values) }),
        }),
      };
    },
    exec: (script) => driver.exec(script),
    close: () => driver.close(),
  };
}
