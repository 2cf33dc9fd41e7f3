export type Span = { start: number; end: number };

/** Lists quotation marks of all kinds. Models put them around keys, people around what they quote. */
export const quotationMarks = '"\'`“”„‘’«»＂＇「」『』';

/** At these characters, a line of prose may hold something else. */
export const proseMarks = '"\'`{[<◁｛“”„‘';

/** Lists the scripts that write words without blanks between them, and their marks. */
export const unspaced =
  '\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}\\p{sc=Tibt}，。、！？ー';

/**
 * Matches Unicode white space, a byte order mark and the zero-width marks, which mean nothing around a call.
 */
const blank = '[\\s\\u0085\\u200b-\\u200d\\u2060]';
const anyBlank = new RegExp(blank);
const isBlank = (one: string) =>
  one === ' ' || one === '\n' || ((one < ' ' || one > '~') && anyBlank.test(one));
/** Matches up to 80 blanks. */
export const blanks = `${blank}{0,80}`;

/** Returns the offset of the first character from `at` that is not blank, or `end` when there is none. */
export function skipBlanks(text: string, at: number, end = text.length): number {
  let next = at;
  while (next < end && isBlank(text.charAt(next))) next += 1;
  return next;
}

/**
 * Returns the offset just after the last character before `at` that is not blank, or `start` when there is
 * none.
 */
export function skipBlanksBackward(text: string, at: number, start = 0): number {
  let last = at;
  while (last > start && isBlank(text.charAt(last - 1))) last -= 1;
  return last;
}

/** Returns the offset of the line break that ends the line of `at`, or the end of the text. */
export function lineEndAt(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found;
}

/** Returns the offset just after the match of a sticky pattern at `at`, or `at` itself. */
export const matchEnd = (pattern: RegExp, text: string, at: number) =>
  matchAt(pattern, text, at) ? pattern.lastIndex : at;

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
