import { constants } from 'node:fs';
import path from 'node:path';
import { ToolFailure } from '../tool-failure';
import { disk } from './disk';
import {
  explainFolder,
  linkFailure,
  notFolderFailure,
  syncFolder,
  type UncheckedFolder,
} from './open-folder';

/**
 * Opens a folder on macOS and Windows, where an open descriptor cannot name an entry. It checks that every
 * component is a real folder, and `verify` checks again that the path still leads to the same place. This is
 * weaker than descriptors: a process that swaps folders between the check and the next call could win a race
 * of microseconds.
 */
export async function openByPath(location: string): Promise<UncheckedFolder> {
  const opened = await disk.lstat(location);
  if (!opened.isDirectory()) throw notFolderFailure(path.basename(location));
  const entry = (name: string) => path.join(location, name);
  return {
    location,
    entry,
    async verify() {
      const now = await disk.lstat(location).catch(() => null);
      const real = await disk.realpath(location).catch(() => null);
      if (now?.ino !== opened.ino || now.dev !== opened.dev || real !== location) {
        throw new ToolFailure('outside_workspace', 'A folder in the path was replaced while in use.');
      }
    },
    async openChild(name, shown) {
      const child = entry(name);
      try {
        const stats = await disk.lstat(child);
        if (stats.isSymbolicLink()) throw linkFailure(shown);
        if (!stats.isDirectory()) throw notFolderFailure(shown);
      } catch (error) {
        throw await explainFolder(error, child, shown);
      }
      // The real spelling may differ where case or Unicode form does not matter.
      const real = await disk.realpath(child);
      if (path.dirname(real) !== location) throw linkFailure(shown);
      return openByPath(real);
    },
    async sync() {
      // Windows cannot open a folder.
      const handle = await disk.open(location, constants.O_RDONLY).catch(() => null);
      if (handle) await syncFolder(handle).finally(() => handle.close());
    },
    close: async () => {},
  };
}
