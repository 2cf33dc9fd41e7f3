import type { PresentationView } from '@/lib/contracts/presentation';
import { countOf, formatCount } from '@/lib/shared/quantities';

export type DiffPresentation = Extract<PresentationView, { kind: 'diff' }>;
type Hunk = DiffPresentation['hunks'][number];

export type DiffLine = {
  kind: 'same' | 'added' | 'removed' | 'note';
  oldNumber: number | null;
  newNumber: number | null;
  text: string;
};

/** Puts a line before the change and the line after it side by side. */
export type DiffPair = { before: DiffLine | null; after: DiffLine | null };

/** Describes a row of the drawn table. `partner` is the line that this line replaces, or that replaces it. */
export type DiffRow =
  | { kind: 'where'; text: string }
  | { kind: 'line'; line: DiffLine; partner: DiffLine | null }
  | { kind: 'pair'; before: DiffLine | null; after: DiffLine | null };

export type DiffLayout = 'unified' | 'split';

/** Numbers the lines of a hunk. A line that is not in the file (`\ No newline …`) becomes a note. */
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

/** Pairs removed lines with the added lines that follow them. A note stays on the side of the line before it. */
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
    } else if (line.kind === 'added' || (line.kind === 'note' && added.length > 0)) {
      added.push(line);
    } else if (line.kind === 'note' && removed.length > 0) {
      removed.push(line);
    } else {
      flush();
      pairs.push({ before: line, after: line });
    }
  }
  flush();
  return pairs;
}

/**
 * Returns the rows of a change. A hunk starts with a row that says where it is, unless the file is new or
 * deleted.
 */
export function toRows(
  diff: DiffPresentation,
  linesOfHunks: readonly (readonly DiffLine[])[],
  layout: DiffLayout,
): DiffRow[] {
  let seenLines = 0;
  return diff.hunks.flatMap((hunk, index) => {
    const lines = linesOfHunks[index] ?? [];
    const pairs = toPairs(lines);
    const rows = layout === 'split' ? pairs.map(toPairRow) : toLineRows(lines, pairs);
    const where = describeWhere(hunk, hunk.oldStart - 1 - seenLines);
    seenLines = hunk.oldStart - 1 + hunk.oldLines;
    return diff.change === 'modify' ? [{ kind: 'where' as const, text: where }, ...rows] : rows;
  });
}

function toPairRow({ before, after }: DiffPair): DiffRow {
  return { kind: 'pair', before, after };
}

function toLineRows(lines: readonly DiffLine[], pairs: readonly DiffPair[]): DiffRow[] {
  const partners = new Map<DiffLine, DiffLine>();
  for (const { before, after } of pairs) {
    if (before?.kind !== 'removed' || after?.kind !== 'added') continue;
    partners.set(before, after);
    partners.set(after, before);
  }
  return lines.map((line) => ({ kind: 'line', line, partner: partners.get(line) ?? null }));
}

function describeWhere({ newStart, newLines }: Hunk, unchangedBefore: number): string {
  const first = formatCount(newStart);
  const place = newLines <= 1 ? `Line ${first}` : `Lines ${first} to ${formatCount(newStart + newLines - 1)}`;
  return unchangedBefore < 1 ? place : `${place} · ${countOf(unchangedBefore, 'unchanged line')} before`;
}
