import { open, rename, unlink } from 'node:fs/promises';

/**
 * A rename that never replaces what has the name: throws EEXIST then. It takes the name with an empty file first, so a link, which
 * needs no such moment, is better where there are links.
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
