import { readdir } from 'node:fs/promises';
import type { FolderListing, ListedEntry } from './files.port';
import { findListed } from './find-listed';
import { isMarker } from './marker';
import type { OpenFolder } from './open-folder';
import { formatPath, type WorkspacePath } from './workspace-path';

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Lists the entries of an open folder: folders first, then by name as a person sorts, and at most
 * `maxEntries` of them. Leaves the marker of the workspace out.
 */
export async function listFolder(
  folder: OpenFolder,
  path: WorkspacePath,
  maxEntries: number,
): Promise<Omit<FolderListing, 'path'>> {
  const all = await readdir(folder.location, { withFileTypes: true });
  const found = all.filter(({ name }) => !isMarker([...path, name]));
  const sorted = found.sort(
    (a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || byName.compare(a.name, b.name),
  );
  const entries: ListedEntry[] = [];
  for (const { name } of sorted.slice(0, maxEntries)) {
    const entry = await toListedEntry(folder, [...path, name]);
    if (entry !== null) entries.push(entry);
  }
  return { entries, entryCount: found.length };
}

/** Returns null for an entry that vanished in between. */
export async function toListedEntry(folder: OpenFolder, path: WorkspacePath): Promise<ListedEntry | null> {
  const found = await findListed(folder, path.at(-1) ?? '');
  if (found === null) return null;
  const { kind, stats } = found;
  return {
    path: formatPath(path),
    kind,
    size: kind === 'file' ? stats.size : null,
    modifiedAt: stats.mtime,
  };
}
