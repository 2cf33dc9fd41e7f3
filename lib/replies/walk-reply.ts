import { codes, hasInvisible, isBlank, matchAt, runEnd, skipBlanks, skipBlanksInLine } from './characters';
import { fenceOpeningAt } from './fence';
import { scanJson } from './json/json-scan';
import { keyLineAt } from './key-lines';
import { isQuotationMark, quotedKeyAt } from './keys';
import { reasoningCloseAt, reasoningOpenAt, skipTurnToken, skipTurnTokens } from './marks';
import { Reader } from './reader';
import { walkFence, walkShownLine } from './walk-fence';
import { readMark } from './walk-marks';
import { flagStrayClosers, takeValue, walkJsonLine } from './walk-values';

/**
 * Walks over a reply once, from left to right, and notes everything that may be a call and its place. JSON strings
 * outrank markup, and reasoning outranks JSON. An unpaired closing reasoning mark makes everything before it
 * reasoning, so the walk starts again after it; the last such mark decides.
 */
export function walkReply(text: string): Reader {
  return walk(new Reader(text));
}

/** Walks over a part of a reply, from the start of a line to the end of another, outside every block. */
export function walkPart(text: string, from: number): Reader {
  const reader = new Reader(text);
  reader.start = from;
  reader.at = from;
  reader.reading = 'line';
  return walk(reader);
}

function walk(reader: Reader): Reader {
  while (reader.at < reader.end) readers[reader.reading](reader);
  reader.end = Math.max(reader.end, reader.start);
  return reader;
}

const readers = {
  front: walkFront,
  reasoning: walkReasoning,
  line: walkLine,
  prose: walkProse,
  fence: walkShownLine,
} as const;

/** Skips byte order marks, leaked tokens and reasoning blocks before the first word for a person. */
function walkFront(reader: Reader): void {
  const { text, at, end } = reader;
  const word = skipBlanks(text, at);
  const open = reasoningOpenAt(text, word);
  const skipped = open?.end ?? reasoningCloseAt(text, word) ?? skipTurnToken(text, word);
  if (skipped > word) {
    reader.start = skipped;
    reader.at = skipped;
    reader.isStripped = true;
    if (!open) return;
    reader.reading = 'reasoning';
    reader.reasoningClose = open.close;
    reader.openReasoning = word;
    return;
  }
  if (reader.isStripped || hasInvisible(text, at, word)) reader.start = Math.min(word, end);
  reader.at = reader.start;
  reader.reading = 'line';
}

function walkReasoning(reader: Reader): void {
  const { text, reasoningClose, openReasoning, at } = reader;
  const found = text.indexOf(reasoningClose, at);
  if (found === -1) {
    reader.at = text.length;
    reader.start = reader.at;
    return;
  }
  reader.at = found + reasoningClose.length;
  reader.start = reader.at;
  reader.reasoning.push({ start: openReasoning ?? 0, end: reader.at });
  reader.openReasoning = null;
  reader.reading = 'front';
}

function walkLine(reader: Reader): void {
  const { text, at } = reader;
  const lineEnd = reader.lineEndAt(at);
  const first = skipTurnTokens(text, at, lineEnd, 'in_line');
  if (first >= lineEnd) {
    reader.isInTable = false;
    reader.at = Math.min(lineEnd + 1, reader.end);
    return;
  }
  const listContent = listContentAt(text, first, lineEnd);
  if (listContent !== null) reader.isInList = true;
  else if (first - at < 2) reader.isInList = false;
  const content = listContent === null ? first : skipTurnTokens(text, listContent, lineEnd, 'in_line');
  reader.at = content;
  reader.hasWordsInLine = false;
  reader.reading = 'prose';
  reader.linePlacement = text[content] === '#' || text.startsWith('//', content) ? 'heading' : 'inline';
  if (content >= lineEnd || text[content] === '>' || isTableRow(reader, content, lineEnd))
    reader.at = lineEnd;
  else walkBlock(reader, content, lineEnd);
}

/** Where the content of the list item at `first` begins; null when there is no list item. */
function listContentAt(text: string, first: number, lineEnd: number): number | null {
  const marker = matchAt(listMarker, text, first);
  if (!marker) return null;
  const content = skipBlanksInLine(text, first + marker[0].length, lineEnd);
  return content < lineEnd && isBlank(text.charCodeAt(content - 1)) ? content : null;
}

const listMarker = /[-*+•]|\d{1,9}[.)]/y;

/** A row has bars on both sides, or comes after a line such as `--- | ---`. */
function isTableRow(reader: Reader, at: number, lineEnd: number): boolean {
  if (!reader.isInTable && !'|-:'.includes(reader.text.charAt(at))) return false;
  const row = reader.text.slice(at, lineEnd).trimEnd();
  const isDelimiter = /^[|:\s-]+$/.test(row) && row.includes('---') && row.includes('|');
  reader.isInTable = isDelimiter || (reader.isInTable && row.includes('|') && !/^[{<[]/.test(row));
  return reader.isInTable || (row.length > 1 && row.startsWith('|') && row.endsWith('|'));
}

/** Reads a block, which can begin only at the start of a line; leaves ordinary prose to `walkProse`. */
function walkBlock(reader: Reader, first: number, lineEnd: number): void {
  const { text } = reader;
  switch (text[first]) {
    case '`':
    case '~': {
      const opening = fenceOpeningAt(text, first, lineEnd);
      if (opening) walkFence(reader, opening, first);
      return;
    }
    case '{':
    case '[':
    case '｛':
      if (!readMark(reader, first, true)) walkJsonLine(reader, first);
      return;
    case '/': {
      const end = text.startsWith('/*', first) ? reader.find('*/', first + 2) : -1;
      if (end !== -1) reader.at = end + 2;
      return;
    }
    case '"':
      skipWholeString(reader, first);
      return;
    case '}':
    case ']':
      flagStrayClosers(reader, first, lineEnd);
      return;
    default: {
      const isFree = !reader.isInList && reader.placementAt(first, 'alone') === 'alone';
      const line = isFree ? keyLineAt(text, first, lineEnd) : null;
      if (line) reader.keyLines.push(line);
      readMark(reader, first, true);
    }
  }
}

function isFirst({ text, start }: Reader, offset: number): boolean {
  return skipTurnTokens(text, start, offset, 'everywhere') >= offset;
}

/** A reply that is one JSON string holds no markup: `findWholeCall` looks into it. */
function skipWholeString(reader: Reader, first: number): void {
  const { text, end } = reader;
  if (!isFirst(reader, first)) return;
  const scan = scanJson(text, first, end);
  if (!scan.ok || skipTurnTokens(text, scan.end, end, 'everywhere') < end) return;
  reader.at = scan.end;
  reader.isOpen = true;
}

/** Reads prose up to its next mark, or what begins with that mark: everything in it is inline. */
function walkProse(reader: Reader): void {
  const { text, end } = reader;
  let at = reader.at;
  while (at < end && !isMark(text.charCodeAt(at))) at += 1;
  if (at > reader.at) {
    reader.hasWordsInLine ||= skipBlanks(text, reader.at, at) < at;
    reader.at = at;
    return;
  }
  const code = text.charCodeAt(at);
  if (code !== codes.lessThan) reader.hasWordsInLine = true;
  if (code === codes.lineFeed) {
    reader.at = at + 1;
    reader.reading = 'line';
  } else if (code === codes.backquote) walkCodeSpan(reader, at);
  else if (isQuotationMark(text.charAt(at))) walkQuote(reader, at);
  else if (code === codes.openBrace || code === codes.fullWidthBrace)
    takeValue(reader, at, reader.linePlacement);
  else if (!readMark(reader, at, false)) {
    if (code === codes.openBracket && opensValue(reader, at)) takeValue(reader, at, reader.linePlacement);
    else reader.at = at + 1;
  }
}

const asciiMarks = new Uint8Array(codes.endOfAscii);
for (const mark of '\n"\'`{[<') asciiMarks[mark.charCodeAt(0)] = 1;

function isMark(code: number): boolean {
  return code < codes.endOfAscii ? asciiMarks[code] === 1 : '◁｛“”„‘'.includes(String.fromCharCode(code));
}

/** `[{` and `["` may open an array; `[1]` and `[see` are words in brackets. */
function opensValue(reader: Reader, at: number): boolean {
  const next = skipBlanks(reader.text, at + 1, at + 80);
  return '{["'.includes(reader.text.charAt(next) || '?');
}

function walkQuote(reader: Reader, at: number): void {
  if (quotedKeyAt(reader.text, at) && reader.placementAt(at, 'inline') === 'inline')
    reader.looseKeys.push({ name: reader.text.slice(at + 1, at + 3), start: at });
  reader.at = at + 1;
}

/** Inline code is documentation, unless it is the complete reply: a fence on one line, or code that `findWholeCall` reads. */
function walkCodeSpan(reader: Reader, at: number): void {
  const { text } = reader;
  const close = reader.codeSpanEnd(at);
  const contentStart = runEnd(text, at, '`');
  if (isFirst(reader, at) && readFenceOnOneLine(reader, at, contentStart)) return;
  reader.at = close ?? contentStart;
}

/** Reads ```json {…} ``` if it is the complete reply. */
function readFenceOnOneLine(reader: Reader, start: number, contentStart: number): boolean {
  const { text, end } = reader;
  const labelEnd = text.startsWith('json', contentStart) ? contentStart + 4 : contentStart;
  const from = skipBlanksInLine(text, labelEnd);
  if (contentStart - start < 3 || text[from] !== '{') return false;
  const scan = scanJson(text, from, end);
  const close = scan.ok ? skipBlanksInLine(text, scan.end) : end;
  const closeEnd = runEnd(text, close, '`');
  if (!scan.ok || closeEnd - close !== contentStart - start) return false;
  if (skipTurnTokens(text, closeEnd, end, 'everywhere') < end) return false;
  reader.note({ placement: 'fence', start, end: closeEnd, json: { start: from, end: scan.end } }, scan);
  reader.at = end;
  return true;
}
