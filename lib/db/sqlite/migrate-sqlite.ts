import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import Sqlite from 'better-sqlite3';
import { applyMigrations, listMigrations } from '../migrations';
import { keepPrivate } from './keep-private';
import { toUnavailable } from './to-unavailable';

/** A newer build has migrated the database. Its message says what to do about that. */
export class NewerDatabase extends Error {
  constructor(file: string, migration: string) {
    super(
      `The database ${file} was made by a newer Countersign: this one does not know its migration ${migration}. ` +
        'Update Countersign, or restore a backup that was made before.',
    );
  }
}

/**
 * Brings the database in `file` up to date; answers the names of the migrations that were applied just now. They are applied to a
 * copy, which then takes the place of the file: a process that is killed at any moment leaves the old database or the new one.
 * Nothing else may have it open. Throws `NewerDatabase`, and `DatabaseUnavailable` when the disk is in the way.
 */
export async function migrateSqlite(file: string, prismaDir: string): Promise<string[]> {
  try {
    const known = await listMigrations(prismaDir);
    const applied = readAppliedMigrations(file);
    const unknown = applied.find((name) => !known.includes(name));
    if (unknown) throw new NewerDatabase(file, unknown);
    if (known.every((name) => applied.includes(name))) return [];
    return await migrateCopy(file, prismaDir);
  } catch (error) {
    throw toUnavailable(error, 'write') ?? error;
  }
}

/** Names of the migrations that a database file has; none for a file that is empty. */
export function readAppliedMigrations(file: string): string[] {
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    const isMigrated = database
      .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_prisma_migrations'")
      .get();
    if (!isMigrated) return [];
    const finished = database.prepare<[], { name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    );
    return finished.all().map(({ name }) => name);
  } finally {
    database.close();
  }
}

async function migrateCopy(file: string, prismaDir: string): Promise<string[]> {
  const copy = `${file}.migrating`;
  for (const leftover of [copy, `${copy}-wal`, `${copy}-shm`, `${copy}-journal`])
    await rm(leftover, { force: true });
  await keepPrivate([copy]);
  await copyDatabase(file, copy);
  const { factory, failures } = noteFailures(new PrismaBetterSqlite3({ url: copy }));
  const names = await applyMigrations(factory, prismaDir).catch((error: unknown) => {
    // The schema engine hides the driver's own error in its text.
    throw failures.at(-1) ?? error;
  });
  leaveWriteAheadLog(copy);
  await sync(copy);
  await rename(copy, file);
  await sync(path.dirname(file));
  return names;
}

/** Leaves both files without a write-ahead log: one that stayed behind would be read as part of the copy. */
async function copyDatabase(file: string, copy: string): Promise<void> {
  leaveWriteAheadLog(file);
  const source = new Sqlite(file);
  try {
    await source.backup(copy);
  } finally {
    source.close();
  }
}

/** Puts everything of the write-ahead log into the file itself. Nothing else may have it open. */
export function leaveWriteAheadLog(file: string): void {
  const database = new Sqlite(file);
  try {
    database.pragma('journal_mode=DELETE');
  } finally {
    database.close();
  }
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}

function noteFailures(inner: SqlMigrationAwareDriverAdapterFactory) {
  const failures: unknown[] = [];
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const watch = (connection: SqlDriverAdapter): SqlDriverAdapter => {
    const { executeScript, executeRaw } = connection;
    connection.executeScript = (script) => noting(() => executeScript.call(connection, script));
    connection.executeRaw = (query) => noting(() => executeRaw.call(connection, query));
    return connection;
  };
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => watch(await inner.connect()),
    connectToShadowDb: () => inner.connectToShadowDb(),
  };
  return { factory, failures };
}
