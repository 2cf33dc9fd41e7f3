import { skipBlanks } from './characters';
import { dialectMarkAt, mayBeginCall } from './dialect-marks';
import { afterClosingMarker, fenceOpeningAt, isBareOrJson } from './fence';
import { scanJson } from './json/json-scan';
import { tagAt } from './markup';
import { reasoningCloseAt, reasoningOpenAt } from './reasoning';
import type { ReplyCursor } from './reply-cursor';
import { skipTurnToken } from './special-tokens';

const toolCallOpen = '<tool_call>';
export const toolCallClose = '</tool_call>';

/**
 * Reads a mark that may begin anywhere: reasoning, a comment, a leaked token, <tool_call> tags, a call in another format,
 * or the start of an element. False when there is none.
 */
export function readMark(cursor: ReplyCursor, at: number, isFirst: boolean): boolean {
  const { text } = cursor;
  const reasoningEnd = reasoningCloseAt(text, at);
  if (reasoningEnd !== null) {
    cursor.startAfter(reasoningEnd);
    return true;
  }
  const open = reasoningOpenAt(text, at);
  if (open) return readReasoning(cursor, at, open);
  if (text.startsWith('<!--', at)) return readComment(cursor, at);
  const tokenEnd = skipTurnToken(text, at);
  if (tokenEnd > at) {
    cursor.at = tokenEnd;
    return true;
  }
  if (!cursor.isComplete && mayBeginCall(text, at)) return cursor.block() || true;
  if (text.startsWith(toolCallOpen, at)) return readToolCall(cursor, at, isFirst);
  return readDialect(cursor, at, isFirst) || readElement(cursor, at);
}

function readReasoning(cursor: ReplyCursor, start: number, open: { end: number; close: string }): boolean {
  if (!cursor.isComplete) return cursor.block() || true;
  const close = cursor.find(open.close, open.end);
  const end = close === -1 ? cursor.text.length : close + open.close.length;
  cursor.parts.push({ kind: 'reasoning', start, end, isClosed: close !== -1 });
  cursor.at = end;
  return true;
}

function readComment(cursor: ReplyCursor, at: number): boolean {
  if (!cursor.isComplete) return cursor.block() || true;
  const close = cursor.find('-->', at + 4);
  cursor.at = close === -1 ? at + 1 : close + 3;
  return true;
}

function readDialect(cursor: ReplyCursor, start: number, isFirst: boolean): boolean {
  const mark = dialectMarkAt(cursor.text, start, isFirst);
  if (!mark || mark.end > cursor.end) return false;
  const end = (mark.endTag ? cursor.endTagAfter(mark.endTag, mark.end)?.end : null) ?? cursor.end;
  const placement = cursor.placementAt(start, 'alone');
  cursor.parts.push({ kind: 'foreign', placement, format: mark.format, start, end });
  cursor.at = end;
  return true;
}

function readElement(cursor: ReplyCursor, at: number): boolean {
  const tag = cursor.text[at] === '<' ? tagAt(cursor.text, at) : null;
  if (!tag) return false;
  if (!tag.isClose && !tag.isSelfClosing) cursor.enterElement(at, tag.end, tag.name);
  cursor.at = tag.end;
  // What follows a tag that begins a line begins like a line.
  if (!cursor.hasWordsInLine) cursor.reading = 'line';
  return true;
}

/**
 * Reads <tool_call>: one or more JSON values, perhaps in a fence, or another format. The tags are a block wherever they
 * are; in the middle of a sentence they only show a call. False when the text only mentions the tag.
 */
function readToolCall(cursor: ReplyCursor, start: number, isFirst: boolean): boolean {
  const { text, end } = cursor;
  const contentStart = start + toolCallOpen.length;
  let at = skipBlanks(text, contentStart, end);
  const fence = fenceOpeningAt(text, at, cursor.lineEndAt(at));
  if (fence && isBareOrJson(fence.label)) at = skipBlanks(text, fence.contentStart, end);
  if (at < end && text[at] !== '{' && text[at] !== '[') return readTagWithoutJson(cursor, start, at, isFirst);
  for (;;) {
    const scan = scanJson(text, at, end);
    const json = { start: at, end: scan.ok ? scan.end : end };
    let next = skipBlanks(text, scan.ok ? scan.end : scan.offset, end);
    if (scan.ok && fence) next = skipBlanks(text, afterClosingMarker(text, next, fence), end);
    const isMore = scan.ok && (text[next] === '{' || text[next] === '[');
    const close = isMore ? null : cursor.endTagAfter('tool_call', next);
    const tagEnd = isMore ? next : (close?.end ?? end);
    const placement = !isFirst && isInSentence(cursor, start, tagEnd) ? 'inline' : 'tag';
    const part = cursor.note({ placement, start, end: tagEnd, json, scan });
    cursor.at = part.end;
    if (!isMore) {
      cursor.at = tagEnd;
      const isClean = close ? close.start === next : next >= end;
      if (scan.ok && !isClean) part.flaw = 'followed_by_marks';
      return true;
    }
    at = next;
  }
}

/** `Hermes emits <tool_call>{…}</tool_call> as text.`: words before that end no sentence, and words that go on with it. */
function isInSentence(cursor: ReplyCursor, start: number, end: number): boolean {
  const { text } = cursor;
  const before = text.slice(Math.max(0, start - 80), start);
  const after = cursor.wordsInLine(end);
  return /[^\s.!?:…>。！？：]["'”’)*_]*[ \t]*$/.test(before) && /^[\p{Ll},;)]/u.test(after);
}

function readTagWithoutJson(cursor: ReplyCursor, start: number, payload: number, isFirst: boolean): boolean {
  const { text } = cursor;
  const close = cursor.endTagAfter('tool_call', payload);
  const isMarkup = text[payload] === '<' && text[payload + 1] !== '/';
  const isBlock = text.slice(start, payload).includes('\n');
  const isMention = close?.start === payload && /^[^<]/.test(cursor.wordsInLine(close.end));
  if (!isMarkup && !(isFirst && (isBlock || close !== null) && !isMention)) return readElement(cursor, start);
  const end = close?.end ?? cursor.end;
  const placement = cursor.placementAt(start, 'alone');
  cursor.parts.push({ kind: 'foreign', placement, format: '<tool_call> without a JSON object', start, end });
  cursor.at = end;
  return true;
}
