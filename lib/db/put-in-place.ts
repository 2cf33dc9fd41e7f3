import { link, open, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isWithoutLinks } from '../shared/is-without-links';

/** Gives a complete file its name. After a power cut it is there, whole, or what had the name before is. */
export async function putInPlace(from: string, to: string): Promise<void> {
  await sync(from);
  await rename(from, to);
  await sync(path.dirname(to));
}

/** The same, but never replaces a file: throws EEXIST when the name is taken. Where there are no links, an empty file takes it first. */
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
