import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config/config';
import { DataFolderInUse } from '../db/sqlite/instance-lock';

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  EISDIR: 'a file that belongs in it is a folder',
  ENOENT: 'it could not be created there',
  SQLITE_CANTOPEN: 'no file could be opened in it',
  SQLITE_READONLY: 'no file could be written in it',
  SQLITE_FULL: 'the disk is full',
};

/** Does `use` with a folder from the settings. Throws `ConfigError` with the variable's name when the folder cannot be used. */
export async function openFolder<T>(variable: string, folder: string, use: () => Promise<T>): Promise<T> {
  try {
    await createFolder(path.dirname(folder));
    return await use();
  } catch (error) {
    if (error instanceof DataFolderInUse) throw new ConfigError(error.message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reason = reasons[code];
    if (!reason) throw error;
    const advice = reason === reasons['ENOSPC'] ? 'Free some space on that disk, or set' : 'Set';
    throw new ConfigError(
      `The folder ${folder} cannot be used: ${reason}. ${advice} ${variable} to a folder that this user may write to.`,
      { cause: error },
    );
  }
}

/** One folder at a time: on Linux, `mkdir` with `recursive` never returns for some paths below /proc. */
async function createFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found) return;
  if (path.dirname(folder) !== folder) await createFolder(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 });
}
