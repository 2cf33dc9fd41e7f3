import { isBug } from '../to-tool-error';
import { readTarget } from './target';
import type { Workspace } from './workspace';
import { formatPath, parseWorkspacePath } from './workspace-path';

/**
 * Returns the first path that is not as expected, or null. The first path must be in the state of
 * `fingerprint`, and the others must be free.
 */
export async function findChangedPath(
  workspace: Workspace,
  paths: readonly string[],
  fingerprint: string,
): Promise<string | null> {
  for (const [index, text] of paths.entries()) {
    const path = parseWorkspacePath(text);
    try {
      const target = await readTarget(workspace, path);
      const isExpected = index === 0 ? target.fingerprint === fingerprint : target.kind === 'absent';
      if (!isExpected) return formatPath(path);
    } catch (error) {
      // A link or a device is there now, or something on the way cannot be opened.
      if (isBug(error)) throw error;
      return formatPath(path);
    }
  }
  return null;
}
