import { hasOtherForms, toOneForm } from '../../shared/name-forms';
import { ToolFailure } from '../tool-failure';
import { listOtherForms, spellForm } from './find-name';
import type { Workspace } from './workspace';
import { formatPathInLine, type WorkspacePath } from './workspace-path';

const maxSpelled = 20;

/** Names the listed paths that differ only in their Unicode form, in at most one line. */
export function explainTwins(paths: readonly WorkspacePath[]): string[] {
  const byForm = new Map<string, string[]>();
  for (const path of paths.map(formatPathInLine)) {
    if (!hasOtherForms(path)) continue;
    const form = toOneForm(path);
    byForm.set(form, [...(byForm.get(form) ?? []), path]);
  }
  const twins = [...byForm.values()].filter((forms) => forms.length > 1).flat();
  if (twins.length === 0) return [];
  const spelled = twins.slice(0, maxSpelled).map(spellForm).join(', ');
  return [`[These look the same and differ only in their Unicode form: ${spelled}]`];
}

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
