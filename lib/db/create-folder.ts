import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes sure that `folder` is there, for this user alone where it is new. One folder at a time: on Linux, `mkdir` with `recursive` never
 * returns for some paths below /proc.
 */
export async function createFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  if (path.dirname(folder) !== folder) await createFolder(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have made it since; a link in its place has a fault of its own.
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}
