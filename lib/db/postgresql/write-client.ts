import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import type { Pool, PoolClient } from 'pg';
import type { PrismaClient as SqliteClient } from '../generated/client';
import { withSoundTexts } from '../opening/sound-adapter';
import type { Reader, WriteTransaction } from '../ports/database';
import { PrismaClient } from './generated/client';

/** A transaction has no time limit (`Database.write`). Prisma can count no more milliseconds. */
const withoutLimitMs = 2 ** 31 - 1;

/**
 * Creates a client on the connections of `pool`. The stores know the client of SQLite. Both are made of the same
 * models, and TypeScript cannot compare their generics.
 */
export function createClient(pool: Pool): SqliteClient {
  return new PrismaClient({ adapter: toAdapter(pool, () => {}) }) as unknown as SqliteClient;
}

export type NoteRead = <T>(read: () => Promise<T>) => Promise<T>;

/** Makes `noteRead` see each read. The extension passes every call on without adding or removing anything. */
export function watchReads(client: SqliteClient, noteRead: NoteRead): Reader {
  return client.$extends({
    query: { $allOperations: ({ args, query }) => noteRead(() => query(args)) },
  }) as unknown as Reader;
}

/**
 * Creates transactions that hold the rows of Prisma's client and of our own statements. Prisma offers no way to
 * share a connection, so this file alone knows how its pinned adapter keeps the one of a transaction.
 */
export function createTransactions(pool: Pool) {
  const beginning = new AsyncLocalStorage<{ connection: PoolClient | null }>();
  const client = new PrismaClient({
    adapter: toAdapter(pool, (connection) => {
      const place = beginning.getStore();
      if (place) place.connection = connection;
    }),
  });
  return {
    /** Runs `work` in a transaction, and commits unless it throws. */
    run<T>(work: (transaction: WriteTransaction, connection: PoolClient) => Promise<T>): Promise<T> {
      const place: { connection: PoolClient | null } = { connection: null };
      return beginning.run(place, () =>
        client.$transaction(
          async (transaction) => {
            if (!place.connection) throw new Error('Prisma began its transaction in another place');
            return work(transaction as unknown as WriteTransaction, place.connection);
          },
          { timeout: withoutLimitMs, maxWait: withoutLimitMs },
        ),
      );
    },
    close: () => client.$disconnect(),
  };
}

function toAdapter(pool: Pool, onBegin: (connection: PoolClient) => void): SqlDriverAdapterFactory {
  const factory = new PrismaPg(pool, { onPoolError: () => {}, onConnectionError: () => {} });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect() {
      const connection: SqlDriverAdapter = withSoundTexts(await factory.connect());
      const { startTransaction } = connection;
      connection.startTransaction = async (isolationLevel) => {
        const transaction = await startTransaction.call(connection, isolationLevel);
        onBegin(takeConnection(transaction));
        return withSoundTexts(transaction);
      };
      return connection;
    },
  };
}

/** The adapter of this pinned version keeps the connection of a transaction in `client`. */
function takeConnection(transaction: Transaction): PoolClient {
  const holder: object = transaction;
  if (!('client' in holder) || !isConnection(holder.client))
    throw new Error('@prisma/adapter-pg keeps its connection in another place now');
  return holder.client;
}

function isConnection(client: unknown): client is PoolClient {
  return typeof client === 'object' && client !== null && 'query' in client && 'release' in client;
}
