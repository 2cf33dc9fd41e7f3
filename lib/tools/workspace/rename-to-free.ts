import { open, rename, unlink } from 'node:fs/promises';

/**
 * Renames a file and never replaces what has the name: it throws EEXIST then. It takes the name with an empty
 * file first. A link needs no such moment, so it is better where there are links.
 */
export async function renameToFree(from: string, to: string): Promise<void> {
  await (await open(to, 'wx')).close();
  try {
    await rename(from, to);
  } catch (error) {
    await unlink(to);
    throw error;
  }
}
