import { rename } from 'node:fs/promises';
import { ToolFailure } from '../tool-failure';
import { requireUnchanged, targetChanged } from './last-look';
import { readEntry } from './target';
import type { Workspace } from './workspace';
import { formatPath, splitPath, type WorkspacePath } from './workspace-path';
import { putInPlace, requireState, unlessReplaced } from './write-file';

/**
 * Moves a file or folder. Creates missing folders and never overwrites. Throws `target_changed` when the source is no longer
 * in the state of `fingerprint`.
 */
export async function moveInside(
  workspace: Workspace,
  from: WorkspacePath,
  to: WorkspacePath,
  fingerprint: string | null,
): Promise<void> {
  const source = splitPath(from);
  const destination = splitPath(to);
  await workspace.exclusively(() =>
    workspace.inFolder(source.parent, async (sourceFolder) => {
      const target = await readEntry(sourceFolder, source.name, formatPath(from));
      requireState(target, fingerprint, formatPath(from));
      if (target.kind === 'absent') throw new ToolFailure('not_found', `There is no ${formatPath(from)}.`);
      await workspace.inFolder(
        destination.parent,
        async (destinationFolder) => {
          const taken = await readEntry(destinationFolder, destination.name, formatPath(to));
          if (taken.kind !== 'absent') throw targetChanged(formatPath(to));
          await sourceFolder.verify();
          await destinationFolder.verify();
          const oldName = sourceFolder.entry(source.name);
          const newName = destinationFolder.entry(destination.name);
          const lookAgain = () => requireUnchanged(sourceFolder, source.name, target, formatPath(from));
          if (target.kind === 'folder') {
            await lookAgain();
            workspace.requireOurs();
            await unlessReplaced(formatPath(from), () => rename(oldName, newName));
          } else {
            await workspace.noting({ kind: 'moved', from, to }, async () => {
              await lookAgain();
              workspace.requireOurs();
              await putInPlace(oldName, newName, formatPath(to), () => requireOursHalfway(workspace));
            });
          }
          await destinationFolder.sync();
          await sourceFolder.sync();
        },
        { create: true },
      );
    }),
  );
}

/**
 * Throws no `ToolFailure`, because that would say that nothing was done: the server that took over decides
 * which name the file keeps.
 */
function requireOursHalfway(workspace: Workspace): void {
  try {
    workspace.requireOurs();
  } catch (cause) {
    throw new Error('Another server took the workspace over in the middle of a move', { cause });
  }
}
