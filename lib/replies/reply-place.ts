import { skipBlanks } from './blank';
import { skipTurnToken } from './leaked-tokens';
import type { JsonPart, WalkedReply } from './reply-parts';

type Extent = { start: number; end: number };

/** Whether only blanks and leaked tokens are before it. */
export function isFirst(reply: WalkedReply, part: Extent): boolean {
  return skipBlanksAndTokens(reply.text, reply.start, part.start) >= part.start;
}

/** Whether only blanks and leaked tokens are after it. */
export function isLast(reply: WalkedReply, part: Extent): boolean {
  return skipBlanksAndTokens(reply.text, part.end, reply.end) >= reply.end;
}

export function isWhole(reply: WalkedReply, part: Extent): boolean {
  return isFirst(reply, part) && isLast(reply, part);
}

function skipBlanksAndTokens(text: string, from: number, end: number): number {
  for (let at = skipBlanks(text, from, end); ; ) {
    const after = skipTurnToken(text, at);
    if (after === at || after > end) return at;
    at = skipBlanks(text, after, end);
  }
}

const longestLabel = 40;
const leadMarks = ':：。.!?！？…→=>';

/**
 * Whether the words before an inline call announce it, instead of being its sentence: a label of a
 * word or two ("Action: {…}", "tool_call({…})") or a finished sentence or colon ("I will read it: {…}"). Tables,
 * headings and comments announce nothing.
 */
export function isAnnounced(text: string, part: JsonPart): boolean {
  const leadEnd = skipBack(text, part.start, part.lineStart);
  if (text[leadEnd - 1] === '|' || '#/'.includes(text.charAt(part.lineStart))) return false;
  const isLabel =
    leadEnd - part.lineStart <= longestLabel && isLabelText(text.slice(part.lineStart, leadEnd));
  const after = skipBlanks(text, part.end);
  if (isLabel) return !hasLetter(text.slice(after, after + longestLabel));
  return leadMarks.includes(text.charAt(leadEnd - 1)) && after >= text.length;
}

function skipBack(text: string, from: number, start: number): number {
  let at = from;
  while (at > start && (text[at - 1] === ' ' || text[at - 1] === '\t')) at -= 1;
  return at;
}

/** `json`, `Tool call:` or `tool_call(`, but not the first words of a sentence. */
function isLabelText(lead: string): boolean {
  const words = lead.split(' ').filter((word) => word !== '').length;
  return words <= 1 || (words === 2 && !hasLetter(lead.slice(-1)));
}

function hasLetter(text: string): boolean {
  return Array.from(text).some(
    (character) => character.toLowerCase() !== character.toUpperCase() || character > '\u2e80',
  );
}
