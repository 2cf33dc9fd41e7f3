import type { DiffPresentation } from '../../domain/presentation';
import { compareLines } from '../diff/compare-lines';
import { splitAtBreaks, toHunks } from '../diff/to-hunks';

/** Compares a file's text before and after; null means that there is no file. The hunks are complete. */
export function toFileDiff(path: string, before: string | null, after: string | null): DiffPresentation {
  const [oldLines, newLines] = [splitAtBreaks(before ?? ''), splitAtBreaks(after ?? '')];
  const comparison = compareLines(oldLines, newLines);
  return {
    kind: 'diff',
    path,
    change: before === null ? 'create' : after === null ? 'delete' : 'modify',
    addedLines: sum(comparison.added),
    removedLines: sum(comparison.removed),
    hunks: toHunks(oldLines, newLines, comparison),
    ...(comparison.isMinimal ? {} : { isApproximate: true }),
  };
}

function sum(flags: Uint8Array): number {
  return flags.reduce((total, flag) => total + flag, 0);
}
