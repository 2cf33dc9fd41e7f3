import type { Stats } from 'node:fs';
import type { ListedEntry } from './files.port';

export type EntryKind = ListedEntry['kind'];

/** The kind of an entry that `lstat` looked at: a link is a link, whatever it leads to. */
export function toEntryKind(stats: Stats): EntryKind {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  return stats.isFile() ? 'file' : 'other';
}
