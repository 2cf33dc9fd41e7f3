/** Codes of the characters that the readers of replies look for. */
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const quote = 0x22;
export const apostrophe = 0x27;
export const comma = 0x2c;
export const hyphen = 0x2d;
export const slash = 0x2f;
export const colon = 0x3a;
export const lessThan = 0x3c;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const backquote = 0x60;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
/** ◁ begins the reasoning marks of Kimi. */
export const leftTriangle = 0x25c1;
export const fullWidthBrace = 0xff5b;

const nextLine = 0x85;
const noBreakSpace = 0xa0;
const firstWideBlank = 0x1680;
const enQuad = 0x2000;
const zeroWidthSpace = 0x200b;
const zeroWidthJoiner = 0x200d;
const lineSeparator = 0x2028;
const paragraphSeparator = 0x2029;
const narrowNoBreakSpace = 0x202f;
const mathematicalSpace = 0x205f;
const wordJoiner = 0x2060;
const ideographicSpace = 0x3000;
const byteOrderMark = 0xfeff;
const digitZero = 0x30;
const digitNine = 0x39;

export const isZero = (code: number) => code === digitZero;

export const isDigit = (code: number) => code >= digitZero && code <= digitNine;

/** White space of Unicode, a byte order mark and the zero-width marks: none of them means anything around a call. */
export function isBlank(code: number): boolean {
  if (code <= space) return code === space || (code >= tab && code <= carriageReturn);
  if (code < firstWideBlank) return code === noBreakSpace || code === nextLine;
  return (
    (code >= enQuad && code < zeroWidthSpace) ||
    code === lineSeparator ||
    code === paragraphSeparator ||
    code === narrowNoBreakSpace ||
    code === mathematicalSpace ||
    code === ideographicSpace ||
    code === firstWideBlank ||
    isInvisible(code)
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
  while (next < end && isBlank(text.charCodeAt(next)) && text.charCodeAt(next) !== lineFeed) next += 1;
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
