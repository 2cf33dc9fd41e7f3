import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { keepPrivate } from './keep-private';

/** Another server runs on the data folder. Its message says what to do about that. */
export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another Countersign is running on the data folder ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * One server per data folder. The lock is SQLite's own file lock, so the operating system lifts it however the
 * process ends; there is no stale lock to clean up. Throws `DataFolderInUse` when another process holds it.
 */
export async function lockDataFolder(dataDir: string): Promise<{ release(): void }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'instance.lock');
  await keepPrivate([file]);
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY')
      throw new DataFolderInUse(dataDir);
    throw error;
  }
  return { release: () => lock.close() };
}
