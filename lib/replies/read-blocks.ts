import { matchEnd, type Span, skipBlanks } from './characters';
import { callLabel, type FenceOpening, fenceOpeningAt, findFenceClose, isBareOrJson } from './fence';
import { JsonScan, scanJson } from './json/json-scan';
import { nameFault } from './json/name-fault';
import { keysIn, quotedKeyAt } from './keys';
import { toolCallOpen } from './marks';
import { spoil } from './piece';
import type { Reader } from './reader';
import type { Placement } from './verdicts';

/**
 * Reads a fence. It reads the JSON in a ```json or bare fence value by value; any other fence is only shown.
 */
export function readFence(reader: Reader, opening: FenceOpening, start: number): number {
  const { text } = reader;
  const { contentStart, label, placement } = opening;
  const from = skipBlanks(text, contentStart);
  const isOurs = isBareOrJson(label);
  const isCall = callLabel.test(label);
  const hasKeys = isCall && keysIn(text, from, from + 1_000).quoted.length > 1;
  const isJson = hasKeys || (isOurs && (label === 'json' || isMeantAsJson(text, from)));
  const closeAfter = (next: number) => findFenceClose(text, next, opening);
  const block = { start, from, placement };
  const close = isJson ? readValues(reader, block, closeAfter) : closeAfter(contentStart);
  const end = close?.end ?? text.length;
  if (isCall && !isJson && from < (close?.start ?? end))
    reader.takeForeign(`a \`\`\`${label} fence`, start, end);
  reader.openFence = close ? null : opening;
  reader.isOpen ||= !close && (isJson || isCall || (isOurs && from === text.length));
  return end;
}

/**
 * Matches words before the tags that end no sentence, as in
 * `Hermes emits <tool_call>{…}</tool_call> as text.` `goesOn` matches words that continue it.
 */
const unfinished = /[^\s.!?:…>。！？：]["'”’)*_]*[ \t]*$/;
const goesOn = /^[^\S\n]*[\p{Ll},;)]/u;

/**
 * Reads <tool_call> with JSON values, perhaps in a fence. Returns null when something else is in it. In a
 * sentence, the tags only show a call.
 */
export function readToolCall(reader: Reader, start: number, isFirst: boolean): number | null {
  const { text } = reader;
  const payload = skipBlanks(text, start + toolCallOpen.length);
  const opening = fenceOpeningAt(text, payload);
  const fence = opening && isBareOrJson(opening.label) ? opening : null;
  const from = fence ? skipBlanks(text, fence.contentStart) : payload;
  const end = reader.closingAfter('tool_call', from);
  const isMeant = isMeantAsJson(text, from) || (isFirst && reader.hasKeysBefore(end, from));
  if (from < text.length && !isMeant) return null;
  const isInSentence =
    !isFirst &&
    unfinished.test(text.slice(Math.max(0, start - 80), start)) &&
    goesOn.test(text.slice(end?.end ?? text.length));
  const placement = opening?.placement === 'inline' || isInSentence ? 'inline' : 'tag';
  const closeAfter = (next: number) => reader.closingAfter('tool_call', next);
  return readValues(reader, { start, from, placement, fence }, closeAfter)?.end ?? text.length;
}

/** Matches a label, or a stray word or mark that touches the brace or key after it. */
const stray =
  /(?:"|\\n|\/\*[^*\n]{0,80}\*\/|[^\p{L}\p{N}\s{"`]{1,12}|[\p{L}\p{N}]{1,5}|[\p{L}_ ]{1,20}[:：](?!\s*\n)|`)\s{0,20}(?=[{"])/uy;

function isMeantAsJson(text: string, from: number): boolean {
  if ('{[｛'.includes(text.charAt(from) || ' ')) return true;
  const after = matchEnd(stray, text, from);
  const key = after > from && text[after] === '{' ? skipBlanks(text, after + 1) : after;
  return quotedKeyAt(text, key) !== undefined;
}

const closingMark = /`+|~+/y;
/** `fence` is the fence around the values. */
type Block = { start: number; from: number; placement: Placement; fence?: FenceOpening | null };

/**
 * Reads the JSON values in a block, one after another, and finds the block's end. A call runs if nothing else
 * is in its block.
 */
function readValues(reader: Reader, block: Block, closeAfter: (next: number) => Span | null): Span | null {
  const { raw, text } = reader;
  const { start, from } = block;
  const scans: { at: number; scan: JsonScan }[] = [];
  let next = from;
  do {
    const isContainer = text[next] === '{' || text[next] === '[' || next >= text.length;
    const scan = isContainer ? reader.scan(next) : somethingElse(text, next);
    scans.push({ at: next, scan });
    if (!scan.fault) next = skipBlanks(text, scan.end);
  } while (!scans.at(-1)?.scan.fault && (text[next] === '{' || text[next] === '['));
  if (block.fence) next = skipBlanks(text, matchEnd(closingMark, text, next));
  const close = closeAfter(next);
  const { start: contentEnd, end } = close ?? { start: text.length, end: text.length };
  // ```json {…} ``` on one line runs if it is the complete reply.
  const isAll = skipBlanks(text, reader.start) === start && skipBlanks(text, end) === text.length;
  const isFence = isAll && close !== null && !text.slice(start, end).includes('\n');
  const placement = block.placement === 'inline' && isFence ? 'fence' : block.placement;
  for (const { at, scan } of scans) {
    const json = { start: Math.min(at, contentEnd), end: scan.fault ? contentEnd : scan.end };
    const isCut = scan.fault && contentEnd <= scan.end;
    const found = isCut ? scanJson(raw.slice(0, contentEnd), json.start) : scan;
    reader.pieces.push(reader.toPiece(placement, { start, end }, json, found));
  }
  const last = reader.pieces.at(-1);
  if (!last || scans.at(-1)?.scan.fault || next >= contentEnd) return close;
  spoil(last, raw, next);
  const rest = { start: from, end: contentEnd };
  if (last.meaning !== 'fault')
    reader.pieces.push(reader.toPiece(placement, { start, end }, rest, somethingElse(raw, next)));
  return close;
}

function somethingElse(text: string, at: number): JsonScan {
  const scan = new JsonScan(text, at);
  const what = 'a block holds one object and nothing else';
  const { cause } = nameFault(text, at);
  scan.refuse('invalid_json', cause === null ? what : `${what}: ${cause}`);
  return scan;
}
