import { skipBlanks, skipBlanksInLine } from './blank';
import { closesFence, type FenceOpening, findFenceClose, isBareOrJson } from './fence';
import { type JsonScan, scanJson } from './json/json-scan';
import type { ReplyCursor } from './reply-cursor';
import type { JsonPart } from './reply-parts';

/** Reads a fenced block: notes the JSON in a ```json or bare fence value by value, and any other fence as one part. */
export function walkFence(cursor: ReplyCursor, opening: FenceOpening, start: number): void {
  const { text, end } = cursor;
  const { contentStart, label } = opening;
  const isCallFence = isBareOrJson(label);
  const jsonStart = skipBlanks(text, contentStart, end);
  const leading =
    isCallFence && (text[jsonStart] === '{' || text[jsonStart] === '[')
      ? scanJson(text, jsonStart, end)
      : null;
  const close = fenceClose(cursor, opening, leading, contentStart);
  const contentEnd = close?.contentEnd ?? end;
  const fenceEnd = Math.min(close?.end ?? end, end);
  cursor.at = fenceEnd + 1;
  if (!isCallFence || (label === '' && leading === null)) {
    cursor.parts.push({ kind: 'labeled_fence', label, start, end: fenceEnd, contentStart, contentEnd });
    return;
  }
  const flaw = opening.isGlued ? 'glued' : close ? null : 'unclosed';
  noteFenceContent(cursor, jsonStart, contentEnd, leading, { start, end: fenceEnd, flaw });
}

/** The closing marker may be on a line of its own or directly after the JSON value. */
function fenceClose(
  cursor: ReplyCursor,
  opening: FenceOpening,
  leading: JsonScan | null,
  contentStart: number,
): { contentEnd: number; end: number } | null {
  const { text, end } = cursor;
  if (!leading?.ok) return findFenceClose(text, contentStart, end, opening);
  const lineEnd = cursor.lineEndAt(leading.end);
  const next = skipBlanksInLine(text, leading.end, lineEnd);
  if (closesFence(text, next, lineEnd, opening)) return { contentEnd: next, end: lineEnd };
  return findFenceClose(text, lineEnd + 1, end, opening);
}

function noteFenceContent(
  cursor: ReplyCursor,
  from: number,
  contentEnd: number,
  leading: JsonScan | null,
  fence: { start: number; end: number; flaw: JsonPart['flaw'] },
): void {
  const { text } = cursor;
  let last: JsonPart | null = null;
  for (let at = from; at < contentEnd; ) {
    if (last && text[at] !== '{' && text[at] !== '[') {
      last.flaw = 'followed_by_marks';
      return;
    }
    const scan = !last && leading?.ok ? leading : scanJson(text, at, contentEnd);
    last = cursor.note('fence', fence.start, fence.end, at, scan, fence.flaw, fence.start);
    if (!scan.ok) return;
    at = skipBlanks(text, scan.end, contentEnd);
  }
  if (!last)
    cursor.note(
      'fence',
      fence.start,
      fence.end,
      from,
      scanJson(text, contentEnd, contentEnd),
      fence.flaw,
      fence.start,
    );
}
