import type { PresentationView } from '@/lib/contracts/presentation';

export type DiffPresentation = Extract<PresentationView, { kind: 'diff' }>;
type Hunk = DiffPresentation['hunks'][number];

export type DiffLine = {
  kind: 'same' | 'added' | 'removed' | 'note';
  oldNumber: number | null;
  newNumber: number | null;
  text: string;
};

/** Two lines beside each other: what was and what will be. */
export type DiffPair = { before: DiffLine | null; after: DiffLine | null };

/** The lines of a hunk with their numbers; a line that is no line of the file (`\ No newline …`) is a note. */
export function toLines(hunk: Hunk): DiffLine[] {
  let oldNumber = hunk.oldStart;
  let newNumber = hunk.newStart;
  return hunk.lines.map((line) => {
    const text = line.slice(1);
    switch (line[0]) {
      case '+':
        return { kind: 'added', oldNumber: null, newNumber: newNumber++, text };
      case '-':
        return { kind: 'removed', oldNumber: oldNumber++, newNumber: null, text };
      case '\\':
        return { kind: 'note', oldNumber: null, newNumber: null, text: text.trim() };
      default:
        return { kind: 'same', oldNumber: oldNumber++, newNumber: newNumber++, text };
    }
  });
}

/** Removed lines stand beside the added ones that follow them. */
export function toPairs(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      pairs.push({ before: removed[index] ?? null, after: added[index] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'added') {
      added.push(line);
    } else {
      flush();
      pairs.push({ before: line, after: line });
    }
  }
  flush();
  return pairs;
}

/** Where two lines differ: the length of what they share at the start and at the end. */
export function sharedEnds(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}
