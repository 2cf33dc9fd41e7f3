import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { type EntryKind, toEntryKind } from './entry-kind';
import type { OpenFolder } from './open-folder';
import { lstatOrNull } from './open-regular-file';

/** Finds an entry that a list of its folder named. Returns null when the entry vanished in between. */
export async function findListed(
  folder: OpenFolder,
  name: string,
): Promise<{ kind: EntryKind; stats: Stats } | null> {
  const stats = await lstatOrNull(folder.entry(name));
  if (stats !== null) return { kind: toEntryKind(stats), stats };
  const unreadable = name.includes('\uFFFD') ? await findByBytes(folder, name) : null;
  return unreadable && { kind: 'other', stats: unreadable };
}

/** A list shows a name that is not UTF-8 with marks in place of its bytes, and no text opens such a name. */
async function findByBytes({ location }: OpenFolder, name: string): Promise<Stats | null> {
  const names = await readdir(location, { encoding: 'buffer' });
  const bytes = names.find((one) => one.toString() === name);
  return bytes ? lstat(Buffer.concat([Buffer.from(`${location}/`), bytes])).catch(() => null) : null;
}
