import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { ToolFailure } from '../tool-failure';
import type { ChangeNote, Leftover } from './change-journal';
import type { OpenFolder } from './open-folder';
import { lstatOrNull } from './open-regular-file';
import { splitPath, type WorkspacePath } from './workspace-path';

type InFolder = <T>(path: WorkspacePath, use: (folder: OpenFolder) => Promise<T>) => Promise<T>;

/** Restores the file to its state before a change of this process that failed. */
export async function undoChange(inFolder: InFolder, leftover: Leftover): Promise<void> {
  if (leftover.kind === 'temporary') await removeName(inFolder, leftover.path);
  else if (await hasBothNames(inFolder, leftover)) await removeName(inFolder, leftover.to);
}

/**
 * Settles a change of another process that was killed or frozen: the file is then as before the change, or as
 * after it. The note stays while there is nothing to remove and that process may go on. `workspace` is the
 * real path of this workspace. A note of another workspace waits for a start with that workspace. If nothing
 * is at that path any longer, this may be that workspace, moved.
 */
export async function settleNote(inFolder: InFolder, note: ChangeNote, workspace: string): Promise<void> {
  // Older versions noted no workspace. As a rule, the next start has the same one.
  const isOfThis = (note.workspace ?? workspace) === workspace;
  if (!isOfThis && note.workspace !== null && existsSync(note.workspace)) return;
  const isRemoved = note.leftover !== null && (await settleChange(inFolder, note.leftover));
  if (isRemoved || (isOfThis && note.isWriterGone)) await note.clear();
}

/** Returns false when there was nothing to remove. */
async function settleChange(inFolder: InFolder, leftover: Leftover): Promise<boolean> {
  if (leftover.kind === 'temporary') return removeName(inFolder, leftover.path);
  if (!(await hasBothNames(inFolder, leftover))) return false;
  // A frozen process goes on by removing the old name. Without the new name, the file would then be lost.
  return removeName(inFolder, leftover.from).catch(() => removeName(inFolder, leftover.to));
}

async function hasBothNames(
  inFolder: InFolder,
  { from, to }: Extract<Leftover, { kind: 'moved' }>,
): Promise<boolean> {
  const [old, added] = await Promise.all([findIdentity(inFolder, from), findIdentity(inFolder, to)]);
  return old !== null && old === added;
}

/** Returns false when there is no file of this name. */
async function removeName(inFolder: InFolder, path: WorkspacePath): Promise<boolean> {
  const { parent, name } = splitPath(path);
  const isRemoved = await ifThere(() =>
    inFolder(parent, async (folder) => {
      await folder.verify();
      if (!(await lstatOrNull(folder.entry(name)))?.isFile()) return false;
      await unlink(folder.entry(name));
      return true;
    }),
  );
  return isRemoved ?? false;
}

/** Identifies the file at a path, so that its name does not matter. Returns null when there is no file. */
async function findIdentity(inFolder: InFolder, path: WorkspacePath): Promise<string | null> {
  const { parent, name } = splitPath(path);
  return ifThere(() =>
    inFolder(parent, async (folder) => {
      const stats = await lstatOrNull(folder.entry(name));
      return stats?.isFile() ? `${stats.dev}:${stats.ino}` : null;
    }),
  );
}

async function ifThere<T>(look: () => Promise<T>): Promise<T | null> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'not_found') return null;
    throw error;
  }
}
