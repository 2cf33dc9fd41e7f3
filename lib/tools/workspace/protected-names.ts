import { foldName } from '../../domain/paths/fold-name';
import type { WorkspacePath } from './workspace-path';

/**
 * The content of these folders (hooks, settings) makes other programs run commands. Tools change nothing in
 * them.
 */
const protectedNames = new Set(['.git', '.hg', '.svn', 'git~1']);

/**
 * Returns why this path must not change, or null. It compares names as the most forgiving file system would.
 */
export function protectedReason(path: WorkspacePath): string | null {
  const found = path.find((name) => protectedNames.has(foldName(name)));
  if (found === undefined) return null;
  return `Files in ${found} can make other programs run commands, so tools never change them.`;
}
