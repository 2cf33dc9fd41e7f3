import type { DiffLayout, DiffLine, DiffPresentation } from './diff-rows';

/**
 * Says which line numbers are shown. `either` has room for one: the old number of a removed line, else the
 * new one.
 */
export type NumberColumns = 'beside' | 'both' | 'old' | 'new' | 'either';

export function numberColumns(
  change: DiffPresentation['change'],
  layout: DiffLayout,
  isWide: boolean,
): NumberColumns {
  if (layout === 'split') return 'beside';
  if (change === 'create') return 'new';
  if (change === 'delete') return 'old';
  return isWide ? 'both' : 'either';
}

export function countColumns(numbers: NumberColumns): number {
  if (numbers === 'beside') return 4;
  return numbers === 'both' ? 3 : 2;
}

/** Returns how many digits the largest line number has. */
export function countDigits(hunks: readonly (readonly DiffLine[])[]): number {
  let largest = 1;
  for (const lines of hunks) {
    for (const { oldNumber, newNumber } of lines) {
      largest = Math.max(largest, oldNumber ?? 0, newNumber ?? 0);
    }
  }
  return String(largest).length;
}
