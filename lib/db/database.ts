import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaClient } from './generated/client';
import { keepPrivate } from './keep-private';
import { applyMigrations } from './migrations';

/** What one write transaction may use. */
export type WriteTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

export type Database = {
  /** Sees committed rows only: it has a connection of its own. */
  read: PrismaClient;

  /**
   * The only way to write: one transaction at a time, on the one writing connection. The adapter guards
   * transactions only, so a statement outside one could land inside another's and vanish with its rollback.
   */
  write<T>(work: (transaction: WriteTransaction) => Promise<T>): Promise<T>;

  /** As read back from the writing connection when it was opened. */
  durability: { journalMode: string; synchronous: string };
  appliedMigrations: string[];
  close(): Promise<void>;
};

/**
 * Opens (and creates, and migrates) the SQLite database at `url` (`file:` and a path). Write-ahead log with
 * `synchronous=FULL`: what was acknowledged survives a pulled plug. Refuses to go on if that does not hold.
 */
export async function openDatabase(options: { url: string; prismaDir: string }): Promise<Database> {
  const file = toFile(options.url);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await keepPrivate(listDatabaseFiles(options.url));
  const appliedMigrations = await applyMigrations(new PrismaBetterSqlite3({ url: file }), options.prismaDir);

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
  const durability = {
    journalMode: await readPragma(writer, 'journal_mode'),
    synchronous: synchronousNames[await readPragma(writer, 'synchronous')] ?? 'unknown',
  };
  if (durability.journalMode !== 'wal' || durability.synchronous !== 'FULL') {
    throw new Error(
      `The database at ${file} runs with journal_mode=${durability.journalMode} and synchronous=${durability.synchronous}; ` +
        'Countersign needs WAL and FULL so that nothing acknowledged is lost. Put DATA_DIR on a local disk.',
    );
  }
  return {
    read: reader,
    write: (work) => writer.$transaction(work, { maxWait: 15_000, timeout: 15_000 }),
    durability,
    appliedMigrations,
    close: async () => {
      await reader.$disconnect();
      await writer.$disconnect();
    },
  };
}

/** The database file first, then the files that SQLite puts next to it. */
export function listDatabaseFiles(url: string): [string, ...string[]] {
  const file = toFile(url);
  return [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];
}

function toFile(url: string): string {
  return url.replace(/^file:/, '');
}

const synchronousNames: Record<string, string> = { '0': 'OFF', '1': 'NORMAL', '2': 'FULL', '3': 'EXTRA' };

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
