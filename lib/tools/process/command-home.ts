import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { oncePerProcess } from '../../shared/once-per-process';
import { isGone } from './is-gone';

/**
 * The names of this process's home folders begin with this text. The process id alone could be that of an
 * earlier server, as in a container.
 */
const ownHomes = oncePerProcess(
  'command homes',
  () => `countersign-command-${process.pid}-${randomUUID().slice(0, 8)}-`,
);
const homeName = /^countersign-command-(\d+)-/;

/**
 * Creates an empty home folder for one command. Its name contains the server's process id, so that a later
 * server finds what was left.
 */
export const createHome = (): Promise<string> => mkdtemp(path.join(tmpdir(), ownHomes));

/**
 * Removes the homes of commands whose server was killed. Call it when their processes have ended. It never
 * rejects.
 */
export async function removeLeftoverHomes(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const serverPid = Number(homeName.exec(name)?.[1]);
    if (!homeName.test(name) || name.startsWith(ownHomes) || !isGone(serverPid)) continue;
    const home = path.join(tmpdir(), name);
    const found = await lstat(home).catch(() => null);
    // Anyone can create a folder of such a name there.
    if (found?.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) await removeHome(home);
  }
}

/**
 * Removes the home folder of a command that has ended, with the closed folders in it. It never rejects,
 * because the command's result counts: what cannot be removed stays in the system's folder for temporary
 * files.
 */
export async function removeHome(home: string): Promise<void> {
  const remove = () => rm(home, { recursive: true, force: true });
  await remove()
    .catch(() => openFolders(home).then(remove))
    .catch(() => {});
}

/** A program may close its folders, as Go does with its module cache. This follows no links. */
async function openFolders(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await openFolders(path.join(folder, entry.name));
}
