export type Span = { start: number; end: number };

/** Quotation marks of all kinds: models put them around keys, people around what they quote. */
export const quotationMarks = '"\'`“”„‘’«»＂＇「」『』';

/** Where a line of prose may hold something else. */
export const proseMarks = '"\'`{[<◁｛“”„‘';

/** Up to 80 blanks, for a pattern. */
export const blanks = '[\\s\\u0085\\u200b-\\u200d\\u2060]{0,80}';
const codes = { tab: 0x09, carriageReturn: 0x0d, space: 0x20, endOfAscii: 0x80 } as const;
const wideBlank = /[\s\u0085\u200b-\u200d\u2060]/;

/** White space of Unicode, a byte order mark and the zero-width marks: none of them means anything around a call. */
function isBlank(code: number): boolean {
  if (code >= codes.endOfAscii) return wideBlank.test(String.fromCharCode(code));
  return code === codes.space || (code >= codes.tab && code <= codes.carriageReturn);
}

/** Offset of the first character from `at` that is not blank, `end` when there is none. */
export function skipBlanks(text: string, at: number, end = text.length): number {
  let next = at;
  while (next < end && isBlank(text.charCodeAt(next))) next += 1;
  return next;
}

/** Offset just after the last character before `at` that is not blank, `start` when there is none. */
export function skipBlanksBackward(text: string, at: number, start = 0): number {
  let last = at;
  while (last > start && isBlank(text.charCodeAt(last - 1))) last -= 1;
  return last;
}

/** Offset of the line break that ends the line of `at`, or the end of the text. */
export function lineEndAt(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found;
}

/** Offset just after the run of one character that begins at `at`. */
export function runEnd(text: string, at: number, character: string): number {
  let end = at;
  while (text[end] === character) end += 1;
  return end;
}

/** The match of a sticky pattern at `at`, or null. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
