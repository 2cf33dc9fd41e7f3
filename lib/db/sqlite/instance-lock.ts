import { statSync } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
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

/**
 * One server per data folder. The lock is SQLite's own file lock, so the operating system lifts it however the
 * process ends; there is no stale lock to clean up. Throws `DataFolderInUse` when another process holds it.
 */
export async function lockDataFolder(dataDir: string, port: number | null = null): Promise<DataFolderLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, 'instance.lock');
  await keepPrivate([file]);
  const lock = new Sqlite(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    await noteInstance(dataDir, { pid: process.pid, port, startedAt: new Date().toISOString() });
  } catch (error) {
    lock.close();
    if (error instanceof Sqlite.SqliteError && error.code === 'SQLITE_BUSY')
      throw new DataFolderInUse(dataDir, await findInstance(dataDir));
    throw error;
  }
  const locked = statSync(file);
  const isHeld = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.ino === locked.ino && found.dev === locked.dev;
  };
  return {
    isHeld,
    async release() {
      // The note of a server that took the folder over stays.
      if (isHeld()) await rm(noteFile(dataDir), { force: true });
      lock.close();
    },
  };
}

/** The server that holds the data folder, or the last one that did: only the lock proves that it lives. Null: none is noted. */
export async function findInstance(dataDir: string): Promise<Instance | null> {
  try {
    return instance.parse(JSON.parse(await readFile(noteFile(dataDir), 'utf8')));
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

const noteFile = (dataDir: string) => path.join(dataDir, 'instance.json');

async function noteInstance(dataDir: string, noted: Instance): Promise<void> {
  const handle = await open(noteFile(dataDir), 'w', 0o600);
  await handle.writeFile(JSON.stringify(noted)).finally(() => handle.close());
}
