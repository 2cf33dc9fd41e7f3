import type { WorkspacePath } from './workspace-path';

/** Folders whose content makes other programs run commands (hooks, settings). Tools change nothing in them. */
const protectedNames = new Set(['.git', '.hg', '.svn', 'git~1']);

/**
 * Why this path must not change, or null. Compares names as the most forgiving file system would: ignores case,
 * compatibility forms, invisible characters, and trailing dots or spaces.
 */
export function protectedReason(path: WorkspacePath): string | null {
  const found = path.find((name) => protectedNames.has(fold(name)));
  if (found === undefined) return null;
  return `Files in ${found} can make other programs run commands, so tools never change them.`;
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}
