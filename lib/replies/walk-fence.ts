import { lineEndAt, skipBlanks, skipBlanksInLine } from './characters';
import { callLabel } from './dialects';
import { closesFence, type FenceOpening, findFenceClose, isBareOrJson } from './fence';
import { type JsonScan, scanJson } from './json/json-scan';
import { quotedKeyAt } from './keys';
import { foreignPiece, type Piece, spoil } from './pieces';
import type { Reader } from './reader';

/** Reads a fence: notes the JSON in a ```json or bare one value by value; any other is read line by line and shown. */
export function walkFence(reader: Reader, opening: FenceOpening, start: number): void {
  const { text, end } = reader;
  const { contentStart, label } = opening;
  const isCallFence = isBareOrJson(label);
  const from = skipBlanks(text, contentStart, end);
  const isValue = isCallFence && (text[from] === '{' || text[from] === '[');
  const leading = isValue ? scanJson(text, from, end) : null;
  const isMeantAsJson = label === 'json' || leading || text[from] === '｛' || quotedKeyAt(text, from);
  const isCall = callLabel.test(label) && from < end;
  reader.isOpen ||= from >= end && (isCallFence || callLabel.test(label));
  if ((isCallFence && isMeantAsJson) || isCall) {
    const close = findClose(reader, opening, leading);
    if (!close) Object.assign(reader, { isOpen: true, fence: opening });
    const block = { start, end: Math.min(close?.end ?? end, end) };
    reader.at = block.end;
    if (isCallFence)
      noteContent(reader, opening, { ...block, from, contentEnd: close?.contentEnd ?? end, leading });
    else if (from < (close?.contentEnd ?? end))
      reader.add(foreignPiece(reader.placementAt(start, 'alone'), `a \`\`\`${label} fence`, block));
    return;
  }
  reader.fence = opening;
  reader.at = contentStart;
  reader.reading = 'fence';
}

/** Reads one line of a fence that is only shown, up to the end of its closing line. */
export function walkShownLine(reader: Reader): void {
  const { text, fence, at } = reader;
  const lineEnd = reader.lineEndAt(at);
  const first = skipBlanksInLine(text, at, lineEnd);
  if (fence && closesFence(text, first, lineEnd, fence)) {
    reader.reading = 'line';
    reader.fence = null;
  }
  reader.at = Math.min(lineEnd + 1, reader.end);
}

/** The closing marker may be on a line of its own or directly after the JSON value. */
function findClose(
  { text, end }: Reader,
  opening: FenceOpening,
  leading: JsonScan | null,
): { contentEnd: number; end: number } | null {
  if (!leading?.ok) return findFenceClose(text, opening.contentStart, end, opening);
  const lineEnd = lineEndAt(text, leading.end, end);
  const next = skipBlanksInLine(text, leading.end, lineEnd);
  if (closesFence(text, next, lineEnd, opening)) return { contentEnd: next, end: lineEnd };
  return findFenceClose(text, lineEnd + 1, end, opening);
}

type Block = { start: number; end: number; from: number; contentEnd: number; leading: JsonScan | null };

function noteContent(reader: Reader, opening: FenceOpening, block: Block): void {
  const { text } = reader;
  const { start, end, contentEnd, leading } = block;
  let last: Piece | null = null;
  for (let at = block.from; at < contentEnd || !last; ) {
    const isGarbage = last !== null && text[at] !== '{' && text[at] !== '[';
    if (last && isGarbage) spoil(last, 'followed_by_marks');
    const scan = !last && leading?.ok ? leading : scanJson(text, at, isGarbage ? at : contentEnd);
    const json = { start: Math.min(at, contentEnd), end: scan.ok ? scan.end : contentEnd };
    last = reader.note({ placement: 'fence', start, end, json }, scan);
    if (opening.isGlued) spoil(last, 'in_label');
    if (!scan.ok) return;
    at = skipBlanks(text, scan.end, contentEnd);
  }
}
