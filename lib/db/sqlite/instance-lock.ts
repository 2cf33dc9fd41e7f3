import { existsSync, statSync } from 'node:fs';
import { chmod, open, readFile, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { createFolder } from '../create-folder';
import { keepPrivate } from './keep-private';

/** A server that holds a data folder. `port`: null before it listens, and without HTTP. */
export type Instance = z.infer<typeof instance>;

const instance = z.object({ pid: z.int().positive(), port: z.int().nullable(), startedAt: z.iso.datetime() });

/** Another server runs on the data folder. Its message says which one, and what to do about that. */
export class DataFolderInUse extends Error {
  constructor(dataDir: string, holder: Instance | null) {
    super(
      `Another Countersign is running on the data folder ${dataDir}${holder ? ` (${describeInstance(holder)})` : ''}. ` +
        `Stop it${holder ? `: ${stopCommand(holder)}` : ''}, or set DATA_DIR to another folder.`,
    );
  }
}

export type DataFolderLock = {
  /** False: the lock's file was removed or replaced, so another server may hold the folder by now. */
  isHeld(): boolean;
  release(): Promise<void>;
};

/** `base`: the path of its file, without the ending. */
export type HeldLock = DataFolderLock & { base: string };

/** Another server runs on the database, from a data folder of its own. */
export class DatabaseInUse extends DataFolderInUse {
  constructor(file: string, holder: Instance | null) {
    super(path.dirname(file), holder);
    this.message =
      `Another Countersign uses the database ${file}${holder ? ` (${describeInstance(holder)})` : ''}. ` +
      `Stop it${holder ? `: ${stopCommand(holder)}` : ''}, or set DATABASE_URL to another file.`;
  }
}

/** A folder, a device or a pipe, which would be replaced or never be read. */
export class DatabaseIsNoFile extends DataFolderInUse {
  constructor(file: string) {
    super(path.dirname(file), null);
    this.message = `The database ${file} is not a regular file. Nothing was changed. Move it away, or set DATABASE_URL to another file.`;
  }
}

/** SQLite keeps a write-ahead log for each name of a file, so what was written under one name is lost under the other. */
export class DatabaseHasNames extends DataFolderInUse {
  constructor(file: string, names: number) {
    super(path.dirname(file), null);
    this.message =
      `The database ${file} has ${names} names (hard links), and another Countersign may use it under another one. Nothing was changed. ` +
      `Find the names with: find / -xdev -samefile '${file}'. Then delete all but one of them, or set DATABASE_URL to a copy.`;
  }
}

/**
 * One server per data folder, whatever names it. The locks are SQLite's own file locks, so the operating system lifts them however the
 * process ends; there is no stale lock to clean up. Throws `DataFolderInUse` when another process holds it.
 */
export async function lockDataFolder(dataDir: string, port: number | null = null): Promise<HeldLock> {
  await createFolder(dataDir);
  return takeLock(path.join(await realpath(dataDir), 'instance'), port, (holder) => {
    throw new DataFolderInUse(dataDir, holder);
  });
}

/**
 * One server per database file, whatever folder names it: what is held is the lock of its data folder and its own. Throws
 * `DataFolderInUse` when another process holds it, or when the file is none that a server may use; the folder stays locked then.
 */
export async function lockDatabase(
  databaseFile: string,
  folder: HeldLock,
  port: number | null = null,
): Promise<DataFolderLock> {
  const stats = statSync(databaseFile, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new DatabaseIsNoFile(databaseFile);
  if (stats && stats.nlink > 1) throw new DatabaseHasNames(databaseFile, stats.nlink);
  const base = await lockBaseOf(databaseFile);
  if (base === folder.base) return folder;
  const database = await takeLock(base, port, (holder) => {
    throw new DatabaseInUse(databaseFile, holder);
  });
  return {
    isHeld: () => folder.isHeld() && database.isHeld(),
    async release() {
      await database.release();
      await folder.release();
    },
  };
}

/** A database has its lock beside it. In its usual place in a data folder, that is the lock of the folder. */
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
  // To open and close a file again would lift the locks that this process has on it.
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
      const found = statSync(file, { throwIfNoEntry: false });
      return found?.ino === locked.ino && found.dev === locked.dev;
    } catch {
      // Its folder cannot be reached, by no other server either.
      return true;
    }
  };
  return {
    base,
    isHeld,
    async release() {
      // The note of a server that took the folder over stays.
      if (isHeld()) await rm(note, { force: true });
      lock.close();
    },
  };
}

/** The server that holds the data folder, or the last one that did: only the lock proves that it lives. Null: none is noted. */
export function findInstance(dataDir: string): Promise<Instance | null> {
  return readNote(path.join(dataDir, 'instance.json'));
}

async function readNote(file: string): Promise<Instance | null> {
  try {
    return instance.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** "process 4711, running since Nov 22, 2026, 2:02 PM" */
export function describeInstance({ pid, startedAt }: Instance): string {
  const since = new Date(startedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return `process ${pid}, running since ${since}`;
}

/** What a person types to stop it. */
export function stopCommand({ pid }: Instance): string {
  return process.platform === 'win32' ? `taskkill /f /pid ${pid}` : `kill ${pid}`;
}

async function noteInstance(file: string, noted: Instance): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  await handle.writeFile(JSON.stringify(noted)).finally(() => handle.close());
}
