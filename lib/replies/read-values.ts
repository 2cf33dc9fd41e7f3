import { matchAt, matchEnd, skipBlanks } from './characters';
import type { JsonScan } from './json/json-scan';
import { isQuotationMark, keysIn } from './keys';
import { reasoningClose, strayClose } from './marks';
import { spoil } from './piece';
import type { Reader } from './reader';
import type { Placement } from './verdicts';

/**
 * Says whether a value opens at `at`: with a brace, or with a bracket that holds a value or nothing. `[1]`
 * and `[see` are words in brackets.
 */
export function opensValue(text: string, at: number): boolean {
  if (text[at] === '{' || text[at] === '｛') return true;
  return text[at] === '[' && '{["]'.includes(text.charAt(skipBlanks(text, at + 1, at + 80)));
}

const strayClosers = /\s{0,80}[}\]][}\]), \t\r;"]{0,80}(?=\n|$)/y;

/**
 * Reads one or more JSON values that begin a line. A value with something after it on its line is not alone.
 */
export function readJsonLine(reader: Reader, first: number): void {
  const { text, pieces } = reader;
  const known = pieces.length;
  reader.hasWordsInLine = true;
  let at = first;
  do {
    if (!readValueAt(reader, at, 'alone')) return;
    reader.at = matchEnd(strayClose, text, reader.at);
    at = skipBlanks(text, reader.at, reader.lineEndAt(reader.at));
  } while (text[at] === '{' || text[at] === '[');
  const isFollowed = at < reader.lineEndAt(reader.at);
  const isSpoiled =
    (isFollowed && '}]),;"\'`/#*<.:\\|'.includes(text.charAt(at))) || matchAt(strayClosers, text, at);
  for (const piece of pieces.slice(known)) {
    if (piece.placement !== 'alone' || piece.start !== piece.json.start) continue;
    if (isFollowed) piece.placement = 'inline';
    if (isSpoiled) spoil(piece, text, at);
  }
}

/**
 * Reads the value at `at` and notes it if it is JSON or has the keys of a call. A brace in prose is only a
 * brace. Returns true if another value may follow.
 */
export function readValueAt(reader: Reader, at: number, placement: Placement): boolean {
  const { text } = reader;
  const scan = reader.scan(at);
  const isCut = scan.fault === 'truncated';
  if (scan.fault && !isCut && at < reader.plainUntil) return skipPlain(reader, at, scan);
  const limit = placement === 'alone' || isCut ? text.length : reader.lineEndAt(Math.max(at, scan.end));
  const end = scan.fault ? findBrokenEnd(text, at, scan, limit) : scan.end;
  if (scan.fault) reader.isOpen ||= end === text.length;
  const json = { start: at, end: Math.max(end, at + 1) };
  const piece = reader.toPiece(placement, json, json, scan);
  if (scan.fault && piece.meaning === 'data') {
    const { quoted } = keysIn(text, at, end);
    if (quoted.length > 0 && piece.placement === 'alone') reader.brokenStart ??= at;
    // An extra bracket may close a broken object early, so its other keys come after it.
    for (const name of quoted) reader.looseKeys.push({ name, start: at });
    reader.plainUntil = end;
    return skipPlain(reader, at, scan);
  }
  reader.at = json.end;
  if (isQuotationMark(text.charAt(at - 1)) && isQuotationMark(text.charAt(reader.at))) return false;
  reader.pieces.push(piece);
  return scan.fault === null;
}

/**
 * Continues where broken JSON broke, or at a new line before that place, because the line may begin a block.
 */
function skipPlain(reader: Reader, at: number, { end }: JsonScan): false {
  const lineBreak = reader.text.slice(at, end).lastIndexOf('\n');
  reader.at = lineBreak < 0 ? Math.max(end, at + 1) : at + lineBreak + 1;
  reader.isAtLineStart = lineBreak >= 0;
  return false;
}

const structureWith = (escaped: string) =>
  new RegExp(`${reasoningClose}|"(?:[^"\\\\\\n]|\\\\.)*"|${escaped}|[{}[\\]]`, 'gi');
const usualStructure = structureWith('\\\\.');
/** A formula such as `$\\{a, b\\}$` escapes all its brackets. */
const escapedStructure = structureWith('\\\\[^{}[\\]]');

/**
 * Finds the likely end of broken JSON: the bracket that balances it, because nothing inside it becomes a
 * call. Returns `limit` if the JSON broke inside a string.
 */
function findBrokenEnd(text: string, at: number, scan: JsonScan, limit: number): number {
  if (scan.isInString && scan.fault !== 'truncated' && text[scan.end] !== '\\') return limit;
  let open = Math.max(scan.containers.length, 1);
  const structure = text[at - 1] === '\\' ? escapedStructure : usualStructure;
  structure.lastIndex = scan.end;
  for (let mark = structure.exec(text); mark && mark.index < limit; mark = structure.exec(text)) {
    const [all] = mark;
    if ('<◁'.includes(all.charAt(0)) || all.startsWith('[/')) return mark.index;
    if (all === '{' || all === '[') open += 1;
    if (all === '}' || all === ']') open -= 1;
    if (open <= 0) return mark.index + 1;
  }
  return limit;
}
