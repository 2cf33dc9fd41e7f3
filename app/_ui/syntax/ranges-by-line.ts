import type { SyntaxRange } from './syntax-range';

/** Splits the ranges of joined lines at the line ends and counts each from the start of its line. */
export function rangesByLine(lines: readonly string[], ranges: readonly SyntaxRange[]): SyntaxRange[][] {
  let start = 0;
  let first = 0;
  return lines.map((line) => {
    const end = start + line.length;
    const own: SyntaxRange[] = [];
    while ((ranges[first]?.to ?? Number.POSITIVE_INFINITY) <= start) first += 1;
    for (let index = first; index < ranges.length; index += 1) {
      const range = ranges[index];
      if (!range || range.from >= end) break;
      const from = Math.max(range.from, start) - start;
      const to = Math.min(range.to, end) - start;
      if (from < to) own.push({ from, to, role: range.role });
    }
    start = end + 1;
    return own;
  });
}
