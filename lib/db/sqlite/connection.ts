import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import type Sqlite from 'better-sqlite3';
import { keepStatements } from './keep-statements';

/** Our own statements (`driver`) and a Prisma client (`adapter`) use one connection at the same time. */
export type Connection = { driver: Sqlite.Database; adapter: SqlDriverAdapterFactory };

/**
 * Connects to `file`. SQLite itself never waits for a lock, because its wait would stop the event loop. It
 * need not wait: a writer already holds the write lock (`createTurns`), and Prisma's transactions are parts
 * of the connection's open transaction.
 */
export async function connect(file: string, pragmas: readonly string[]): Promise<Connection> {
  const factory = new PrismaBetterSqlite3({ url: file, timeout: 0 });
  const connection = await factory.connect();
  const driver = takeDriver(connection);
  for (const pragma of pragmas) driver.pragma(pragma);
  const queryable = {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: connection.queryRaw.bind(connection),
    executeRaw: connection.executeRaw.bind(connection),
  };
  const startTransaction = async (): Promise<Transaction> => {
    if (!driver.inTransaction) throw new Error('Prisma may write in a turn only (Database.write)');
    return {
      ...queryable,
      // Prisma runs no statements of its own for the beginning and the end, because the turn has both.
      options: { usePhantomQuery: true },
      commit: async () => {},
      rollback: async () => {},
    };
  };
  const shared: SqlDriverAdapter = {
    ...queryable,
    executeScript: (script) => connection.executeScript(script),
    startTransaction,
    dispose: () => connection.dispose(),
  };
  const { provider, adapterName } = factory;
  return { driver, adapter: { provider, adapterName, connect: async () => shared } };
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
