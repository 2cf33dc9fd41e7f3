import { rangesByLine } from '../syntax/ranges-by-line';
import type { FindRanges, SyntaxRange } from '../syntax/syntax-range';
import type { DiffLine } from './diff-rows';

/** Colors are found for this many lines at once: enough for their context, few enough to go unnoticed. */
const linesAtOnce = 400;

/**
 * Returns a function that finds the colors of a line when it is first drawn. It reads the old and the new
 * text of a hunk separately, and a long hunk in stretches.
 */
export function createDiffSyntax(
  hunks: readonly (readonly DiffLine[])[],
  language: string,
  findRanges: FindRanges,
) {
  const found = new Map<DiffLine, SyntaxRange[]>();
  return (line: DiffLine): SyntaxRange[] => {
    if (line.kind === 'note') return [];
    if (!found.has(line)) {
      for (const side of sidesOf(findStretch(hunks, line))) {
        const texts = side.map(({ text }) => text);
        const ranges = rangesByLine(texts, findRanges(language, texts.join('\n')));
        for (const [index, of] of side.entries()) found.set(of, ranges[index] ?? []);
      }
    }
    return found.get(line) ?? [];
  };
}

/**
 * Searches the hunks once per drawn stretch. A map of all lines would take longer than the first paint of a
 * large change.
 */
function findStretch(hunks: readonly (readonly DiffLine[])[], line: DiffLine): readonly DiffLine[] {
  for (const lines of hunks) {
    const index = lines.indexOf(line);
    const start = index - (index % linesAtOnce);
    if (index >= 0) return lines.slice(start, start + linesAtOnce);
  }
  return [];
}

/** Returns the old text and the new text. An unchanged line takes its colors from the new text. */
function sidesOf(lines: readonly DiffLine[]): DiffLine[][] {
  return [
    lines.filter(({ kind }) => kind === 'same' || kind === 'removed'),
    lines.filter(({ kind }) => kind === 'same' || kind === 'added'),
  ];
}
