import { skipBlanks } from './characters';
import type { JsonScan } from './json/json-scan';
import { isQuotationMark, keysIn } from './keys';
import { reasoningCloseAt, skipTurnTokens, toolCallClose } from './marks';
import { isBegun, type Piece, spoil } from './piece';
import type { Reader } from './reader';
import type { Placement } from './verdicts';

/** A brace, or a bracket with a value or nothing in it: `[1]` and `[see` are words in brackets. */
export function opensValue(text: string, at: number): boolean {
  if (text[at] === '{' || text[at] === '｛') return true;
  return text[at] === '[' && '{["]'.includes(text.charAt(skipBlanks(text, at + 1, at + 80)));
}

/** Reads one or more JSON values that begin a line. */
export function readJsonLine(reader: Reader, first: number): void {
  const { text, pieces } = reader;
  const known = pieces.length;
  reader.hasWordsInLine = true;
  for (let at = first; readValueAt(reader, at, 'alone'); ) {
    const lineEnd = reader.lineEndAt(reader.at);
    at = skipTurnTokens(text, reader.at, lineEnd);
    if (text.startsWith(toolCallClose, at)) at = skipTurnTokens(text, at + toolCallClose.length, lineEnd);
    reader.at = at;
    if (at >= lineEnd) return;
    if (text[at] === '{' || text[at] === '[') continue;
    for (const piece of pieces.slice(known)) demote(piece, '}]),;"\'`/#*<.:\\|'.includes(text.charAt(at)));
    return;
  }
}

/** A value with something behind it on its line does not stand alone. */
function demote(piece: Piece, isFollowedByMarks: boolean): void {
  if (piece.placement !== 'alone' || piece.start !== piece.json.start) return;
  piece.placement = 'inline';
  if (isFollowedByMarks) spoil(piece);
}

const onlyClosers = /^[}\]), \t\r;"]*$/;

/** Spoils the value before a line that holds only stray closing characters. */
export function flagStrayClosers({ text, pieces }: Reader, first: number, lineEnd: number): void {
  const last = pieces.at(-1);
  if (!last || last.meaning === 'foreign' || skipBlanks(text, last.end, first) !== first) return;
  if (onlyClosers.test(text.slice(first, Math.min(lineEnd, first + 40)))) demote(last, true);
}

/**
 * Reads the value at `at` and notes it if it is JSON, or was meant as a call; otherwise moves past what was read of it,
 * which fits the grammar, so nothing in it is a call. The evidence is the contract's own keys: a brace in prose is only a
 * brace. True if more may follow.
 */
export function readValueAt(reader: Reader, at: number, placement: Placement): boolean {
  const { text } = reader;
  const scan = reader.scan(at);
  const end = scan.fault === null ? scan.end : findBrokenCall(reader, at, scan, placement !== 'alone');
  if (end === null) {
    // A new line may begin a block.
    const lineBreak = text.slice(at, scan.end).lastIndexOf('\n');
    reader.at = lineBreak < 0 ? Math.max(scan.end, at + 1) : at + lineBreak + 1;
    if (lineBreak >= 0) reader.reading = 'line';
    return false;
  }
  reader.at = Math.max(end, at + 1);
  const isQuoted = isQuotationMark(text.charAt(at - 1)) && isQuotationMark(text.charAt(reader.at));
  if (isQuoted && placement !== 'labeled') return false;
  const json = { start: at, end: reader.at };
  reader.note({ placement, ...json, json }, scan);
  return scan.fault === null;
}

/** Where a broken call ends, by the keys that it has; null when the text was not meant as a call. */
function findBrokenCall(reader: Reader, at: number, scan: JsonScan, isInline: boolean): number | null {
  const { text } = reader;
  const isCut = scan.fault === 'truncated';
  if (isCut && !isInline && isBegun(text, { start: at, end: text.length })) return text.length;
  if (at < reader.plainUntil && !isCut) return null;
  const limit = isInline && !isCut ? reader.lineEndAt(Math.max(at, scan.end)) : text.length;
  const end = findBrokenEnd(text, scan, limit);
  reader.isOpen ||= end === text.length;
  const { contract, quoted, isForeign } = keysIn(text, at, end);
  const found = isInline ? quoted : contract;
  if (found.length > 1 || (isCut && found.length > 0) || (isForeign && !isInline)) return end;
  if (quoted.length > 0 && !isInline && reader.placementAt(at, 'alone') === 'alone')
    reader.brokenStart ??= at;
  // A bracket too many may close a broken object early: its other keys come after it.
  for (const name of quoted) reader.looseKeys.push({ name, start: at });
  reader.plainUntil = end;
  return null;
}

const structure = /[}\]{[\\"<◁]/g;

/**
 * The likely end of broken JSON: the bracket that balances it. Nothing in between is read again, because the outer
 * object decides: nothing inside a broken one becomes a call. If it broke inside a string, it reaches to the end.
 */
export function findBrokenEnd(text: string, scan: JsonScan, end: number): number {
  if (scan.isInString && scan.fault !== 'truncated' && text[scan.end] !== '\\') return end;
  let open = Math.max(scan.openContainers, 1);
  structure.lastIndex = scan.end;
  for (let mark = structure.exec(text); mark && mark.index < end; mark = structure.exec(text)) {
    const [character] = mark;
    if ('<[◁'.includes(character) && reasoningCloseAt(text, mark.index) !== null) return mark.index;
    if (character === '{' || character === '[') open += 1;
    else if (character === '\\') structure.lastIndex += 1;
    else if (character === '"') structure.lastIndex = afterString(text, mark.index, end);
    else if (character === '}' || character === ']') open -= 1;
    if (open <= 0) return mark.index + 1;
  }
  return end;
}

/** Just after the closing quote on the same line, or after the opening one when there is none. */
function afterString(text: string, at: number, end: number): number {
  for (let next = at + 1; next < end && text[next] !== '\n'; next += 1) {
    if (text[next] === '\\') next += 1;
    else if (text[next] === '"') return next + 1;
  }
  return at + 1;
}
