import { lessThan, lineFeed, skipBlanks, skipBlanksInLine } from './characters';
import type { JsonFault } from './json/json-scan';
import { scanJson } from './json/json-scan';
import { isQuote } from './loose-keys';
import type { JsonPart } from './parts';
import { reasoningCloseAt } from './reasoning';
import type { ReplyCursor } from './reply-cursor';
import type { Placement } from './verdicts';

/**
 * Reads the value at `at` and notes it if it is JSON, or was meant as a call; otherwise moves past what was read of it.
 * The evidence is the contract's own keys: a brace in prose is only a brace.
 */
export function takeJson(cursor: ReplyCursor, at: number, placement: Placement): JsonPart | null {
  const { text, end } = cursor;
  const scan = scanJson(text, at, end);
  if (scan.ok) {
    cursor.at = scan.end;
    if (isQuoted(text, at, scan.end)) return null;
    return cursor.note({ placement, start: at, end: scan.end, json: { start: at, end: scan.end }, scan });
  }
  if (scan.code === 'truncated' && !cursor.isComplete) cursor.block();
  const broken = findBrokenCall(cursor, at, scan, placement !== 'alone' || isWordList(text, at));
  if (broken === null) {
    resumeAfter(cursor, at, Math.max(scan.offset, at + 1));
    return null;
  }
  cursor.at = Math.max(broken, at + 1);
  if (isQuoted(text, at, cursor.at)) return null;
  return cursor.note({ placement, start: at, end: cursor.at, json: { start: at, end: cursor.at }, scan });
}

/** `[0, 1) is an interval`: a bracket with anything but an object after it, on its line. */
function isWordList(text: string, at: number): boolean {
  const next = text[at] === '[' ? skipBlanksInLine(text, at + 1) : at;
  return next > at && next < text.length && !'{\n'.includes(text.charAt(next));
}

function isQuoted(text: string, start: number, end: number): boolean {
  return start > 0 && isQuote(text.charAt(start - 1)) && end < text.length && isQuote(text.charAt(end));
}

/** Everything read of a value that is not JSON fits the grammar: only a closing reasoning mark can matter in it. */
function resumeAfter(cursor: ReplyCursor, at: number, read: number): void {
  const { text } = cursor;
  let lineStart = read;
  while (lineStart > at && text.charCodeAt(lineStart - 1) !== lineFeed) lineStart -= 1;
  const isLineStart = lineStart > at && skipBlanks(text, lineStart, read) === read;
  cursor.at = isLineStart ? lineStart : read;
  if (isLineStart) cursor.reading = 'line';
  for (let mark = at; mark < read; mark += 1) {
    if (text.charCodeAt(mark) !== lessThan || reasoningCloseAt(text, mark) === null) continue;
    cursor.at = mark;
    cursor.reading = 'prose';
    return;
  }
}

/** Where a broken call ends, by the keys that it has; null when the text was not meant as a call. */
function findBrokenCall(cursor: ReplyCursor, at: number, scan: JsonFault, isInline: boolean): number | null {
  const { keys, text, end, isComplete } = cursor;
  const isCut = scan.code === 'truncated';
  if (isComplete && keys.next(at) >= end)
    return isCut &&
      !isInline &&
      scan.keys.length === 0 &&
      scan.openContainers <= 1 &&
      beginsKey(text, at, end)
      ? end
      : null;
  const limit = isInline && !isCut ? cursor.lineEndAt(Math.max(at, scan.offset)) : end;
  const kind = isInline ? 'inline' : 'block';
  if (at < cursor.plainUntil[kind]) return null;
  const brokenEnd = findBrokenEnd(text, scan, limit);
  if (brokenEnd === end && !isComplete) cursor.block();
  const { contract, quoted, isForeign } = keys.within(at, brokenEnd);
  const found = isInline ? quoted : contract;
  if (found > 1 || (isCut && found > 0) || (isForeign && !isInline)) return brokenEnd;
  const paragraphEnd = found === 1 ? findParagraphEnd(text, brokenEnd, limit) : brokenEnd;
  const evidence = found === 1 ? keys.within(at, paragraphEnd) : null;
  if (evidence && (isInline ? evidence.quoted : evidence.contract) > 1) return paragraphEnd;
  cursor.plainUntil[kind] = brokenEnd;
  return null;
}

/** A bracket too many may close a broken object early: what follows up to an empty line belongs to it. */
function findParagraphEnd(text: string, from: number, end: number): number {
  const near = text.slice(from, Math.min(end, from + longestTail));
  const empty = near.indexOf('\n\n');
  return from + (empty === -1 ? near.length : empty);
}

const longestTail = 500;

/** `{`, `{"` or `{"to` and no more: as likely the beginning of a call as of anything else. */
function beginsKey(text: string, start: number, end: number): boolean {
  const first = skipBlanks(text, start + 1, end);
  const key = text.slice(text[first] === '"' ? first + 1 : first, Math.min(end, first + 12));
  return text[start] === '{' && ['tool', 'parameters', 'terminate'].some((name) => name.startsWith(key));
}

/**
 * The likely end of broken JSON: the brace that balances it. Nothing in between is read again, because the outer
 * object decides: nothing inside a broken one becomes a call. If it broke inside a string, it reaches to the end.
 */
export function findBrokenEnd(text: string, fault: JsonFault, end: number): number {
  if (fault.isInString && fault.code !== 'truncated' && text[fault.offset] !== '\\') return end;
  let open = Math.max(fault.openContainers, 1);
  for (let at = fault.offset; at < end; at += 1) {
    const character = text.charAt(at);
    if (character === '}' || character === ']') {
      open -= 1;
      if (open <= 0) return at + 1;
    } else if (character === '{' || character === '[') open += 1;
    else if (character === '\\') at += 1;
    else if (character === '"') at = stringEnd(text, at, end);
    else if (character === '<' && reasoningCloseAt(text, at) !== null) return at;
  }
  return end;
}

/** The closing quote on the same line, or the opening one when there is none. */
function stringEnd(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end && text[next] !== '\n'; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === '"') return next;
  }
  return at;
}
