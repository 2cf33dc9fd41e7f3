import { lineEndAt } from '../blank';
import {
  asterisk,
  backquote,
  bullet,
  exclamationMark,
  hyphen,
  isDigit,
  isLetter,
  leftTriangle,
  lessThan,
  lineFeed,
  plusSign,
  slash,
} from '../characters';
import { callBrackets, isCallTagName } from '../foreign-marks';
import { openBrace, openBracket } from '../json/json-characters';
import { mayBecomeTurnToken, skipTurnToken } from '../leaked-tokens';
import { tagAt } from '../markup';
import { parseReply } from '../parse-reply';
import { mayBecomeReasoningMark, reasoningCloseAt, reasoningOpenAt } from '../reasoning';
import { walkReply } from '../walk-reply';

const longestMark = 64;
const longestTag = 400;

/** The meaning of a `<`, `[` or `◁` in streaming text. `end` is the offset just after it. */
export type MarkLook =
  | { kind: 'wait' | 'close' | 'hold_line' | 'token' | 'plain' }
  | { kind: 'restart' | 'markup'; end: number };

/** Markup, a leaked token, reasoning, the mark of a call, or plain text; `wait` while more than one is possible. */
export function lookAtMark(text: string, at: number): MarkLook {
  const rest = text.slice(at, at + longestMark);
  const reasoningEnd = reasoningCloseAt(text, at);
  if (reasoningEnd !== null) return { kind: 'restart', end: reasoningEnd };
  if (reasoningOpenAt(text, at) || rest.startsWith('<!--')) return { kind: 'close' };
  if (skipTurnToken(text, at) > at) return { kind: 'token' };
  if (
    rest.length < 2 ||
    mayBecomeTurnToken(rest) ||
    mayBecomeReasoningMark(rest) ||
    '<!--'.startsWith(rest)
  ) {
    return { kind: 'wait' };
  }
  if (rest.startsWith('[')) return lookAtBracket(rest);
  if (rest.startsWith('<|') || rest.startsWith('<｜')) return { kind: 'close' };
  return rest.startsWith('<') && isTagStart(rest.charCodeAt(1)) ? lookAtTag(text, at) : { kind: 'plain' };
}

function lookAtTag(text: string, at: number): MarkLook {
  const tag = tagAt(text, at);
  if (tag)
    return !tag.isClose && isCallTagName(tag.name) ? { kind: 'close' } : { kind: 'markup', end: tag.end };
  const isEnded =
    text.length - at > longestTag || text.indexOf('\n', at) !== -1 || text.indexOf('<', at + 1) !== -1;
  return { kind: isEnded ? 'plain' : 'wait' };
}

function lookAtBracket(rest: string): MarkLook {
  if (callBrackets.some((mark) => rest.startsWith(mark))) return { kind: 'close' };
  if (callBrackets.some((mark) => mark.startsWith(rest))) return { kind: 'wait' };
  return { kind: '{[ \t\r\n'.includes(rest.charAt(1)) ? 'hold_line' : 'plain' };
}

/** The inline code at the beginning of `text`: its end, null until that arrives, and whether it may be a call. */
export function lookAtCodeSpan(text: string): { end: number | null; mayHoldCall: boolean } {
  const content = backquotesEnd(text, 0);
  if (content === text.length) return { end: null, mayHoldCall: false };
  const code = text.slice(content, content + 12).trimStart();
  const mayHoldCall = code.startsWith('{') || 'json'.startsWith(code.slice(0, 4));
  const lineEnd = lineEndAt(text, 0);
  for (let at = text.indexOf('`', content); at !== -1 && at < lineEnd; ) {
    const end = backquotesEnd(text, at);
    if (end === text.length) return { end: null, mayHoldCall };
    if (end - at === content) return { end, mayHoldCall };
    at = text.indexOf('`', end);
  }
  return { end: null, mayHoldCall };
}

function backquotesEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === '`') at += 1;
  return at;
}

/** Whether nothing in a line is, begins or may become part of a call. */
export function isHarmless(line: string): boolean {
  const { parts } = walkReply(line);
  if (line.includes('<!--') || !parts.every((part) => part.kind === 'json' && part.scan.ok && !part.flaw))
    return false;
  return (parts.length === 0 && !line.includes('(')) || parseReply(line).kind === 'text';
}

export function opensMoreThanItCloses(line: string): boolean {
  return (line.match(/[[{]/g)?.length ?? 0) > (line.match(/[\]}]/g)?.length ?? 0);
}

/** A digit, or one of - * + • */
export function mayBeginListItem(code: number): boolean {
  return isDigit(code) || code === hyphen || code === asterisk || code === plusSign || code === bullet;
}

export function isProseMark(code: number): boolean {
  return code === backquote || code === openBrace || code === leftTriangle || isPlainMark(code);
}

export function isPlainMark(code: number): boolean {
  return code === lineFeed || code === openBracket || code === lessThan;
}

function isTagStart(code: number): boolean {
  return code === slash || code === exclamationMark || isLetter(code);
}
