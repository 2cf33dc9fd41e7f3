import { open, rename, unlink } from 'node:fs/promises';

/**
 * Renames a file, and throws EEXIST instead of replacing another one. It first takes the name with an empty
 * file for a moment. A link needs no such moment, so it is better where the file system has links.
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
