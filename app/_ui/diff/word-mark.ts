import type { Span } from '../text/span';

/** Two lines that share less than this part of the longer one count as replaced, not changed. */
const leastShared = 0.3;

/**
 * Finds the part of a line that differs from its partner. Returns null when the two have too little in
 * common.
 */
export function findMark(text: string, partner: string): Span | null {
  const { start, end } = sharedEnds(text, partner);
  const longer = Math.max(text.trim().length, partner.trim().length);
  const shared = text.slice(0, start).trim().length + text.slice(text.length - end).trim().length;
  if (text === partner || shared < longer * leastShared) return null;
  const changes = [text.slice(start, text.length - end), partner.slice(start, partner.length - end)];
  return {
    from: changes.some((change) => isOfWord(change[0])) ? startOfWord(text, start) : start,
    to: changes.some((change) => isOfWord(change.at(-1)))
      ? endOfWord(text, text.length - end)
      : text.length - end,
  };
}

/** Moves the start of a mark to the start of its word. */
function startOfWord(text: string, at: number): number {
  let start = at;
  while (isOfWord(text[start - 1])) start -= 1;
  return start;
}

function endOfWord(text: string, at: number): number {
  let end = at;
  while (isOfWord(text[end])) end += 1;
  return end;
}

function isOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

/**
 * Returns how much two lines share at the start and at the end, in UTF-16 units. It cuts no character in two.
 */
export function sharedEnds(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  if (isFirstHalf(before[start - 1])) start -= 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (end > 0 && isSecondHalf(before.at(-end))) end -= 1;
  return { start, end };
}

function isFirstHalf(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\uD800' && unit <= '\uDBFF';
}

function isSecondHalf(unit: string | undefined): boolean {
  return unit !== undefined && unit >= '\uDC00' && unit <= '\uDFFF';
}
