import { rangesByLine } from '../syntax/ranges-by-line';
import type { FindRanges, SyntaxRange } from '../syntax/syntax-range';
import type { DiffLine } from './diff-rows';

/** Lines colored at once: enough for their context, few enough to go unnoticed. */
const linesAtOnce = 400;

/**
 * Finds the colors of a line when it is first drawn. Reads the old and the new text of a hunk separately; a long hunk is
 * read in stretches.
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

/** Looked for once per stretch that is drawn: a map of all lines would take longer than the first picture of a large change. */
function findStretch(hunks: readonly (readonly DiffLine[])[], line: DiffLine): readonly DiffLine[] {
  for (const lines of hunks) {
    const index = lines.indexOf(line);
    const start = index - (index % linesAtOnce);
    if (index >= 0) return lines.slice(start, start + linesAtOnce);
  }
  return [];
}

/** The old text and the new text. An unchanged line takes its colors from the new one. */
function sidesOf(lines: readonly DiffLine[]): DiffLine[][] {
  return [
    lines.filter(({ kind }) => kind === 'same' || kind === 'removed'),
    lines.filter(({ kind }) => kind === 'same' || kind === 'added'),
  ];
}
