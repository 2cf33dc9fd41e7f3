import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ToolFailure } from '../tool-failure';
import { explainFolder, linkFailure, notFolderFailure, type UncheckedFolder } from './open-folder';

/**
 * macOS and Windows, where an entry cannot be named through an open descriptor: every component is checked to be a
 * real folder, and `verify` checks again that the path still leads to the same place. Weaker than descriptors: who
 * can swap folders between the check and the next call could win a race of microseconds.
 */
export async function openByPath(location: string): Promise<UncheckedFolder> {
  const opened = await lstat(location);
  if (!opened.isDirectory()) throw notFolderFailure(path.basename(location));
  const entry = (name: string) => path.join(location, name);
  return {
    location,
    entry,
    async verify() {
      const now = await lstat(location).catch(() => null);
      const real = await realpath(location).catch(() => null);
      if (now?.ino !== opened.ino || now.dev !== opened.dev || real !== location) {
        throw new ToolFailure('outside_workspace', 'A folder on the way was replaced while it was in use.');
      }
    },
    async openChild(name, shown) {
      const child = entry(name);
      try {
        const stats = await lstat(child);
        if (stats.isSymbolicLink()) throw linkFailure(shown);
        if (!stats.isDirectory()) throw notFolderFailure(shown);
      } catch (error) {
        throw await explainFolder(error, child, shown);
      }
      // The real name may be spelled differently where case or Unicode form does not matter.
      const real = await realpath(child);
      if (path.dirname(real) !== location) throw linkFailure(shown);
      return openByPath(real);
    },
    close: async () => {},
  };
}
