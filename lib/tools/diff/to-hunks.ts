import type { DiffPresentation } from '../../domain/presentation';
import type { LineComparison } from './compare-lines';

type Hunk = DiffPresentation['hunks'][number];

const contextLines = 3;
const noFinalBreak = '\\ No newline at end of file';

/**
 * Returns the changed lines with three unchanged ones around them. The lines come from `splitAtBreaks`: a
 * missing last line break is a difference like any other, and the note about it follows its line.
 */
export function toHunks(
  before: readonly string[],
  after: readonly string[],
  { removed, added }: Pick<LineComparison, 'removed' | 'added'>,
): Hunk[] {
  const hunks: Hunk[] = [];
  let hunk: Hunk | null = null;
  let sameSinceChange = 0;
  let [x, y] = [0, 0];
  const add = (to: Hunk, sign: ' ' | '-' | '+', line: string) => {
    const hasBreak = line.endsWith('\n');
    to.lines.push(`${sign}${hasBreak ? line.slice(0, -1) : line}`);
    if (!hasBreak) to.lines.push(noFinalBreak);
    if (sign !== '+') to.oldLines += 1;
    if (sign !== '-') to.newLines += 1;
  };
  const begin = (): Hunk => {
    const context = Math.min(contextLines, x);
    const begun = {
      oldStart: x - context + 1,
      oldLines: 0,
      newStart: y - context + 1,
      newLines: 0,
      lines: [],
    };
    for (const line of before.slice(x - context, x)) add(begun, ' ', line);
    hunks.push(begun);
    return begun;
  };

  while (x < before.length || y < after.length) {
    const isChange = removed[x] === 1 || added[y] === 1;
    if (!isChange) {
      const isContext = sameSinceChange < contextLines || (hunk !== null && changesWithin(x, y));
      if (!isContext) hunk = null;
      else if (hunk) add(hunk, ' ', before[x] as string);
      sameSinceChange += 1;
      x += 1;
      y += 1;
      continue;
    }
    hunk ??= begin();
    sameSinceChange = 0;
    while (removed[x] === 1) add(hunk, '-', before[x++] as string);
    while (added[y] === 1) add(hunk, '+', after[y++] as string);
  }
  return hunks;

  /** Returns true when another change is so near that its context touches this hunk. */
  function changesWithin(fromX: number, fromY: number): boolean {
    for (let step = 0; step <= contextLines; step += 1) {
      if (removed[fromX + step] === 1 || added[fromY + step] === 1) return true;
    }
    return false;
  }
}

/** Returns every line with its line break; the last one may have none. Joined, the lines are the text. */
export function splitAtBreaks(text: string): string[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  const complete = lines.map((line) => `${line}\n`);
  return last === '' ? complete : [...complete, last];
}
