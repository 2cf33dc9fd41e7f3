import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { ToolFailure, throwIfStopped } from '../tool-failure';
import type { EntryKind } from './entry-kind';
import { findListed } from './find-listed';
import { isHeavyFolder } from './heavy-folders';
import type { OpenFolder } from './open-folder';
import type { Workspace } from './workspace';
import { formatPath, type WorkspacePath } from './workspace-path';

export type TreeEntry = {
  path: WorkspacePath;
  kind: EntryKind;
  /** Counts the bytes of a file. */
  size: number;
  /** Marks a folder whose contents were skipped although the depth allows them. */
  isSkipped: boolean;
};

export type Tree = {
  entries: TreeEntry[] /** The folder has more than `maxEntries` entries. */;
  isCut: boolean;
};

export type TreeLimits = { maxDepth: number; maxEntries: number };

/**
 * Lists a folder in a fixed order, each folder directly before its contents. A depth of 1 is the folder
 * itself. Lists links and never follows them.
 */
export async function walkTree(
  workspace: Workspace,
  path: WorkspacePath,
  limits: TreeLimits,
  signal: AbortSignal,
): Promise<Tree> {
  const tree: Tree = { entries: [], isCut: false };
  await workspace.inFolder(path, (folder, at) => walkFolder(folder, at, limits.maxDepth));
  return tree;

  async function walkFolder(folder: OpenFolder, at: WorkspacePath, depth: number): Promise<void> {
    const found = await readdir(folder.location, { withFileTypes: true });
    for (const dirent of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      throwIfStopped(signal);
      if (tree.entries.length >= limits.maxEntries) {
        tree.isCut = true;
        return;
      }
      const entry = await toEntry(folder, dirent, [...at, dirent.name]);
      if (entry === null) continue;
      tree.entries.push(entry);
      if (entry.kind === 'folder' && !entry.isSkipped && depth > 1)
        await walkChild(folder, entry.path, depth - 1);
    }
  }

  /** Skips a folder that vanished, was replaced or cannot be opened: the rest is still worth listing. */
  async function walkChild(folder: OpenFolder, at: WorkspacePath, depth: number): Promise<void> {
    let child: OpenFolder;
    try {
      child = await folder.openChild(at.at(-1) ?? '', formatPath(at));
    } catch (error) {
      if (error instanceof ToolFailure) return;
      throw error;
    }
    await walkFolder(child, at, depth).finally(() => child.close());
  }
}

/** Returns null for an entry that vanished in between. */
async function toEntry(folder: OpenFolder, dirent: Dirent, path: WorkspacePath): Promise<TreeEntry | null> {
  const found = await findListed(folder, dirent.name);
  if (found === null) return null;
  const { kind, stats } = found;
  return { path, kind, size: stats.size, isSkipped: kind === 'folder' && isHeavyFolder(dirent.name) };
}
