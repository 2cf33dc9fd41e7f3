import type { TimelineItem } from '../../contracts/runs';

type PathLinks = NonNullable<TimelineItem['links']>;

/**
 * Finds where a headline names these paths, in their order. The server wrote both, so looking is enough:
 * after the verb, outside of code, as complete words, also where the headline shortens a long path with "…".
 * A path that is not found there has no link.
 */
export function locatePaths(headline: string, paths: readonly string[]): PathLinks {
  const links: PathLinks = [];
  const open = hideCode(headline);
  let from = open.indexOf(' ') + 1;
  for (const path of paths) {
    const found = findWhole(open, path, from) ?? findShortened(open, path, from);
    if (!found) continue;
    links.push({ ...found, path });
    from = found.end;
  }
  return links;
}

type Stretch = { start: number; end: number };

function findWhole(headline: string, path: string, from: number): Stretch | null {
  for (let start = headline.indexOf(path, from); start !== -1; start = headline.indexOf(path, start + 1)) {
    const end = start + path.length;
    const isWord = /[\s“(]/.test(headline[start - 1] ?? ' ') && /[\s/”),.]/.test(headline[end] ?? ' ');
    if (isWord) return { start, end };
  }
  return null;
}

/** Finds "notes/…/plan.md": the path's beginning before the ellipsis, its end after it. */
function findShortened(headline: string, path: string, from: number): Stretch | null {
  const ellipsis = headline.indexOf('…', from);
  if (ellipsis === -1) return null;
  const start = headline.lastIndexOf(' ', ellipsis) + 1;
  const before = longest(path, (length) => headline.slice(from, ellipsis).endsWith(path.slice(0, length)));
  const after = longest(path, (length) => headline.startsWith(path.slice(-length), ellipsis + 1));
  if (before === 0 || after === 0) return null;
  return { start: Math.min(start, ellipsis - before), end: ellipsis + 1 + after };
}

function longest(path: string, fits: (length: number) => boolean): number {
  let length = path.length;
  while (length > 0 && !fits(length)) length -= 1;
  return length;
}

/** Hides everything from the first backtick to the last one, as `toCodeParts` does in the browser. */
function hideCode(headline: string): string {
  const first = headline.indexOf('`');
  const last = headline.lastIndexOf('`');
  if (first === last) return headline;
  return headline.slice(0, first) + '\0'.repeat(last + 1 - first) + headline.slice(last + 1);
}
