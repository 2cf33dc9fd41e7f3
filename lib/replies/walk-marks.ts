import { skipBlanks } from './characters';
import { dialectMarkAt, mayBeginCall } from './dialects';
import { afterClosingMarker, fenceOpeningAt, isBareOrJson } from './fence';
import {
  reasoningCloseAt,
  reasoningOpenAt,
  skipTurnToken,
  skipTurnTokens,
  tagAt,
  toolCallOpen,
} from './marks';
import { foreignPiece, spoil } from './pieces';
import type { Reader } from './reader';

/**
 * Reads a mark that may begin anywhere: reasoning, a comment, a leaked token, <tool_call> tags, a call in another format,
 * or the start of an element. False when there is none.
 */
export function readMark(reader: Reader, at: number, isFirst: boolean): boolean {
  const { text } = reader;
  if (!'<[◁'.includes(text.charAt(at))) return readDialect(reader, at, isFirst);
  const reasoningEnd = reasoningCloseAt(text, at);
  const open = reasoningEnd === null ? reasoningOpenAt(text, at) : null;
  const tokenEnd = skipTurnToken(text, at);
  if (reasoningEnd !== null) reader.startAfter(reasoningEnd);
  else if (open) readReasoning(reader, at, open);
  else if (tokenEnd > at) reader.at = tokenEnd;
  else if (text.startsWith('<!--', at)) {
    const close = reader.find('-->', at + 4);
    reader.at = close === -1 ? at + 1 : close + 3;
  } else if (text.startsWith(toolCallOpen, at)) return readToolCall(reader, at, isFirst);
  else return readDialect(reader, at, isFirst) || readElement(reader, at);
  return true;
}

function readReasoning(reader: Reader, start: number, open: { end: number; close: string }): void {
  const close = reader.find(open.close, open.end);
  const end = close === -1 ? reader.text.length : close + open.close.length;
  if (close === -1) reader.openReasoning = start;
  reader.reasoning.push({ start, end });
  reader.at = end;
}

function readDialect(reader: Reader, start: number, isFirst: boolean): boolean {
  const { text, end } = reader;
  const mark = dialectMarkAt(text, start, isFirst);
  if (end - start < longestPayload && mayBeginCall(text, start)) reader.isOpen = true;
  if (!mark || mark.end > end) return false;
  const close = mark.endTag ? reader.endTagAfter(mark.endTag, mark.end) : null;
  readForeign(reader, start, mark.format, close?.end ?? end);
  return true;
}

/** What follows a mark tells by then whether it is a call. */
const longestPayload = 500;

function readForeign(reader: Reader, start: number, format: string, end: number): void {
  reader.add(foreignPiece(reader.placementAt(start, 'alone'), format, { start, end }));
  reader.at = end;
}

function readElement(reader: Reader, at: number): boolean {
  const tag = reader.text[at] === '<' ? tagAt(reader.text, at) : null;
  if (!tag) return false;
  if (!tag.isClose && !tag.isSelfClosing) reader.enterElement(at, tag.end, tag.name);
  reader.at = tag.end;
  // What follows a tag that begins a line begins like a line.
  if (!reader.hasWordsInLine) reader.reading = 'line';
  return true;
}

/**
 * Reads <tool_call>: one or more JSON values, perhaps in a fence, or another format. The tags are a block wherever they
 * are; in the middle of a sentence they only show a call. False when the text only mentions the tag.
 */
function readToolCall(reader: Reader, start: number, isFirst: boolean): boolean {
  const { text, end } = reader;
  let at = skipBlanks(text, start + toolCallOpen.length, end);
  const fence = fenceOpeningAt(text, at, reader.lineEndAt(at));
  if (fence && isBareOrJson(fence.label)) at = skipBlanks(text, fence.contentStart, end);
  if (at < end && text[at] !== '{' && text[at] !== '[') return readTagWithoutJson(reader, start, at, isFirst);
  for (;;) {
    const scan = reader.scan(at);
    const json = { start: at, end: scan.ok ? scan.end : end };
    let next = skipBlanks(text, scan.ok ? scan.end : scan.offset, end);
    if (scan.ok && fence) next = skipBlanks(text, afterClosingMarker(text, next, fence), end);
    const isMore = scan.ok && (text[next] === '{' || text[next] === '[');
    const close = isMore ? null : reader.endTagAfter('tool_call', next);
    const tagEnd = isMore ? next : (close?.end ?? end);
    const placement = !isFirst && isInSentence(reader, start, tagEnd) ? 'inline' : 'tag';
    const piece = reader.note({ placement, start, end: tagEnd, json }, scan);
    reader.at = piece.end;
    if (!isMore) {
      reader.at = tagEnd;
      const isClean = close ? close.start === next : next >= end;
      if (scan.ok && !isClean) spoil(piece, 'followed_by_marks');
      return true;
    }
    at = next;
  }
}

/** `Hermes emits <tool_call>{…}</tool_call> as text.`: words before that end no sentence, and words that go on with it. */
function isInSentence(reader: Reader, start: number, end: number): boolean {
  const before = reader.text.slice(Math.max(0, start - 80), start);
  const isOpen = /[^\s.!?:…>。！？：]["'”’)*_]*[ \t]*$/.test(before);
  return isOpen && /^[\p{Ll},;)]/u.test(wordsInLine(reader, end));
}

function wordsInLine(reader: Reader, at: number): string {
  const lineEnd = reader.lineEndAt(at);
  return reader.text.slice(skipTurnTokens(reader.text, at, lineEnd, 'in_line'), lineEnd);
}

function readTagWithoutJson(reader: Reader, start: number, payload: number, isFirst: boolean): boolean {
  const { text, end } = reader;
  const isMarkup = text[payload] === '<' && text[payload + 1] !== '/';
  if (!isMarkup && !isFirst) return readElement(reader, start);
  const close = reader.endTagAfter('tool_call', payload);
  const isBlock = text.slice(start, payload).includes('\n');
  const isMention = close?.start === payload && /^[^<]/.test(wordsInLine(reader, close.end));
  if (!isMarkup && (isMention || !(isBlock || close !== null))) {
    reader.isOpen ||= !isMention;
    return readElement(reader, start);
  }
  readForeign(reader, start, '<tool_call> without a JSON object', close?.end ?? end);
  return true;
}
