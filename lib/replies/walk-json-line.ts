import { skipBlanks } from './characters';
import type { JsonPart } from './parts';
import { takeJson } from './read-json';
import type { ReplyCursor } from './reply-cursor';
import { skipTurnTokensInLine } from './special-tokens';
import { toolCallClose } from './walk-marks';

/** Reads one or more JSON values that begin a line. */
export function walkJsonLine(cursor: ReplyCursor, first: number): boolean {
  const { text } = cursor;
  cursor.hasWordsInLine = true;
  const parts: JsonPart[] = [];
  for (let at = first; ; ) {
    const part = takeJson(cursor, at, 'alone');
    if (!part?.scan.ok) return true;
    parts.push(part);
    const lineEnd = cursor.lineEndAt(part.end);
    let next = skipTurnTokensInLine(text, part.end, lineEnd);
    if (text.startsWith(toolCallClose, next))
      next = skipTurnTokensInLine(text, next + toolCallClose.length, lineEnd);
    cursor.at = next;
    if (next >= lineEnd) return true;
    at = next;
    if (text[at] === '{' || text[at] === '[') continue;
    const isPunctuation = '}]),;"\'`/#*<.:\\|'.includes(text.charAt(at));
    for (const earlier of parts) {
      if (earlier.placement !== 'alone') continue;
      earlier.placement = 'inline';
      if (isPunctuation) earlier.flaw = 'followed_by_marks';
    }
    return true;
  }
}

/** Flags a value when the next line holds only stray closing characters. */
export function flagStrayClosers(cursor: ReplyCursor, first: number, lineEnd: number): void {
  const last = cursor.parts.at(-1);
  if (
    last?.kind !== 'json' ||
    last.placement !== 'alone' ||
    skipBlanks(cursor.text, last.end, first) !== first
  )
    return;
  if (!/^[}\]), \t\r;"]*$/.test(cursor.text.slice(first, Math.min(lineEnd, first + 40)))) return;
  last.placement = 'inline';
  last.flaw = 'followed_by_marks';
}
