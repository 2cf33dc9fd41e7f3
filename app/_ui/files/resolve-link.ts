import { folderOf } from './file-address';

/**
 * Returns the workspace path that a relative link in a document leads to. Returns null for web addresses, for
 * places within the same document, and for targets outside the workspace. `from` is the document's own path.
 */
export function resolveLink(href: string, from: string): string | null {
  const [target = ''] = href.split(/[?#]/, 1);
  if (target === '' || /^[a-z][a-z\d+.-]*:|^[/\\]/i.test(target)) return null;
  const names = folderOf(from).split('/').filter(Boolean);
  for (const part of decode(target).split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') names.push(part);
    else if (names.pop() === undefined) return null;
  }
  return names.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
