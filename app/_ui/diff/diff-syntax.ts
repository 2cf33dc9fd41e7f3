import { rangesByLine } from '../syntax/ranges-by-line';
import type { FindRanges, SyntaxRange } from '../syntax/syntax-range';
import type { DiffLine } from './diff-rows';

/** So many lines are coloured at once: enough to know what a line is in, few enough not to be felt. */
const linesAtOnce = 400;

/**
 * The colours of the lines of a hunk, found when a line is first drawn. Old and new text are read each as a whole, as
 * they stand in the file; a long hunk is read in stretches.
 */
export function createDiffSyntax(
  hunks: readonly (readonly DiffLine[])[],
  language: string,
  findRanges: FindRanges,
) {
  const stretches = new Map(hunks.flatMap(toStretches));
  const found = new Map<DiffLine, SyntaxRange[]>();
  return (line: DiffLine): SyntaxRange[] => {
    if (line.kind === 'note') return [];
    if (!found.has(line)) {
      for (const side of sidesOf(stretches.get(line) ?? [])) {
        const texts = side.map(({ text }) => text);
        const ranges = rangesByLine(texts, findRanges(language, texts.join('\n')));
        for (const [index, of] of side.entries()) found.set(of, ranges[index] ?? []);
      }
    }
    return found.get(line) ?? [];
  };
}

function toStretches(lines: readonly DiffLine[]): [DiffLine, readonly DiffLine[]][] {
  let stretch: readonly DiffLine[] = [];
  return lines.map((line, index) => {
    if (index % linesAtOnce === 0) stretch = lines.slice(index, index + linesAtOnce);
    return [line, stretch];
  });
}

/** The old text and the new text; a line that stays takes the colours it has in the new one. */
function sidesOf(lines: readonly DiffLine[]): DiffLine[][] {
  return [
    lines.filter(({ kind }) => kind === 'same' || kind === 'removed'),
    lines.filter(({ kind }) => kind === 'same' || kind === 'added'),
  ];
}
