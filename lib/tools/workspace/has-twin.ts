import { hasOtherForms } from '../../shared/name-forms';
import { ToolFailure } from '../tool-failure';
import { listOtherForms } from './find-name';
import type { Workspace } from './workspace';
import type { WorkspacePath } from './workspace-path';

/**
 * Returns true when a name in a path on disk has a twin: another entry of the same folder whose name differs
 * only in its Unicode form, so that nobody sees which of the two is meant.
 */
export async function hasTwin(workspace: Workspace, path: WorkspacePath): Promise<boolean> {
  for (const [index, name] of path.entries()) {
    if (!hasOtherForms(name)) continue;
    try {
      const others = await workspace.inFolder(path.slice(0, index), (folder) => listOtherForms(folder, name));
      if (others.length > 0) return true;
    } catch (error) {
      // This folder is still to be created.
      if (error instanceof ToolFailure && error.code === 'not_found') return false;
      throw error;
    }
  }
  return false;
}
