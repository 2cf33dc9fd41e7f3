import type { PresentationView } from '@/lib/contracts/presentation';

type Diff = Extract<PresentationView, { kind: 'diff' }>;
type Hunk = Diff['hunks'][number];

/**
 * Whether a change shows everything that this value does: the value is in the lines of one place of the change, or it is
 * the new text of the file, of which only unchanged lines are left out.
 */
export function isShownAsChange(value: string, shown: readonly PresentationView[]): boolean {
  return value !== '' && shown.some((it) => it.kind === 'diff' && showsEffect(it, value));
}

function showsEffect({ hunks }: Diff, value: string): boolean {
  if (hunks.length === 0) return false;
  const isInOnePlace = hunks.some(
    (hunk) => linesOf(hunk, '-').join('\n').includes(value) || linesOf(hunk, '+').join('\n').includes(value),
  );
  return isInOnePlace || isNewText(hunks, value);
}

function isNewText(hunks: readonly Hunk[], value: string): boolean {
  const lines = value.split('\n');
  return hunks.every((hunk) => {
    const start = Math.max(0, hunk.newStart - 1);
    const after = linesOf(hunk, '+');
    return after.length > 0 && after.every((line, index) => lines[start + index] === line);
  });
}

/** The lines of one side of a hunk: those that stay, and those that are removed or added. */
function linesOf({ lines }: Hunk, sign: '-' | '+'): string[] {
  return lines.filter((line) => line.startsWith(' ') || line.startsWith(sign)).map((line) => line.slice(1));
}
