import { rangesByLine } from '../syntax/ranges-by-line';
import type { FindRanges, SyntaxRange } from '../syntax/syntax-range';

/** Colors are found for this many lines at once: enough for their context, few enough to go unnoticed. */
const linesAtOnce = 400;

/** Returns a function that finds the colors of a line, a stretch at a time, when the line is first drawn. */
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
