import {
  byteOrderMark,
  carriageReturn,
  noBreakSpace,
  space,
  tab,
  wordJoiner,
  zeroWidthJoiner,
  zeroWidthSpace,
} from './characters';

/** Blanks as models emit them: white space, no-break space, byte order mark and the zero-width marks. */
export function isBlank(code: number): boolean {
  return (
    code === space || (code >= tab && code <= carriageReturn) || code === noBreakSpace || isInvisible(code)
  );
}

/** Marks that a screen does not show: a byte order mark or zero-width space is not part of a model's text. */
export function isInvisible(code: number): boolean {
  return code === byteOrderMark || (code >= zeroWidthSpace && code <= zeroWidthJoiner) || code === wordJoiner;
}

/** Offset of the first character from `at` that is not blank, `end` when there is none. */
export function skipBlanks(text: string, at: number, end = text.length): number {
  let next = at;
  while (next < end && isBlank(text.charCodeAt(next))) next += 1;
  return next;
}

/** Like `skipBlanks`, but stays on its line. */
export function skipBlanksInLine(text: string, at: number, end = text.length): number {
  let next = at;
  while (next < end && isBlank(text.charCodeAt(next)) && text[next] !== '\n') next += 1;
  return next;
}

/** Offset just after the last character before `at` that is not blank, `start` when there is none. */
export function skipBlanksBackward(text: string, at: number, start = 0): number {
  let last = at;
  while (last > start && isBlank(text.charCodeAt(last - 1))) last -= 1;
  return last;
}

/** Offset of the line break that ends the line of `at`, or `end`. */
export function lineEndAt(text: string, at: number, end = text.length): number {
  const found = text.indexOf('\n', at);
  return found === -1 || found > end ? end : found;
}
