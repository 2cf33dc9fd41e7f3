import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { factsOf, isSettled, stampOf } from './file-stamp';
import { findIgnoredFolderReason, findIgnoredReason, isWorkflowName } from './judge-name';

/** Both lists are in the order of names. */
export type FolderListing = {
  files: string[];
  /** Entries that someone may take for workflow files, with the reason why they are none. */
  ignored: { file: string; reason: string }[];
};

/**
 * Lists the workflow files of one folder by name. It reads the folder again only when the folder has changed,
 * or has folders in it, and returns null when it cannot read it.
 */
export function createWorkflowLister(folder: string): () => Promise<FolderListing | null> {
  let kept: { stamp: string; listing: FolderListing } | null = null;
  return async () => {
    try {
      const facts = factsOf(folder);
      const stamp = stampOf(facts);
      if (kept?.stamp === stamp) return kept.listing;
      const { hasFolders, ...listing } = await readFolder(folder);
      // A change inside a folder in this one does not change the stamp.
      kept = isSettled(facts) && !hasFolders ? { stamp, listing } : null;
      return listing;
    } catch {
      kept = null;
      return null;
    }
  };
}

async function readFolder(folder: string): Promise<FolderListing & { hasFolders: boolean }> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const listing = { files: [] as string[], ignored: [] as FolderListing['ignored'], hasFolders: false };
  for (const entry of entries) {
    const { name } = entry;
    const isFolder = await leadsToFolder(folder, entry);
    const reason = isFolder
      ? findIgnoredFolderReason(name, await countWorkflowFiles(join(folder, name)))
      : findIgnoredReason(name);
    if (reason !== null) listing.ignored.push({ file: name, reason });
    else if (!isFolder && isWorkflowName(name)) listing.files.push(name);
    listing.hasFolders ||= isFolder;
  }
  return listing;
}

/** The entry is a folder, or a link to one. */
async function leadsToFolder(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const facts = await stat(join(folder, entry.name)).catch(() => null);
  return facts?.isDirectory() === true;
}

/** Counts none in a folder that the server cannot read. */
async function countWorkflowFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => !entry.isDirectory() && isWorkflowName(entry.name)).length;
}
