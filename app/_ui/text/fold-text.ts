import { countLines, countOf } from '@/lib/shared/quantities';

export const foldAfterLines = 50;

/** About this many characters fit on one line. */
const charactersPerLine = 100;

/** A text does not fold when it is at most this many lines too long. */
const graceLines = 3;

/**
 * `size` is the size of the complete text ("10,000 lines", "20,000 characters"). It is null when nothing is
 * folded away.
 */
export type Folded = { shown: string; size: string | null };

/** Returns the beginning of a text that has many lines or a very long line. */
export function foldText(text: string, maxLines = foldAfterLines): Folded {
  const end = text.endsWith('\n') ? text.length - 1 : text.length;
  if (endOfLines(text, maxLines + graceLines) >= end) return { shown: text, size: null };
  const shown = text.slice(0, endOfLines(text, maxLines));
  const lines = countLines(text);
  return {
    shown: /[\uD800-\uDBFF]$/.test(shown) ? shown.slice(0, -1) : shown,
    size: lines > maxLines ? countOf(lines, 'line') : countOf(countCharacters(text), 'character'),
  };
}

/** Returns the index where this many lines end, and counts wrapped lines. */
function endOfLines(text: string, maxLines: number): number {
  let left = maxLines;
  let start = 0;
  while (start < text.length) {
    const lineEnd = text.indexOf('\n', start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const lines = Math.max(1, Math.ceil((end - start) / charactersPerLine));
    if (lines > left) return start + left * charactersPerLine;
    left -= lines;
    if (left === 0) return end;
    start = end + 1;
  }
  return text.length;
}

/** Counts code points, so that a surrogate pair is one character. */
function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
