import { codes, skipBlanks, skipBlanksInLine } from './characters';
import { findBrokenEnd } from './json/broken-end';
import type { JsonFault } from './json/json-scan';
import { isQuotationMark, mayBeginKey } from './keys';
import { reasoningCloseAt, skipTurnTokens, toolCallClose } from './marks';
import { type Piece, spoil } from './pieces';
import type { Reader } from './reader';
import type { Placement } from './verdicts';

/** Reads one or more JSON values that begin a line. */
export function walkJsonLine(reader: Reader, first: number): void {
  const { text } = reader;
  reader.hasWordsInLine = true;
  const pieces: Piece[] = [];
  for (let at = first; ; ) {
    const piece = takeValue(reader, at, 'alone');
    if (!piece?.isWhole) return;
    pieces.push(piece.piece);
    const lineEnd = reader.lineEndAt(reader.at);
    at = skipTurnTokens(text, reader.at, lineEnd, 'in_line');
    if (text.startsWith(toolCallClose, at))
      at = skipTurnTokens(text, at + toolCallClose.length, lineEnd, 'in_line');
    reader.at = at;
    if (at >= lineEnd) return;
    if (text[at] === '{' || text[at] === '[') continue;
    for (const earlier of pieces) demote(earlier, '}]),;"\'`/#*<.:\\|'.includes(text.charAt(at)));
    return;
  }
}

/** A value with something behind it on its line does not stand alone. */
function demote(piece: Piece, isFollowedByMarks: boolean): void {
  if (piece.placement !== 'alone' || piece.start !== piece.json.start) return;
  piece.placement = 'inline';
  if (isFollowedByMarks) spoil(piece, 'followed_by_marks');
}

/** Flags the value before a line that holds only stray closing characters. */
export function flagStrayClosers(reader: Reader, first: number, lineEnd: number): void {
  const last = reader.pieces.at(-1);
  if (!last || last.meaning === 'foreign' || skipBlanks(reader.text, last.end, first) !== first) return;
  if (/^[}\]), \t\r;"]*$/.test(reader.text.slice(first, Math.min(lineEnd, first + 40)))) demote(last, true);
}

/**
 * Reads the value at `at` and notes it if it is JSON, or was meant as a call; otherwise moves past what was read of it.
 * The evidence is the contract's own keys: a brace in prose is only a brace.
 */
export function takeValue(
  reader: Reader,
  at: number,
  placement: Placement,
): { piece: Piece; isWhole: boolean } | null {
  const scan = reader.scan(at);
  const isInline = placement !== 'alone' || isWordList(reader.text, at);
  const end = scan.ok ? scan.end : findBrokenCall(reader, at, scan, isInline);
  if (end === null && !scan.ok) {
    resumeAfter(reader, at, Math.max(scan.offset, at + 1));
    return null;
  }
  reader.at = Math.max(end ?? 0, at + 1);
  const json = { start: at, end: reader.at };
  if (isQuoted(reader.text, json.start, json.end)) return null;
  return { piece: reader.note({ placement, ...json, json }, scan), isWhole: scan.ok };
}

/** `[0, 1) is an interval`: a bracket with anything but an object after it, on its line. */
function isWordList(text: string, at: number): boolean {
  const next = text[at] === '[' ? skipBlanksInLine(text, at + 1) : at;
  return next > at && next < text.length && !'{\n'.includes(text.charAt(next));
}

function isQuoted(text: string, start: number, end: number): boolean {
  return (
    start > 0 &&
    isQuotationMark(text.charAt(start - 1)) &&
    end < text.length &&
    isQuotationMark(text.charAt(end))
  );
}

/** Everything read of a value that is not JSON fits the grammar: only a closing reasoning mark can matter in it. */
function resumeAfter(reader: Reader, at: number, read: number): void {
  const { text } = reader;
  let lineStart = read;
  while (lineStart > at && text.charCodeAt(lineStart - 1) !== codes.lineFeed) lineStart -= 1;
  const isLineStart = lineStart > at && skipBlanks(text, lineStart, read) === read;
  reader.at = isLineStart ? lineStart : read;
  if (isLineStart) reader.reading = 'line';
  for (let mark = at; mark < read; mark += 1) {
    if (text.charCodeAt(mark) !== codes.lessThan || reasoningCloseAt(text, mark) === null) continue;
    reader.at = mark;
    reader.reading = 'prose';
    return;
  }
}

/** Where a broken call ends, by the keys that it has; null when the text was not meant as a call. */
function findBrokenCall(reader: Reader, at: number, scan: JsonFault, isInline: boolean): number | null {
  const { keys, text, end } = reader;
  const isCut = scan.code === 'truncated';
  if (!keys.hasAnyAfter(at)) {
    const isBegun = isCut && !isInline && scan.keys.length === 0 && scan.openContainers <= 1;
    return isBegun && beginsKey(text, at, end) ? end : null;
  }
  const kind = isInline ? 'inline' : 'block';
  if (at < reader.plainUntil[kind]) return null;
  const limit = isInline && !isCut ? reader.lineEndAt(Math.max(at, scan.offset)) : end;
  const brokenEnd = findBrokenEnd(text, scan, limit);
  reader.isOpen ||= brokenEnd === end;
  const { contract, quoted, isForeign } = keys.within(at, brokenEnd);
  const found = isInline ? quoted : contract;
  if (found > 1 || (isCut && found > 0) || (isForeign && !isInline)) return brokenEnd;
  if (found === 1) {
    const paragraphEnd = findParagraphEnd(text, brokenEnd, limit);
    const more = keys.within(at, paragraphEnd);
    if ((isInline ? more.quoted : more.contract) > 1) return paragraphEnd;
  }
  reader.plainUntil[kind] = brokenEnd;
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
  return (
    text[start] === '{' &&
    mayBeginKey(text.slice(text[first] === '"' ? first + 1 : first, Math.min(end, first + 12)))
  );
}
