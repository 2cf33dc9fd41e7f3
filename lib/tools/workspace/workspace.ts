import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { systemErrorCode, ToolFailure } from '../tool-failure';
import { type OpenFolder, openByDescriptor, refusePrivate } from './open-folder';
import { openByPath } from './open-folder-portable';
import { createPrivacyCheck, type PrivatePlaces } from './private-entries';
import { formatPath, type WorkspacePath } from './workspace-path';

/** The one folder that tools work in. */
export type Workspace = {
  /**
   * Walks to a folder one name at a time without following links, and closes everything afterwards. With `create`, creates
   * missing folders in the path.
   */
  inFolder<T>(
    path: WorkspacePath,
    use: (folder: OpenFolder) => Promise<T>,
    options?: { create?: boolean },
  ): Promise<T>;
  /** Runs changes one after the other, so that two runs never interleave a check and a write of the same file. */
  exclusively<T>(change: () => Promise<T>): Promise<T>;
};

/** The platform chooses `walk` when it is omitted. */
export function createWorkspace(
  directory: string,
  walk: 'descriptor' | 'path' = existsSync('/proc/self/fd') ? 'descriptor' : 'path',
  privatePlaces: PrivatePlaces = { folders: [], files: [] },
): Workspace {
  const isPrivate = createPrivacyCheck(privatePlaces);
  const openUnchecked = walk === 'descriptor' ? openByDescriptor : openByPath;
  const openFolder = async (real: string) =>
    refusePrivate(await openUnchecked(real), isPrivate, 'The workspace folder');
  let lastChange: Promise<unknown> = Promise.resolve();
  return {
    async inFolder(path, use, { create = false } = {}) {
      const opened = [await openRoot(directory, openFolder)];
      try {
        for (const [index, name] of path.entries()) {
          const folder = opened.at(-1) as OpenFolder;
          opened.push(await step(folder, name, formatPath(path.slice(0, index + 1)), create));
        }
        return await use(opened.at(-1) as OpenFolder);
      } finally {
        for (const folder of opened) await folder.close();
      }
    },
    exclusively(change) {
      const result = lastChange.then(change);
      lastChange = result.catch(() => {});
      return result;
    },
  };
}

/** The operator chooses the workspace folder, so it may be a link. */
async function openRoot(
  directory: string,
  openFolder: (path: string) => Promise<OpenFolder>,
): Promise<OpenFolder> {
  try {
    return await openFolder(await realpath(directory));
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
    throw new ToolFailure('not_found', 'The workspace folder does not exist.');
  }
}

async function step(folder: OpenFolder, name: string, shown: string, create: boolean): Promise<OpenFolder> {
  try {
    return await folder.openChild(name, shown);
  } catch (error) {
    const isMissing = error instanceof ToolFailure && error.code === 'not_found';
    if (!create || !isMissing) throw error;
  }
  await folder.verify();
  try {
    await mkdir(folder.entry(name));
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
  return folder.openChild(name, shown);
}
