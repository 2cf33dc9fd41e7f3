import { matchAt, proseMarks, runEnd, skipBlanks, skipBlanksBackward } from './characters';
import { fenceOpeningAt } from './fence';
import { keyLineAt } from './key-lines';
import { isQuotationMark, quotedKeyAt } from './keys';
import { reasoningCloseAt, reasoningOpenAt, skipTurnToken, skipTurnTokens } from './marks';
import { readFence } from './read-blocks';
import { readMark } from './read-marks';
import { flagStrayClosers, opensValue, readJsonLine, readValueAt } from './read-values';
import { findEnd, invisible, Reader } from './reader';

/**
 * Reads a reply once, from left to right, and notes everything that may be a call and its place. JSON strings outrank
 * markup, and reasoning outranks JSON. An unpaired closing reasoning mark makes everything before it reasoning, so the
 * reading starts again after it; the last such mark decides.
 */
export function readWhole(text: string): Reader {
  return readOn(new Reader(text.slice(0, findEnd(text)), 0, 'front'));
}

/** Reads the first mark before the first word of a reply. */
export function readFront(text: string, isStripped: boolean): Reader {
  const reader = new Reader(text, 0, 'front');
  reader.isStripped = isStripped;
  readFrontMark(reader);
  return reader;
}

/** Reads a part of a reply to the end of a line, outside every block: from the start of a line, or after words. */
export function readPart(text: string, from: number, reading: 'line' | 'prose'): Reader {
  return readOn(new Reader(text, from, reading));
}

function readOn(reader: Reader): Reader {
  while (reader.at < reader.text.length) readers[reader.reading](reader);
  return reader;
}

const readers = { front: readFrontMark, line: readLine, prose: readProse } as const;

/** Skips byte order marks, leaked tokens and reasoning before the first word for a person. */
function readFrontMark(reader: Reader): void {
  const { text, at } = reader;
  const word = skipBlanks(text, at);
  const open = reasoningOpenAt(text, word);
  const close = open ? text.indexOf(open.close, open.end) : -1;
  const isUnclosed = open !== null && close === -1;
  if (isUnclosed) reader.openReasoning = word;
  const afterReasoning = open && (isUnclosed ? text.length : close + open.close.length);
  const next = afterReasoning ?? reasoningCloseAt(text, word) ?? skipTurnToken(text, word);
  if (next > word) {
    reader.startAfter(next);
    return;
  }
  if (reader.isStripped || invisible.test(text.slice(at, word))) reader.start = word;
  reader.at = reader.start;
  reader.reading = 'line';
}

/** Reads the start of a line, which decides the place of all that is in it. */
function readLine(reader: Reader): void {
  const { text, at } = reader;
  const lineEnd = reader.lineEndAt(at);
  const first = skipTurnTokens(text, at, lineEnd);
  if (first >= lineEnd) {
    reader.isInTable = false;
    if (!reader.hasLooseCall()) reader.looseKeys = [];
    reader.at = lineEnd + 1;
    return;
  }
  const marker = matchAt(listMarker, text, first)?.[0].length ?? 0;
  const content = skipTurnTokens(text, first + marker, lineEnd);
  if (marker > 0) reader.isInList = true;
  else if (first - at < 2) reader.isInList = false;
  reader.reading = 'prose';
  reader.hasWordsInLine = false;
  reader.linePlacement = matchAt(headingMark, text, content) ? 'listed' : 'inline';
  const isShown = text[content] === '>' || isTableRow(reader, content, lineEnd);
  reader.at = isShown ? lineEnd : content;
  if (reader.at < lineEnd) readBlock(reader, content, lineEnd);
}

/** A call right behind the mark is meant: headings and comments begin with a blank or a word. */
const headingMark = /(?:#{1,6}|\/\/)(?![{"'[])/y;

/** A mark, a blank and words. */
const listMarker = /(?:[-*+•]|\d{1,9}[.)])(?=[^\S\n]+\S)/y;

/** A row has bars on both sides, or comes after a line such as `--- | ---`. */
function isTableRow(reader: Reader, at: number, lineEnd: number): boolean {
  if (!reader.isInTable && !'|-:'.includes(reader.text.charAt(at))) return false;
  const row = reader.text.slice(at, lineEnd).trimEnd();
  const isDelimiter = row.includes('---') && row.includes('|') && /^[|:\s-]+$/.test(row);
  reader.isInTable = isDelimiter || (reader.isInTable && row.includes('|') && !/^[{<[]/.test(row));
  return reader.isInTable || (row.length > 1 && row.startsWith('|') && row.endsWith('|'));
}

/** Reads a block, which can begin only at the start of a line; leaves ordinary prose to `readProse`. */
function readBlock(reader: Reader, first: number, lineEnd: number): void {
  const { text } = reader;
  const fence = '`~'.includes(text.charAt(first)) ? fenceOpeningAt(text, first) : null;
  const onOneLine = fence ? null : matchAt(fenceOnOneLine, text, first);
  if (fence) readFence(reader, fence, first);
  else if (onOneLine) readValueAt(reader, first + onOneLine[0].length, 'labeled');
  else if ('}]'.includes(text.charAt(first))) flagStrayClosers(reader, first, lineEnd);
  else if (readMark(reader, first, true)) return;
  else if (opensValue(text, first)) readJsonLine(reader, first);
  else if (!reader.isInList && reader.placementAt(first, 'alone') === 'alone') {
    const line = keyLineAt(text, first, lineEnd);
    if (line) reader.keyLines.push(line);
  }
}

/** ```json {…} ``` on a line of its own: a call in it is meant, but not alone. */
const fenceOnOneLine = /`{3,}(?:json)?[^\S\n]{0,80}(?=\{[^\n]*```[^\S\n]*(?:\n|$))/y;

const proseMark = new RegExp(`[\n${proseMarks}]`, 'g');

/** Reads prose up to its next mark, or what begins with that mark: everything in it is inline. */
function readProse(reader: Reader): void {
  const { text } = reader;
  proseMark.lastIndex = reader.at;
  const at = proseMark.test(text) ? proseMark.lastIndex - 1 : text.length;
  if (skipBlanks(text, reader.at, at) < at) reader.hasWordsInLine = true;
  reader.at = at + 1;
  const mark = text.charAt(at);
  if (mark === '\n') reader.reading = 'line';
  else if ('<[◁'.includes(mark) && readMark(reader, at, false)) return;
  else reader.hasWordsInLine = true;
  if (mark === '`') reader.at = reader.codeSpanEnd(at) ?? runEnd(text, at, '`');
  else if (isQuotationMark(mark)) noteLooseKey(reader, at);
  else if (opensValue(text, at)) readValueAt(reader, at, reader.linePlacement);
}

/** A key of the contract in quotes, outside every bracket: the brace around it may be missing. A list's item only shows it. */
function noteLooseKey(reader: Reader, at: number): void {
  const name = quotedKeyAt(reader.text, at);
  if (!name) return;
  const placement = reader.placementAt(at, 'inline');
  const beginsLine = reader.text.slice(skipBlanksBackward(reader.text, at), at).includes('\n');
  if (placement === 'inline' || (placement === 'listed' && beginsLine))
    reader.looseKeys.push({ name, start: at });
}
