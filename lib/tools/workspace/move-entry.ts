import { rename } from 'node:fs/promises';
import { ToolFailure } from '../tool-failure';
import { atEntry } from './at-entry';
import { requireUnchanged, targetChanged } from './last-look';
import { readEntry } from './target';
import type { Workspace } from './workspace';
import type { WorkspacePath } from './workspace-path';
import { putInPlace, requireNoOtherForm, requireState, unlessReplaced } from './write-file-inside';

/**
 * Moves a file or folder. Creates missing folders and never overwrites. Throws `target_changed` when the
 * source is no longer in the state of `fingerprint`.
 */
export async function moveInside(
  workspace: Workspace,
  from: WorkspacePath,
  to: WorkspacePath,
  fingerprint: string | null,
): Promise<void> {
  await workspace.exclusively(() =>
    atEntry(workspace, from, async (source) => {
      const target = await readEntry(source);
      requireState(target, fingerprint, source.shown);
      if (target.kind === 'absent') throw new ToolFailure('not_found', `There is no ${source.shown}.`);
      await atEntry(
        workspace,
        to,
        async (destination) => {
          if ((await readEntry(destination)).kind !== 'absent') throw targetChanged(destination.shown);
          await source.folder.verify();
          await destination.folder.verify();
          const oldName = source.folder.entry(source.name);
          const newName = destination.folder.entry(destination.name);
          const lookAgain = async () => {
            await requireNoOtherForm(destination);
            await requireUnchanged(source, target);
          };
          if (target.kind === 'folder') {
            await lookAgain();
            workspace.requireOurs();
            await unlessReplaced(source.shown, () => rename(oldName, newName));
          } else {
            await workspace.noting({ kind: 'moved', from: source.path, to: destination.path }, async () => {
              await lookAgain();
              workspace.requireOurs();
              await putInPlace(oldName, newName, destination.shown, () => requireOursHalfway(workspace));
            });
          }
          await destination.folder.sync();
          await source.folder.sync();
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
