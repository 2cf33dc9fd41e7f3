import { rm } from 'node:fs/promises';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import Sqlite from 'better-sqlite3';
import { applyMigrations, listMigrations } from '../opening/migrations';
import { NewerDatabase } from '../opening/opening-refused';
import { putInPlace } from '../opening/put-in-place';
import { keepPrivate } from './keep-private';
import { toUnavailable } from './to-unavailable';

/**
 * A new database has pages of this size. A commit writes complete pages, and a step changes a little of a few
 * (docs/decisions/0015).
 */
export const pageBytes = 1_024;

/**
 * Brings the database in `file` up to date, and returns the names of the migrations that it lacked. The
 * migrations run on a copy, which then takes the place of the file. So a process that is killed at any moment
 * leaves the old database or the new one. No other process may have the file open. Throws `NewerDatabase`,
 * and `DatabaseUnavailable` when the disk has a fault.
 *
 * An empty file becomes a copy of `template`, a migrated database without rows that the build made, if there
 * is one. This saves half a second, which loading the migration engine takes.
 */
export async function migrateSqlite(
  file: string,
  prismaDir: string,
  template: string | null = null,
): Promise<string[]> {
  try {
    const known = await listMigrations(prismaDir);
    const applied = readAppliedMigrations(file);
    const unknown = applied.find((name) => !known.includes(name));
    if (unknown) throw new NewerDatabase(file, unknown);
    const missing = known.filter((name) => !applied.includes(name));
    if (missing.length === 0) return [];
    const isUsable = template !== null && isEmpty(file) && isCurrent(template, known);
    await replaceByMigrated(file, isUsable ? template : file, prismaDir);
    return missing;
  } catch (error) {
    throw toUnavailable(error, 'write') ?? error;
  }
}

/** Reads the names of the migrations that a database file has. An empty file has none. */
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

function isEmpty(file: string): boolean {
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    return database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  } finally {
    database.close();
  }
}

/**
 * Returns false also for a template that cannot be read: the engine then applies the migrations one by one.
 */
function isCurrent(template: string, known: readonly string[]): boolean {
  try {
    return readAppliedMigrations(template).join() === known.join();
  } catch {
    return false;
  }
}

async function replaceByMigrated(file: string, source: string, prismaDir: string): Promise<void> {
  const copy = `${file}.migrating`;
  for (const leftover of [copy, `${copy}-wal`, `${copy}-shm`, `${copy}-journal`])
    await rm(leftover, { force: true });
  await keepPrivate([copy]);
  leaveWriteAheadLog(file);
  await copyDatabase(source, copy);
  if (source === file) {
    if (isEmpty(copy)) setPageBytes(copy);
    const { factory, failures } = noteFailures(new PrismaBetterSqlite3({ url: copy }));
    await applyMigrations(factory, prismaDir).catch((error: unknown) => {
      // The schema engine hides the driver's own error in its text.
      throw failures.at(-1) ?? error;
    });
    leaveWriteAheadLog(copy);
  }
  await putInPlace(copy, file);
}

/** Sets the page size of a database without tables. */
function setPageBytes(file: string): void {
  const database = new Sqlite(file);
  try {
    database.pragma(`page_size=${pageBytes}`);
    database.exec('VACUUM');
  } finally {
    database.close();
  }
}

async function copyDatabase(file: string, copy: string): Promise<void> {
  const source = new Sqlite(file, { fileMustExist: true });
  try {
    await source.backup(copy);
  } finally {
    source.close();
  }
}

/**
 * Moves everything from the write-ahead log into the file itself. Otherwise SQLite would read a remaining log
 * as part of the file that takes this one's place. No other connection may have the file open.
 */
export function leaveWriteAheadLog(file: string): void {
  const database = new Sqlite(file);
  try {
    database.pragma('journal_mode=DELETE');
  } finally {
    database.close();
  }
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
