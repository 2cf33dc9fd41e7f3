import { skipBlanks } from './blank';
import { closesFence, fenceOpeningAt, isBareOrJson } from './fence';
import { scanJson } from './json/json-scan';
import type { ReplyCursor } from './reply-cursor';

export const toolCallOpen = '<tool_call>';
export const toolCallClose = '</tool_call>';

/**
 * Reads the content of <tool_call>: one or more JSON values, perhaps in a fence, or another format. False when the
 * text only mentions the tag: in mid-line with words after it, or at the beginning of a sentence.
 */
export function walkToolCall(
  cursor: ReplyCursor,
  start: number,
  isFirst: boolean,
  lineStart: number,
): boolean {
  const { text, end } = cursor;
  const contentStart = start + toolCallOpen.length;
  let at = skipBlanks(text, contentStart, end);
  const isBlock = text.slice(contentStart, at).includes('\n');
  const fence = fenceOpeningAt(text, at, cursor.lineEndAt(at));
  if (fence && isBareOrJson(fence.label)) at = skipBlanks(text, fence.contentStart, end);
  if (at < end && text[at] !== '{' && text[at] !== '[')
    return walkToolCallWithoutJson(cursor, start, at, isFirst, isBlock);
  const placement = isFirst || isBlock ? 'tag' : 'inline';
  for (;;) {
    const scan = scanJson(text, at, end);
    const part = cursor.note(placement, start, end, at, scan, null, lineStart);
    let next = skipBlanks(text, scan.ok ? scan.end : scan.offset, end);
    if (scan.ok && fence && closesFence(text, next, cursor.lineEndAt(next), fence)) {
      next = skipBlanks(text, cursor.lineEndAt(next), end);
    }
    if (scan.ok && text[next] === '{') {
      at = next;
      continue;
    }
    const close = cursor.endTags.after('tool_call', next);
    part.end = close?.end ?? (placement === 'inline' && scan.ok ? scan.end : end);
    cursor.at = part.end;
    if (scan.ok && !close) part.flaw = 'unclosed';
    else if (scan.ok && close && close.start !== next) part.flaw = 'followed_by_marks';
    else if (!isBlock && cursor.hasWordsInLine(part.end)) part.flaw = 'followed_by_words';
    return true;
  }
}

function walkToolCallWithoutJson(
  cursor: ReplyCursor,
  start: number,
  payload: number,
  isFirst: boolean,
  isBlock: boolean,
): boolean {
  const { text } = cursor;
  const close = cursor.endTags.after('tool_call', payload);
  const isMarkup = text[payload] === '<' && text[payload + 1] !== '/';
  const isEmpty = close?.start === payload;
  if (
    !(isMarkup || (isFirst && (isBlock || close !== null) && !(isEmpty && cursor.hasWordsInLine(close.end))))
  )
    return false;
  const end = close?.end ?? cursor.end;
  cursor.parts.push({
    kind: 'foreign',
    format: '<tool_call> without a JSON object',
    start,
    end,
    isFirstOnLine: isFirst,
  });
  cursor.at = end;
  return true;
}
