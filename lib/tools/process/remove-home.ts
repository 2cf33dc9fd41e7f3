import { chmod, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Removes the home folder of a command that has ended, with the closed folders in it. Never rejects: what cannot be removed stays in
 * the system's folder for temporary files, and the command's result counts.
 */
export async function removeHome(home: string): Promise<void> {
  const remove = () => rm(home, { recursive: true, force: true });
  await remove()
    .catch(() => openFolders(home).then(remove))
    .catch(() => {});
}

/** A program may close its folders, as Go does with its module cache. Follows no links. */
async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(path.join(folder, entry.name));
}
