import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/**
 * An instance is a server that holds a data folder. `port` is null before the server listens, and when it has
 * no HTTP.
 */
export type Instance = z.infer<typeof instance>;

const instance = z.object({ pid: z.int().positive(), port: z.int().nullable(), startedAt: z.iso.datetime() });

/** Reports that another server runs on the data folder. Its message says which one, and what to do. */
export class DataFolderInUse extends Error {
  constructor(dataDir: string, holder: Instance | null) {
    super(
      `Another Countersign is running on the data folder ${dataDir}${holder ? ` (${describeInstance(holder)})` : ''}. ` +
        `Stop it${holder ? `: ${stopCommand(holder)}` : ''}, or set DATA_DIR to another folder.`,
    );
  }
}

export type DataFolderLock = {
  /** Returns false when the lock's file was removed or replaced. Another server may then hold the folder. */
  isHeld(): boolean;
  release(): Promise<void>;
};

/**
 * Finds the server that holds the data folder, or the last one that did. Only the lock proves that it is
 * alive. Returns null when no server is noted.
 */
export function findInstance(dataDir: string): Promise<Instance | null> {
  return readNote(path.join(dataDir, 'instance.json'));
}

/** Returns null when the note is missing or not one of ours. */
export async function readNote(file: string): Promise<Instance | null> {
  try {
    return instance.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

/** Writes "process 4711, running since Nov 22, 2026, 2:02 PM". */
export function describeInstance({ pid, startedAt }: Instance): string {
  const since = new Date(startedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return `process ${pid}, running since ${since}`;
}

/** Returns the command that stops the server. */
export function stopCommand({ pid }: Instance): string {
  return process.platform === 'win32' ? `taskkill /f /pid ${pid}` : `kill ${pid}`;
}

/** Notes in `file` which server holds the lock. */
export async function noteInstance(file: string, noted: Instance): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  await handle.writeFile(JSON.stringify(noted)).finally(() => handle.close());
}
