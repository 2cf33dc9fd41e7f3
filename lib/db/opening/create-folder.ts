import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes sure that `folder` exists. A new folder is for this user alone. It creates one folder at a time,
 * because on Linux `mkdir` with `recursive` never returns for some paths below /proc.
 */
export async function createFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory()) return;
  if (path.dirname(folder) !== folder) await createFolder(path.dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have created the folder since. A link in its place throws its own error.
    if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  });
}
