import { matchAt, matchEnd, proseMarks, skipBlanks } from './characters';
import { dialectAt, mayBeginCall } from './dialects';
import { fenceOpeningAt } from './fence';
import { isQuotationMark, keyLineAt, keysIn, quotedKeyAt } from './keys';
import { reasoningCloseAt, reasoningOpenAt, tagAt, toolCallOpen } from './marks';
import { draftPiece } from './piece';
import { readFence, readToolCall } from './read-blocks';
import { opensValue, readJsonLine, readValueAt } from './read-values';
import { Reader } from './reader';

/**
 * Reads a reply once, from left to right, and notes everything that may be a call and its place. JSON strings
 * outrank markup, and reasoning outranks JSON. `part` says where to begin, outside every block: at the start
 * of a line, or after words.
 */
export function readLines(reply: string, part: Partial<Reader> = {}): Reader {
  const reader = Object.assign(new Reader(reply), part);
  while (reader.at < reader.text.length) (reader.isAtLineStart ? readLine : readProse)(reader);
  return reader;
}

/** Reads the start of a line, which decides the place of everything on the line. */
function readLine(reader: Reader): void {
  const { text, at } = reader;
  const lineEnd = reader.lineEndAt(at);
  const first = skipBlanks(text, at, lineEnd);
  if (first >= lineEnd) {
    reader.isInTable = false;
    if (!reader.hasLooseCall()) reader.looseKeys = [];
    reader.at = lineEnd + 1;
    return;
  }
  const markerEnd = matchEnd(listMarker, text, first);
  const content = skipBlanks(text, markerEnd, lineEnd);
  if (markerEnd > first) reader.isInList = true;
  else if (first - at < 2 || quotedKeyAt(text, first)) reader.isInList = false;
  reader.isAtLineStart = reader.hasWordsInLine = false;
  reader.linePlacement = matchAt(headingMark, text, content) ? 'listed' : 'inline';
  const isShown = text[content] === '>' || isTableRow(reader, content, lineEnd);
  reader.at = isShown ? lineEnd : content;
  if (!isShown) readBlock(reader, content, lineEnd);
}

/** A call directly after the mark is meant, because headings and comments begin with a blank or a word. */
const headingMark = /(?:#{1,6}|\/\/)(?![{"'[])/y;
const listMarker = /(?:[-*+•]|\d{1,9}[.)])(?=[^\S\n]+\S)/y;

/** A row has bars on both sides, or comes after a line such as `--- | ---`. */
function isTableRow(reader: Reader, at: number, lineEnd: number): boolean {
  if (!reader.isInTable && !'|-:'.includes(reader.text.charAt(at))) return false;
  const row = reader.text.slice(at, lineEnd).trimEnd();
  const isDelimiter = row.includes('---') && /^[|:\s-]+$/.test(row);
  reader.isInTable = row.includes('|') && (isDelimiter || (reader.isInTable && !/^[{<[]/.test(row)));
  return reader.isInTable || (row.length > 1 && row.startsWith('|') && row.endsWith('|'));
}

/** Reads a block, which can begin only at the start of a line. Leaves ordinary prose to `readProse`. */
function readBlock(reader: Reader, first: number, lineEnd: number): void {
  const { text } = reader;
  const fence = fenceOpeningAt(text, first);
  const next = fence ? readFence(reader, fence, first) : readMark(reader, first, true);
  if (next !== null) reader.at = next;
  else if (opensValue(text, first)) readJsonLine(reader, first);
  else if (reader.placementAt(first, 'alone') === 'alone') {
    const line = keyLineAt(text, first, lineEnd);
    if (line) reader.keyLines.push(line);
  }
}

const proseMark = new RegExp(`[\n${proseMarks}]`, 'g');

/** Reads prose up to its next mark, or what begins with that mark. Everything in prose is inline. */
function readProse(reader: Reader): void {
  const { text } = reader;
  const at = matchAt(proseMark, text, reader.at)?.index ?? text.length;
  const mark = text.charAt(at);
  if (skipBlanks(text, reader.at, at) < at) reader.hasWordsInLine = true;
  reader.at = at + 1;
  reader.isAtLineStart = mark === '\n';
  const next = /[<[◁]/.test(mark) ? readMark(reader, at, false) : null;
  if (next !== null) reader.at = next;
  if (next !== null || reader.isAtLineStart) return;
  reader.hasWordsInLine = true;
  const name = isQuotationMark(mark) ? quotedKeyAt(text, at) : undefined;
  if (mark === '`') reader.at = reader.codeSpanEnd(at);
  else if (name && reader.placementAt(at, 'inline') === 'inline') reader.looseKeys.push({ name, start: at });
  else if (opensValue(text, at)) readValueAt(reader, at, reader.linePlacement);
}

/** After this many characters, the text after a mark has shown whether it is a call. */
const longestPayload = 500;
/**
 * Reads what may begin anywhere: reasoning, a comment, <tool_call>, a foreign call or an element. Returns
 * where to continue, or null when none is there.
 */
function readMark(reader: Reader, start: number, isFirst: boolean): number | null {
  const { raw, text } = reader;
  const reasoningEnd = reasoningCloseAt(raw, start);
  if (reasoningEnd !== null) return reader.startAfter(reasoningEnd);
  const commentClose = text.startsWith('<!--', start) ? '-->' : text.startsWith('/*', start) && '*/';
  const isToolCall = text.startsWith(toolCallOpen, start);
  const end =
    readReasoning(reader, start) ??
    (commentClose ? reader.endOf(commentClose, start + 2) : null) ??
    (isToolCall ? readToolCall(reader, start, isFirst) : null);
  if (end !== null) return end;
  const dialect = dialectAt(text, start, isFirst);
  if (text.length - start < longestPayload && mayBeginCall(text, start)) reader.isOpen = true;
  if (!dialect) return readElement(reader, start);
  const close = dialect.endTag === null ? null : reader.closingAfter(dialect.endTag, dialect.end);
  // Tags that are not ours may hold a call that is ours.
  if (isFirst && reader.hasKeysBefore(close, dialect.end)) return readElement(reader, start);
  return reader.takeForeign(dialect.format, start, close?.end ?? text.length);
}

/** Reads a block of reasoning. When nothing comes before the block, the text for a person begins after it. */
function readReasoning(reader: Reader, start: number): number | null {
  const { raw, text } = reader;
  const open = reasoningOpenAt(raw, start);
  if (!open) return null;
  const close = reader.endOf(open.close, open.end);
  const span = { start, end: close ?? text.length };
  const isInFront = skipBlanks(text, reader.start) === start;
  const next = isInFront ? reader.startAfter(span.end) : span.end;
  if (!isInFront) reader.reasoning.push(span);
  if (close !== null) return next;
  const hasDraft = text.includes(toolCallOpen, start) || keysIn(text, start, span.end).contract[0] === 'tool';
  if (hasDraft) reader.pieces.push(draftPiece(span));
  return next;
}

const callName = /^(?!.*(?:result|response|output|example)).*(?:tool|function|call|invoke|action)/;

function readElement(reader: Reader, at: number): number | null {
  const tag = tagAt(reader.text, at);
  if (!tag) return null;
  const isOpening = !tag.isClose && !tag.attributes.endsWith('/');
  const end = (isOpening && reader.closingAfter(tag.name, tag.end)?.end) || 0;
  const kind = !reader.hasWordsInLine && callName.test(tag.name) ? 'callEnd' : 'elementEnd';
  reader[kind] = Math.max(reader[kind], end);
  // The text after a tag at the start of a line is treated as a new line.
  reader.isAtLineStart = !reader.hasWordsInLine;
  return tag.end;
}
