import { matchAt, skipBlanks } from './characters';
import { afterClosingMark, type FenceOpening, fenceOpeningAt, findFenceClose } from './fence';
import { callLabel, isBareOrJson } from './fence-labels';
import { JsonScan, scanJson } from './json/json-scan';
import { keysIn, quotedKeyAt } from './keys';
import { skipTurnTokens, toolCallOpen } from './marks';
import { type Piece, spoil } from './piece';
import type { Reader } from './reader';

/** Reads a fence: the JSON in a ```json or bare one value by value; any other is shown. */
export function readFence(reader: Reader, opening: FenceOpening, start: number): void {
  const { text } = reader;
  const { contentStart, label, placement } = opening;
  const from = skipBlanks(text, contentStart);
  const isOurs = isBareOrJson(label);
  const isCall = callLabel.test(label);
  const isJson = isCall ? text[from] === '{' : isOurs && (label === 'json' || isMeantAsJson(text, from));
  const values = isJson ? scanValues(reader, from) : null;
  const close = findFenceClose(text, values?.next ?? contentStart, opening);
  const contentEnd = close?.start ?? text.length;
  reader.at = close?.end ?? text.length;
  if (!close) {
    reader.openFence = opening;
    reader.isOpen ||= isJson || isCall || (isOurs && from === text.length);
  }
  const isForeign = isCall && keysIn(text, from, contentEnd).quoted.length < 2;
  if (values && !isForeign) noteValues(reader, values, { placement, start, end: reader.at, contentEnd });
  else if (isCall && from < contentEnd) reader.takeForeign(`a \`\`\`${label} fence`, start, reader.at);
}

/** A stray word or mark, glued to the brace or key behind it, or a label. */
const stray =
  /(?:"|\\n|\/\*[^*\n]{0,80}\*\/|[^\p{L}\p{N}\s{"`]{1,12}|[\p{L}\p{N}]{1,5}|[\p{L}_ ]{1,20}[:：](?!\s*\n)|`)\s{0,20}(?=[{"])/uy;

function isMeantAsJson(text: string, from: number): boolean {
  if ('{[｛'.includes(text.charAt(from) || ' ')) return true;
  const after = from + (matchAt(stray, text, from)?.[0].length ?? 0);
  const key = after > from && text[after] === '{' ? skipBlanks(text, after + 1) : after;
  return quotedKeyAt(text, key) !== undefined;
}

/** JSON values one after another, and where they end; a broken one is the last. */
type Values = { scans: { at: number; scan: JsonScan }[]; next: number };

function scanValues(reader: Reader, from: number): Values {
  const { text } = reader;
  const values: Values = { scans: [], next: from };
  do {
    const at = values.next;
    const isContainer = text[at] === '{' || text[at] === '[' || at >= text.length;
    const scan = isContainer ? reader.scan(at) : somethingElse(text, at);
    values.scans.push({ at, scan });
    if (scan.fault) return values;
    values.next = skipBlanks(text, scan.end);
  } while (text[values.next] === '{' || text[values.next] === '[');
  return values;
}

type Block = Pick<Piece, 'placement' | 'start' | 'end'> & { contentEnd: number };

/** Notes the values of a block. A call runs if nothing else is in its block. */
function noteValues(reader: Reader, { scans, next }: Values, block: Block): void {
  const { text } = reader;
  const { placement, start, end, contentEnd } = block;
  let last: Piece | undefined;
  for (const { at, scan } of scans) {
    const json = { start: Math.min(at, contentEnd), end: scan.fault ? contentEnd : scan.end };
    const isCut = scan.fault && contentEnd <= scan.end;
    last = reader.note(
      { placement, start, end, json },
      isCut ? scanJson(text.slice(0, contentEnd), json.start) : scan,
    );
  }
  const isFollowed = !scans.at(-1)?.scan.fault && next < contentEnd;
  if (!last || !isFollowed) return;
  spoil(last);
  const json = { start: scans[0]?.at ?? next, end: contentEnd };
  if (last.meaning !== 'fault') reader.note({ placement, start, end, json }, somethingElse(text, next));
}

function somethingElse(text: string, at: number): JsonScan {
  const scan = new JsonScan(text, at);
  scan.refuse('invalid_json', 'a block holds one object and nothing else');
  return scan;
}

/**
 * Reads <tool_call>: one or more JSON values, perhaps in a fence, or another format. The tags are a block wherever they
 * are; in the middle of a sentence they only show a call. False when the text only mentions the tag.
 */
export function readToolCall(reader: Reader, start: number, isFirst: boolean): boolean {
  const { text } = reader;
  const payload = skipBlanks(text, start + toolCallOpen.length);
  const opening = fenceOpeningAt(text, payload);
  const fence = opening && isBareOrJson(opening.label) ? opening : null;
  const from = fence ? skipBlanks(text, fence.contentStart) : payload;
  if (from < text.length && !isMeantAsJson(text, from) && !holdsCall(reader, from, isFirst))
    return readForeignTags(reader, start, from, isFirst);
  const values = scanValues(reader, from);
  if (fence) values.next = skipBlanks(text, afterClosingMark(text, values.next, fence));
  const close = reader.endTagAfter('tool_call', values.next);
  const end = close?.end ?? text.length;
  const isShown = opening?.placement === 'inline' || (!isFirst && isInSentence(reader, start, end));
  const placement = isShown ? 'inline' : 'tag';
  noteValues(reader, values, { placement, start, end, contentEnd: close?.start ?? end });
  reader.at = end;
  return true;
}

/** Whether something stands before a call in closed tags that begin a line. */
function holdsCall(reader: Reader, from: number, isFirst: boolean): boolean {
  const close = isFirst ? reader.endTagAfter('tool_call', from) : null;
  return close !== null && keysIn(reader.text, from, close.start).quoted.length > 1;
}

/** `Hermes emits <tool_call>{…}</tool_call> as text.`: words before that end no sentence, and words that go on with it. */
function isInSentence(reader: Reader, start: number, end: number): boolean {
  const before = reader.text.slice(Math.max(0, start - 80), start);
  const isUnfinished = /[^\s.!?:…>。！？：]["'”’)*_]*[ \t]*$/.test(before);
  return isUnfinished && /^[\p{Ll},;)]/u.test(wordsInLine(reader, end));
}

function wordsInLine(reader: Reader, at: number): string {
  const lineEnd = reader.lineEndAt(at);
  return reader.text.slice(skipTurnTokens(reader.text, at, lineEnd), lineEnd);
}

function readForeignTags(reader: Reader, start: number, payload: number, isFirst: boolean): boolean {
  const { text } = reader;
  const isMarkup = text[payload] === '<' && text[payload + 1] !== '/';
  if (!isMarkup && !isFirst) return false;
  const close = reader.endTagAfter('tool_call', payload);
  const isBlock = close !== null || text.slice(start, payload).includes('\n');
  const isMention = close?.start === payload && /^[^<]/.test(wordsInLine(reader, close.end));
  if (isMarkup || (isBlock && !isMention))
    return reader.takeForeign('<tool_call> without a JSON object', start, close?.end ?? text.length);
  reader.isOpen ||= !isMention;
  return false;
}
