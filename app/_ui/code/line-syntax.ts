import { rangesByLine } from '../syntax/ranges-by-line';
import type { FindRanges, SyntaxRange } from '../syntax/syntax-range';

/** So many lines are colored at once: enough to know what a line is in, few enough not to be felt. */
const linesAtOnce = 400;

/** The colors of a text's lines, found stretch by stretch when a line is first drawn. */
export function createLineSyntax(lines: readonly string[], language: string, findRanges: FindRanges) {
  const found = new Map<number, SyntaxRange[][]>();
  return (index: number): readonly SyntaxRange[] => {
    const stretch = Math.floor(index / linesAtOnce);
    const known = found.get(stretch) ?? findStretch(stretch);
    found.set(stretch, known);
    return known[index % linesAtOnce] ?? [];
  };

  function findStretch(stretch: number): SyntaxRange[][] {
    const texts = lines.slice(stretch * linesAtOnce, (stretch + 1) * linesAtOnce);
    return rangesByLine(texts, findRanges(language, texts.join('\n')));
  }
}
