import { existsSync, statSync } from 'node:fs';
import { chmod, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { createFolder } from '../opening/create-folder';
import {
  DataFolderInUse,
  type DataFolderLock,
  describeInstance,
  type Instance,
  noteInstance,
  readNote,
  stopCommand,
} from '../opening/instance';
import { keepPrivate } from './keep-private';

/** `base` is the path of the lock's file, without the ending. */
export type HeldLock = DataFolderLock & { base: string };

/** Reports that another server runs on the database, from its own data folder. */
export class DatabaseInUse extends DataFolderInUse {
  constructor(file: string, holder: Instance | null) {
    super(path.dirname(file), holder);
    this.message =
      `Another Countersign uses the database ${file}${holder ? ` (${describeInstance(holder)})` : ''}. ` +
      `Stop it${holder ? `: ${stopCommand(holder)}` : ''}, or set DATABASE_URL to another file.`;
  }
}

/** Refuses a folder, a device or a pipe: the server would replace it or never finish reading it. */
export class DatabaseIsNoFile extends DataFolderInUse {
  constructor(file: string) {
    super(path.dirname(file), null);
    this.message = `The database ${file} is not a regular file. Nothing was changed. Move it away, or set DATABASE_URL to another file.`;
  }
}

/**
 * Refuses a file with several names. SQLite keeps a write-ahead log for each name, so data written under one
 * name is lost under the other.
 */
export class DatabaseHasNames extends DataFolderInUse {
  constructor(file: string, names: number) {
    super(path.dirname(file), null);
    this.message =
      `The database ${file} has ${names} names (hard links), and another Countersign may use it under another one. Nothing was changed. ` +
      `Find the names with: find / -xdev -samefile '${file}'. Then delete all but one of them, or set DATABASE_URL to a copy.`;
  }
}

/**
 * Lets one server hold a data folder, whatever path leads to it. The locks are SQLite's own file locks, so
 * the operating system lifts them however the process ends. No stale lock needs a cleanup. Throws
 * `DataFolderInUse` when another process holds the folder.
 */
export async function lockDataFolder(dataDir: string, port: number | null = null): Promise<HeldLock> {
  await createFolder(dataDir);
  return takeLock(path.join(await realpath(dataDir), 'instance'), port, (holder) => {
    throw new DataFolderInUse(dataDir, holder);
  });
}

/**
 * Lets one server hold a database file, whatever folder leads to it. The server holds `folder`, the lock of its
 * data folder, too. Returns null when that one covers the database. Throws `DataFolderInUse` when another process
 * holds the database, or when no server may use the file.
 */
export async function lockDatabase(
  databaseFile: string,
  folder: HeldLock,
  port: number | null = null,
): Promise<HeldLock | null> {
  const stats = statSync(databaseFile, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new DatabaseIsNoFile(databaseFile);
  if (stats && stats.nlink > 1) throw new DatabaseHasNames(databaseFile, stats.nlink);
  const base = await lockBaseOf(databaseFile);
  if (base === folder.base) return null;
  return takeLock(base, port, (holder) => {
    throw new DatabaseInUse(databaseFile, holder);
  });
}

/**
 * Finds the place of the lock beside the database. In its usual place in a data folder, the database shares
 * the folder's lock.
 */
async function lockBaseOf(databaseFile: string): Promise<string> {
  const real = await realpath(databaseFile).catch(async () => {
    const folder = path.dirname(databaseFile);
    await createFolder(folder);
    return path.join(await realpath(folder), path.basename(databaseFile));
  });
  return path.basename(real) === 'countersign.db' ? path.join(path.dirname(real), 'instance') : real;
}

async function takeLock(
  base: string,
  port: number | null,
  onTaken: (holder: Instance | null) => never,
): Promise<HeldLock> {
  const file = `${base}.lock`;
  const note = `${base}.json`;
  // Opening and closing a file again would lift the locks that this process has on it.
  if (existsSync(file)) await chmod(file, 0o600).catch(() => {});
  else await keepPrivate([file]);
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    await noteInstance(note, { pid: process.pid, port, startedAt: new Date().toISOString() });
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY') onTaken(await readNote(note));
    throw error;
  }
  const locked = statSync(file);
  const isHeld = () => {
    try {
      const found = statSync(file);
      return found.ino === locked.ino && found.dev === locked.dev;
    } catch (error) {
      // Where the folder cannot be reached, no other server can hold it.
      return (error as NodeJS.ErrnoException).code !== 'ENOENT';
    }
  };
  return {
    base,
    isHeld,
    async release() {
      // A server that has taken over the folder keeps its note.
      if (isHeld()) await rm(note, { force: true });
      lock.close();
    },
  };
}
