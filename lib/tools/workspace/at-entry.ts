import { findName } from './find-name';
import type { OpenFolder } from './open-folder';
import type { Workspace } from './workspace';
import { formatPath, splitPath, type WorkspacePath } from './workspace-path';

/** Names a place in an open folder. There may be nothing at it. */
export type Entry = {
  folder: OpenFolder;
  /** The disk has the entry under this name. */
  name: string;
  /** The path has the names on disk and begins at the workspace folder. */
  path: WorkspacePath;
  /** Messages show `path` as this text. */
  shown: string;
  /** The caller asked for this path, whose names may have other Unicode forms. */
  asked: WorkspacePath;
};

/**
 * Runs `Workspace.inFolder` for the folder around an entry. Throws `invalid_target` for the workspace folder
 * itself.
 */
export async function atEntry<T>(
  workspace: Workspace,
  path: WorkspacePath,
  use: (entry: Entry) => Promise<T>,
  options?: { create?: boolean },
): Promise<T> {
  const { parent, name: last } = splitPath(path);
  return workspace.inFolder(
    parent,
    async (folder, at) => {
      const name = await findName(folder, last, formatPath([...at, last]));
      const found = [...at, name];
      return use({ folder, name, path: found, shown: formatPath(found), asked: path });
    },
    options,
  );
}
