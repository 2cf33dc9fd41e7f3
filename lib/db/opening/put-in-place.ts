import { link, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isWithoutLinks } from '../../shared/is-without-links';

/**
 * Gives a complete file its name. After a power cut, the name has either the complete file or the previous
 * one.
 */
export async function putInPlace(from: string, to: string): Promise<void> {
  await sync(from);
  await rename(from, to);
  await sync(path.dirname(to));
}

/**
 * Gives a complete file its name, but never replaces a file: throws EEXIST when the name is taken. On a file
 * system without links, an empty file takes the name first.
 */
export async function putInFreePlace(from: string, to: string): Promise<void> {
  await sync(from);
  try {
    await link(from, to);
    await unlink(from);
  } catch (error) {
    if (!isWithoutLinks(error)) throw error;
    await (await open(to, 'wx')).close();
    await rename(from, to);
  }
  await sync(path.dirname(to));
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}
