import {
  apostrophe,
  backquote,
  fullWidthBrace,
  leftTriangle,
  lessThan,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  skipBlanks,
  skipBlanksInLine,
} from './characters';
import { fenceOpeningAt } from './fence';
import { scanJson } from './json/json-scan';
import { keyLineAt } from './key-lines';
import { listContentAt } from './list-item';
import { isQuote, quotedKeyAt } from './loose-keys';
import type { WalkedReply } from './parts';
import { takeJson } from './read-json';
import { reasoningCloseAt, reasoningOpenAt } from './reasoning';
import { hasInvisible, ReplyCursor, skipBlanksAndTokens } from './reply-cursor';
import { skipTurnToken, skipTurnTokensInLine } from './special-tokens';
import { canReadLine, isUndecided, longestTag, mayGoOn, mayNameCall } from './stream/lookahead';
import { walkFence, walkShownFence } from './walk-fence';
import { flagStrayClosers, walkJsonLine } from './walk-json-line';
import { readMark } from './walk-marks';

/**
 * Walks over a reply once, from left to right, and notes everything that may be a call and its place. JSON strings
 * outrank markup, and reasoning outranks JSON. An unpaired closing reasoning mark makes everything before it
 * reasoning, so the walk starts again after it; the last such mark decides.
 */
export function walkReply(text: string): WalkedReply {
  const cursor = new ReplyCursor(text, true);
  while (step(cursor));
  return { text, start: cursor.start, end: Math.max(cursor.end, cursor.start), parts: cursor.parts };
}

/** Reads on by a few words or one block; false at the end, or when more must arrive first. */
export function step(cursor: ReplyCursor): boolean {
  if (cursor.isBlocked || (cursor.at >= cursor.end && cursor.reading !== 'front')) return false;
  switch (cursor.reading) {
    case 'front':
      return walkFront(cursor);
    case 'reasoning':
      return walkReasoning(cursor);
    case 'line':
      return walkLine(cursor);
    case 'prose':
      return walkProse(cursor);
    case 'fence':
      return walkShownFence(cursor);
  }
}

/** Skips byte order marks, leaked tokens and reasoning blocks before the first word for a person. */
function walkFront(cursor: ReplyCursor): boolean {
  const { text, at, isComplete } = cursor;
  const word = skipBlanks(text, at);
  if (word === text.length && !isComplete) return false;
  if (!isComplete && mayGoOn(text.slice(word, word + 64))) return false;
  const open = reasoningOpenAt(text, word);
  const skipped = open?.end ?? reasoningCloseAt(text, word) ?? skipTurnToken(text, word);
  if (open) cursor.parts.push({ kind: 'reasoning', start: word, end: text.length, isClosed: false });
  if (skipped > word) {
    cursor.start = skipped;
    cursor.at = skipped;
    cursor.isStripped = true;
    cursor.reading = open ? 'reasoning' : 'front';
    cursor.reasoningClose = open?.close ?? '';
    return true;
  }
  if (cursor.isStripped || hasInvisible(text, at, word)) cursor.start = Math.min(word, cursor.end);
  cursor.at = cursor.start;
  cursor.reading = 'line';
  return cursor.at < cursor.end;
}

function walkReasoning(cursor: ReplyCursor): boolean {
  const { text, reasoningClose } = cursor;
  const found = text.indexOf(reasoningClose, cursor.at);
  const part = cursor.parts.at(-1);
  if (found === -1) {
    cursor.at = cursor.isComplete
      ? text.length
      : Math.max(cursor.at, text.length - reasoningClose.length + 1);
    if (cursor.isComplete) cursor.start = cursor.at;
    return false;
  }
  cursor.at = found + reasoningClose.length;
  cursor.start = cursor.at;
  if (part?.kind === 'reasoning') Object.assign(part, { end: cursor.at, isClosed: true });
  cursor.reading = 'front';
  return true;
}

function walkLine(cursor: ReplyCursor): boolean {
  const { text, at } = cursor;
  const lineEnd = cursor.lineEndAt(at);
  const first = skipTurnTokensInLine(text, at, lineEnd);
  if (!cursor.hasLine(at) && !canReadLine(text, first)) return false;
  if (!cursor.isComplete && mayNameCall(text, first)) return cursor.block();
  if (first >= lineEnd) {
    cursor.isInTable = false;
    cursor.at = Math.min(lineEnd + 1, cursor.end);
    return true;
  }
  const listContent = listContentAt(text, first, lineEnd);
  if (listContent !== null) cursor.isInList = true;
  else if (first - at < 2) cursor.isInList = false;
  const content = listContent === null ? first : skipTurnTokensInLine(text, listContent, lineEnd);
  if (!cursor.hasLine(at) && !canReadLine(text, content)) return false;
  cursor.at = content;
  cursor.hasWordsInLine = false;
  cursor.reading = 'prose';
  cursor.linePlacement = isHeading(text, content) ? 'heading' : 'inline';
  if (content >= lineEnd || text[content] === '>' || isTableRow(cursor, content, lineEnd)) {
    cursor.at = lineEnd;
    return true;
  }
  if (walkBlock(cursor, content, lineEnd)) return true;
  cursor.at = at;
  cursor.reading = 'line';
  return false;
}

function isHeading(text: string, at: number): boolean {
  return text[at] === '#' || text.startsWith('//', at);
}

/** A row has bars on both sides, or comes after a line such as `--- | ---`. */
function isTableRow(cursor: ReplyCursor, at: number, lineEnd: number): boolean {
  if (!cursor.isInTable && !'|-:'.includes(cursor.text.charAt(at))) return false;
  const row = cursor.text.slice(at, lineEnd).trimEnd();
  const isDelimiter = /^[|:\s-]+$/.test(row) && row.includes('---') && row.includes('|');
  cursor.isInTable = isDelimiter || (cursor.isInTable && row.includes('|') && !/^[{<[]/.test(row));
  return cursor.isInTable || (row.length > 1 && row.startsWith('|') && row.endsWith('|'));
}

/** Reads a block, which can begin only at the start of a line; leaves ordinary prose to `walkProse`. */
function walkBlock(cursor: ReplyCursor, first: number, lineEnd: number): boolean {
  const { text } = cursor;
  switch (text[first]) {
    case '`':
    case '~': {
      const opening = fenceOpeningAt(text, first, lineEnd);
      return opening ? walkFence(cursor, opening, first) : true;
    }
    case '{':
    case '[':
    case '｛':
      return readMark(cursor, first, true) || walkJsonLine(cursor, first);
    case '/': {
      const end = text.startsWith('/*', first) ? cursor.find('*/', first + 2) : -1;
      if (end !== -1) cursor.at = end + 2;
      return true;
    }
    case '"':
      return skipWholeString(cursor, first);
    case '}':
    case ']':
      flagStrayClosers(cursor, first, lineEnd);
      return true;
    default: {
      const isFree = !cursor.isInList && cursor.placementAt(first, 'alone') === 'alone';
      const line = isFree ? keyLineAt(text, first, lineEnd) : null;
      if (line) cursor.parts.push(line);
      readMark(cursor, first, true);
      return true;
    }
  }
}

/** A reply that is one JSON string holds no markup: `findWholeCall` looks into it. */
function skipWholeString(cursor: ReplyCursor, first: number): boolean {
  const { text, end } = cursor;
  if (!cursor.isFirst(first)) return true;
  if (!cursor.isComplete) return /^"\s*\\?[{["]/.test(text.slice(first, first + 80)) ? cursor.block() : true;
  const scan = scanJson(text, first, end);
  if (scan.ok && skipBlanksAndTokens(text, scan.end, end) >= end) cursor.at = scan.end;
  return true;
}

/** Reads prose up to its next mark, or what begins with that mark: everything in it is inline. */
function walkProse(cursor: ReplyCursor): boolean {
  const { text, end } = cursor;
  let at = cursor.at;
  while (at < end && !isMark(text.charCodeAt(at))) at += 1;
  if (at > cursor.at) {
    cursor.hasWordsInLine ||= skipBlanks(text, cursor.at, at) < at;
    cursor.at = at;
    return true;
  }
  const code = text.charCodeAt(at);
  if (code !== lessThan) cursor.hasWordsInLine = true;
  if (code === lineFeed) {
    cursor.at = at + 1;
    cursor.reading = 'line';
    return true;
  }
  if (code === backquote) return walkCodeSpan(cursor, at);
  if (!cursor.isComplete && isUndecided(text.slice(at, at + longestTag))) return false;
  if (code === lessThan || code === leftTriangle || code === openBracket) {
    if (readMark(cursor, at, false)) return true;
    if (code !== openBracket || !opensValue(text, at)) cursor.at = at + 1;
    if (cursor.at > at || cursor.isBlocked) return true;
  }
  if (isQuote(text.charAt(at))) return walkQuote(cursor, at);
  if (!cursor.hasLine(at)) return false;
  takeJson(cursor, at, cursor.linePlacement);
  return true;
}

/** Whether prose without any mark has arrived in the middle of a line. */
export function isPlainProse(cursor: ReplyCursor, delta: string): boolean {
  if (cursor.reading !== 'prose' || cursor.at < cursor.end) return false;
  for (let at = 0; at < delta.length; at += 1) if (isMark(delta.charCodeAt(at))) return false;
  return true;
}

function isMark(code: number): boolean {
  if (code >= 0x80)
    return code === leftTriangle || code === fullWidthBrace || (code > 0x2017 && code < 0x201f);
  return (
    code === lineFeed ||
    code === quote ||
    code === apostrophe ||
    code === backquote ||
    code === openBrace ||
    code === openBracket ||
    code === lessThan
  );
}

/** `[{` and `["` may open an array; `[1]` and `[see` are words in brackets. */
function opensValue(text: string, at: number): boolean {
  return '{["'.includes(text.charAt(skipBlanks(text, at + 1, at + 80)) || '?');
}

function walkQuote(cursor: ReplyCursor, at: number): boolean {
  const key = quotedKeyAt(cursor.text, at);
  if (key === 'unknown' && !cursor.isComplete) return false;
  if (key === 'yes' && cursor.placementAt(at, 'inline') === 'inline')
    cursor.parts.push({ kind: 'key', start: at, end: at + 12 });
  cursor.at = at + 1;
  return true;
}

/** Inline code is documentation, unless it is the complete reply: a fence on one line, or code that `findWholeCall` reads. */
function walkCodeSpan(cursor: ReplyCursor, at: number): boolean {
  const { text } = cursor;
  const close = cursor.codeSpanEnd(at);
  const contentStart = runEnd(text, at);
  if (!cursor.hasLine(at)) {
    if (close === null || close === cursor.end) return false;
  }
  if (cursor.isFirst(at)) {
    if (!cursor.isComplete) return cursor.block();
    if (readFenceOnOneLine(cursor, at, contentStart)) return true;
  }
  cursor.at = close ?? contentStart;
  return true;
}

/** Reads ```json {…} ``` if it is the complete reply. */
function readFenceOnOneLine(cursor: ReplyCursor, start: number, contentStart: number): boolean {
  const { text, end } = cursor;
  const json = skipBlanksInLine(
    text,
    text.startsWith('json', contentStart) ? contentStart + 4 : contentStart,
  );
  if (contentStart - start < 3 || text[json] !== '{') return false;
  const scan = scanJson(text, json, end);
  const close = scan.ok ? skipBlanksInLine(text, scan.end) : end;
  if (!scan.ok || runEnd(text, close) - close !== contentStart - start) return false;
  if (skipBlanksAndTokens(text, runEnd(text, close), end) < end) return false;
  cursor.note({
    placement: 'fence',
    start,
    end: runEnd(text, close),
    json: { start: json, end: scan.end },
    scan,
  });
  cursor.at = end;
  return true;
}

function runEnd(text: string, at: number): number {
  let end = at;
  while (text[end] === '`') end += 1;
  return end;
}
