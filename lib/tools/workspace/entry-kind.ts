import type { Stats } from 'node:fs';
import type { ListedEntry } from './files.port';

export type EntryKind = ListedEntry['kind'];

/** Returns the kind of an entry as `lstat` reports it: a link is a link, whatever its target. */
export function toEntryKind(stats: Stats): EntryKind {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
}
