import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Database } from '../database';
import { PrismaClient } from '../generated/client';
import { applyMigrations } from '../migrations';
import { watchOutages } from '../watch-outages';
import { rememberFile } from './file-identity';
import { keepPrivate } from './keep-private';
import { toUnavailable } from './to-unavailable';

/**
 * Opens the SQLite database in `file`. Write-ahead log with `synchronous=FULL`: an acknowledged write survives a power
 * cut. Throws if that does not hold.
 *
 * All writes go through one connection, one transaction at a time. The adapter guards transactions only, so a statement
 * outside one could land inside another's and vanish with its rollback. Reads have a connection of their own.
 */
export async function openSqlite(file: string, prismaDir: string): Promise<Database> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const files = listFiles(file);
  await keepPrivate(files);
  const appliedMigrations = await applyMigrations(new PrismaBetterSqlite3({ url: file }), prismaDir);

  const writer = new PrismaClient({
    adapter: withPragmas(file, [
      'journal_mode=WAL',
      'synchronous=FULL',
      'foreign_keys=ON',
      'busy_timeout=5000',
    ]),
  });
  const reader = new PrismaClient({
    adapter: withPragmas(file, ['query_only=ON', 'foreign_keys=ON', 'busy_timeout=5000']),
  });
  await reader.$connect();
  const checkFile = rememberFile(file);
  const noteUnavailable = (error: unknown, access: 'write' | 'read') => {
    const unavailable = toUnavailable(error, access);
    if (unavailable) outages.note(unavailable);
    return unavailable ?? error;
  };
  const write: Database['write'] = async (work) => {
    try {
      checkFile('write');
      const result = await writer.$transaction(work, { maxWait: 15_000, timeout: 15_000 });
      checkFile('write');
      outages.note(null);
      return result;
    } catch (error) {
      throw noteUnavailable(error, 'write');
    }
  };
  // Nothing reads this number; to set it is a write like any other.
  const outages = watchOutages(() =>
    write((transaction) => transaction.$executeRawUnsafe('PRAGMA user_version=0')),
  );
  return {
    read: watchReads(reader, checkFile, noteUnavailable),
    write,
    outages,
    durability: { kind: 'sqlite', settings: await readDurability(file, writer) },
    files,
    appliedMigrations,
    close: async () => {
      outages.close();
      await reader.$disconnect();
      await writer.$disconnect();
    },
  };
}

/** The reader, which tells a failure of the database from one of the query. */
function watchReads(
  reader: PrismaClient,
  checkFile: (access: 'read') => void,
  note: (error: unknown, access: 'read') => unknown,
): PrismaClient {
  const extended = reader.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          checkFile('read');
          return await query(args);
        } catch (error) {
          throw note(error, 'read');
        }
      },
    },
  });
  return extended as unknown as PrismaClient;
}

/** The database file first, then the files that SQLite puts next to it. */
function listFiles(file: string): [string, ...string[]] {
  return [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];
}

const synchronousNames: Record<string, string> = { '0': 'OFF', '1': 'NORMAL', '2': 'FULL', '3': 'EXTRA' };

async function readDurability(file: string, writer: PrismaClient): Promise<Record<string, string>> {
  const journalMode = await readPragma(writer, 'journal_mode');
  const synchronous = synchronousNames[await readPragma(writer, 'synchronous')] ?? 'unknown';
  if (journalMode === 'wal' && synchronous === 'FULL') return { journalMode, synchronous };
  throw new Error(
    `The database at ${file} runs with journal_mode=${journalMode} and synchronous=${synchronous}; ` +
      'Countersign needs WAL and FULL so that nothing acknowledged is lost. Put DATA_DIR on a local disk.',
  );
}

/** The adapter leaves a connection as SQLite makes it; these settings belong to each connection. */
function withPragmas(file: string, pragmas: string[]): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaBetterSqlite3({ url: file });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    connect: async () => {
      const connection = await factory.connect();
      await connection.executeScript(pragmas.map((pragma) => `PRAGMA ${pragma};`).join('\n'));
      return connection;
    },
  };
}

async function readPragma(client: PrismaClient, name: 'journal_mode' | 'synchronous'): Promise<string> {
  const rows = await client.$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`);
  return String(Object.values(rows[0] ?? {})[0]);
}
