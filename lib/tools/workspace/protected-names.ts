import type { WorkspacePath } from './workspace-path';

/** Folders whose content makes other programs run commands (hooks, settings): nothing in them is changed. */
const protectedNames = new Set(['.git', '.hg', '.svn', 'git~1']);

/**
 * Why this place must not be changed, or null. Names are compared as the most forgiving file system would: without
 * regard to case, compatibility forms, invisible characters and trailing dots or blanks.
 */
export function protectedReason(path: WorkspacePath): string | null {
  const found = path.find((name) => protectedNames.has(fold(name)));
  if (found === undefined) return null;
  return `What is in ${found} can make other programs run commands, so it is never changed here.`;
}

function fold(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}
