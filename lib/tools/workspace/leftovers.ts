import { unlink } from 'node:fs/promises';
import { ToolFailure } from '../tool-failure';
import type { Leftover } from './change-journal';
import { lstatOrNull } from './open-file';
import type { OpenFolder } from './open-folder';
import { splitPath, type WorkspacePath } from './workspace-path';

type InFolder = <T>(path: WorkspacePath, use: (folder: OpenFolder) => Promise<T>) => Promise<T>;

/** Removes the second name, if it is there. The file is then as it was before the change, or as it is after it. */
export async function clearLeftover(inFolder: InFolder, leftover: Leftover): Promise<void> {
  if (leftover.kind === 'temporary') return removeName(inFolder, leftover.path);
  const [old, added] = await Promise.all([
    findIdentity(inFolder, leftover.from),
    findIdentity(inFolder, leftover.to),
  ]);
  if (old !== null && old === added) await removeName(inFolder, leftover.to);
}

async function removeName(inFolder: InFolder, path: WorkspacePath): Promise<void> {
  const { parent, name } = splitPath(path);
  await ifThere(() =>
    inFolder(parent, async (folder) => {
      await folder.verify();
      if ((await lstatOrNull(folder.entry(name)))?.isFile()) await unlink(folder.entry(name));
    }),
  );
}

/** Which file it is, whatever its name. Null when there is none. */
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
