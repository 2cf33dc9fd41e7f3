import { rmdir, unlink } from 'node:fs/promises';
import { ToolFailure } from '../tool-failure';
import { atEntry } from './at-entry';
import { requireUnchanged } from './last-look';
import { readEntry } from './target';
import type { Workspace } from './workspace';
import type { WorkspacePath } from './workspace-path';
import { requireState, unlessReplaced } from './write-file-inside';

/**
 * Deletes a file or an empty folder. Throws `target_changed` when it is no longer in the state of
 * `fingerprint`.
 */
export async function deleteInside(
  workspace: Workspace,
  path: WorkspacePath,
  fingerprint: string | null,
): Promise<void> {
  await workspace.exclusively(() =>
    atEntry(workspace, path, async (entry) => {
      const { folder, name, shown } = entry;
      const target = await readEntry(entry);
      requireState(target, fingerprint, shown);
      if (target.kind === 'absent') throw new ToolFailure('not_found', `There is no ${shown}.`);
      await requireUnchanged(entry, target);
      workspace.requireOurs();
      const remove = target.kind === 'folder' ? rmdir : unlink;
      await unlessReplaced(shown, () => remove(folder.entry(name)));
      await folder.sync();
    }),
  );
}
