import { skipBlanks, skipBlanksInLine } from './characters';
import { closesFence, type FenceOpening, findFenceClose, isBareOrJson } from './fence';
import { type JsonScan, scanJson } from './json/json-scan';
import { mayBecomeKeyLine } from './key-lines';
import { quotedKeyAt } from './loose-keys';
import type { JsonPart } from './parts';
import type { ReplyCursor } from './reply-cursor';

const callLabel = /^(?:tool|function)_?(?:code|calls?|use)?$|^call$|^action$/;

/** Reads a fenced block: notes the JSON in a ```json or bare fence value by value, and any other fence as one part. */
export function walkFence(cursor: ReplyCursor, opening: FenceOpening, start: number): boolean {
  const { text, end } = cursor;
  const { contentStart, label } = opening;
  const isCallFence = isBareOrJson(label);
  const jsonStart = skipBlanks(text, contentStart, end);
  if (!cursor.isComplete && canOnlyBeShown(cursor, opening, start, jsonStart)) {
    cursor.fence = opening;
    cursor.at = contentStart;
    cursor.reading = 'fence';
    cursor.isAtLineStart = true;
    return true;
  }
  const isValue = isCallFence && (text[jsonStart] === '{' || text[jsonStart] === '[');
  const leading = isValue ? scanJson(text, jsonStart, end) : null;
  const close = findClose(cursor, opening, leading);
  if (!cursor.isComplete && (!close || close.end >= end)) return false;
  const contentEnd = close?.contentEnd ?? end;
  const fenceEnd = Math.min(close?.end ?? end, end);
  cursor.at = fenceEnd;
  const isMeantAsJson =
    label === 'json' || leading || text[jsonStart] === '｛' || quotedKeyAt(text, jsonStart) === 'yes';
  if (isCallFence && isMeantAsJson)
    noteContent(cursor, { opening, leading, start, end: fenceEnd, from: jsonStart, contentEnd });
  else if (callLabel.test(label) && jsonStart < contentEnd) {
    const format = `a \`\`\`${label} fence`;
    cursor.parts.push({
      kind: 'foreign',
      placement: cursor.placementAt(start, 'alone'),
      format,
      start,
      end: fenceEnd,
    });
  } else if (cursor.isComplete) cursor.parts.push({ kind: 'fence', start, end: fenceEnd });
  else cursor.block();
  return true;
}

/** The closing marker may be on a line of its own or directly after the JSON value. */
function findClose(
  cursor: ReplyCursor,
  opening: FenceOpening,
  leading: JsonScan | null,
): { contentEnd: number; end: number } | null {
  const { text, end } = cursor;
  if (!leading?.ok) return findFenceClose(text, opening.contentStart, end, opening);
  const lineEnd = cursor.lineEndAt(leading.end);
  const next = skipBlanksInLine(text, leading.end, lineEnd);
  if (closesFence(text, next, lineEnd, opening)) return { contentEnd: next, end: lineEnd };
  return findFenceClose(text, lineEnd + 1, end, opening);
}

type FenceContent = {
  opening: FenceOpening;
  leading: JsonScan | null;
  start: number;
  end: number;
  from: number;
  contentEnd: number;
};

function noteContent(cursor: ReplyCursor, fence: FenceContent): void {
  const { text } = cursor;
  const { start, end, contentEnd, leading, opening } = fence;
  let last: JsonPart | null = null;
  for (let at = fence.from; at < contentEnd || !last; ) {
    const isGarbage = last && text[at] !== '{' && text[at] !== '[';
    if (last && isGarbage) last.flaw = 'followed_by_marks';
    const scan = !last && leading?.ok ? leading : scanJson(text, at, isGarbage ? at : contentEnd);
    const json = { start: Math.min(at, contentEnd), end: scan.ok ? scan.end : contentEnd };
    last = cursor.note({ placement: 'fence', start, end, json, scan });
    if (opening.isGlued) last.flaw = 'in_label';
    if (!scan.ok) return;
    at = skipBlanks(text, scan.end, contentEnd);
  }
}

/**
 * Whether a fence whose content begins to arrive can only be shown: one in another language that is not the complete
 * reply or holds no brackets, or a bare one with the first line of a program or a shell session.
 */
function canOnlyBeShown(cursor: ReplyCursor, opening: FenceOpening, start: number, first: number): boolean {
  const { label, isGlued } = opening;
  if (isGlued || label === 'json' || callLabel.test(label) || /^ya?ml$/.test(label)) return false;
  if (label !== '' && !cursor.isFirst(start)) return true;
  const head = cursor.text.slice(first, Math.min(cursor.lineEndAt(first), first + 40));
  return head !== '' && !/^[{[<｛"'“`~(-]/.test(head) && !mayBecomeKeyLine(head);
}

/** While a reply streams: reads a fence that is only shown, line by line, to the end of its closing line. */
export function walkShownFence(cursor: ReplyCursor): boolean {
  const { text, fence, at, isAtLineStart } = cursor;
  const lineEnd = cursor.lineEndAt(at);
  const first = skipBlanksInLine(text, at, lineEnd);
  if (isAtLineStart && !cursor.hasLine(at) && (first === lineEnd || text[first] === fence?.marker))
    return false;
  if (isAtLineStart && fence && closesFence(text, first, lineEnd, fence)) cursor.reading = 'line';
  cursor.isAtLineStart = lineEnd < cursor.end;
  cursor.at = Math.min(lineEnd + 1, cursor.end);
  return true;
}
