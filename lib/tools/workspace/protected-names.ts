import { foldName } from '../../domain/paths/fold-name';
import { markerName } from './marker';
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
  if (foldName(path[0] ?? '') === markerName)
    return `${markerName} says to Countersign which workspace this is, so tools never change it.`;
  const found = path.find((name) => protectedNames.has(foldName(name)));
  if (found === undefined) return null;
  return `Files in ${found} can make other programs run commands, so tools never change them.`;
}
