import { skipBlanks } from './characters';
import { dialectMarkAt, mayBeginCall } from './dialects';
import { reasoningCloseAt, reasoningOpenAt, skipTurnToken, tagAt, toolCallOpen } from './marks';
import { readToolCall } from './read-blocks';
import type { Reader } from './reader';

/** What follows a mark tells by then whether it is a call. */
const longestPayload = 500;

/**
 * Reads a mark that may begin anywhere: reasoning, a leaked token, a comment, <tool_call> tags, a call in another format,
 * or the start of an element. False when there is none.
 */
export function readMark(reader: Reader, at: number, isFirst: boolean): boolean {
  const { text } = reader;
  if (!'<[◁/'.includes(text.charAt(at))) return readDialect(reader, at, isFirst);
  const reasoningEnd = reasoningCloseAt(text, at);
  if (reasoningEnd !== null) {
    reader.startAfter(reasoningEnd);
    return true;
  }
  const next = afterReasoning(reader, at) ?? afterComment(reader, at) ?? skipTurnToken(text, at);
  if (next > at) {
    reader.at = next;
    return true;
  }
  const isToolCall = text.startsWith(toolCallOpen, at);
  const isCall = isToolCall ? readToolCall(reader, at, isFirst) : readDialect(reader, at, isFirst);
  return isCall || readElement(reader, at);
}

function afterReasoning(reader: Reader, start: number): number | null {
  const open = reasoningOpenAt(reader.text, start);
  if (!open) return null;
  const close = reader.find(open.close, open.end);
  const end = close === -1 ? reader.text.length : close + open.close.length;
  if (close === -1) reader.openReasoning = start;
  reader.reasoning.push({ start, end });
  return end;
}

function afterComment(reader: Reader, at: number): number | null {
  const { text } = reader;
  const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('/*', at) ? '*/' : null;
  const found = close ? reader.find(close, at + 2) : -1;
  return close && found !== -1 ? found + close.length : null;
}

function readDialect(reader: Reader, start: number, isFirst: boolean): boolean {
  const { text } = reader;
  const mark = dialectMarkAt(text, start, isFirst);
  if (text.length - start < longestPayload && mayBeginCall(text, start)) reader.isOpen = true;
  if (!mark) return false;
  const close = mark.endTag === null ? null : reader.endTagAfter(mark.endTag, mark.end);
  if (close && isFirst && holdsOurCall(reader, mark.end)) return readElement(reader, start);
  return reader.takeForeign(mark.format, start, close?.end ?? text.length);
}

/** Whether tags that are not ours hold a call that is. */
function holdsOurCall(reader: Reader, from: number): boolean {
  const start = skipBlanks(reader.text, from);
  if (reader.text[start] !== '{') return false;
  const { keys } = reader.scan(start);
  return keys.has('tool') && (keys.has('parameters') || keys.has('terminate'));
}

/** The name of an element that holds a call. */
const callName = /^(?!.*(?:result|response|output|example)).*(?:tool|function|call|invoke|action)/;

function readElement(reader: Reader, at: number): boolean {
  const tag = tagAt(reader.text, at);
  if (!tag) return false;
  const isOpening = !tag.isClose && !tag.attributes.endsWith('/');
  const close = isOpening ? reader.endTagAfter(tag.name, tag.end) : null;
  if (close && !reader.hasWordsInLine && callName.test(tag.name))
    reader.callEnd = Math.max(reader.callEnd, close.end);
  else reader.elementEnd = Math.max(reader.elementEnd, close?.end ?? 0);
  reader.at = tag.end;
  // What follows a tag that begins a line begins like a line.
  if (!reader.hasWordsInLine) reader.reading = 'line';
  return true;
}
