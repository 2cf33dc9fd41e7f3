import type { JsonValue } from '../shared/json';
import { toolNamedBefore } from './dialects';
import { type JsonScan, scanJson } from './json/json-scan';
import { keysIn } from './keys';
import { because, type Fault, foreignFormat, quote, type Reason } from './malformed';
import { maxArgumentCharacters } from './parse-arguments';
import { data, type ReadCall, type ReadValue, readValue, tellingKeys } from './read-value';
import { type Meaning, type Placement, type Verdict, verdicts } from './verdicts';

export type Span = { start: number; end: number };

/** Where a piece is: `start` and `end` include its fence, tags or element, `json` is the value itself. */
export type Place = Span & { placement: Placement; json: Span };

/** A piece of a reply that may be a call, with everything that its verdict needs. */
export type Piece = Place & {
  meaning: Meaning;
  call: ReadCall | null;
  /** Why it does not run; null when only its place may be wrong. */
  why: (Reason & { offset: number }) | null;
};

export function verdictOn({ placement, meaning }: Piece): Verdict {
  return verdicts[placement][meaning] ?? 'shown';
}

/** Reads what was found at a place: strict JSON decides what it is, and the loose keys what it was meant to be. */
export function readPiece(text: string, { placement, start, end, json }: Place, scan: JsonScan): Piece {
  const piece: Piece = { placement, start, end, json, meaning: 'data', call: null, why: null };
  if (scan.fault) readBroken(text, piece, scan);
  else readFound(text, piece, scan);
  return piece;
}

function readFound(text: string, piece: Piece, scan: JsonScan): void {
  const { json } = piece;
  const { meaning, call, why } = readTelling(text, json, scan);
  piece.meaning = meaning;
  piece.call = call;
  if (why) piece.why = { ...why, offset: json.start };
  if (meaning === 'data') readNamed(text, piece);
  if (meaning !== 'call') return;
  const { duplicateKey } = scan;
  const twice = duplicateKey && `The key ${quote(duplicateKey.key)} occurs twice in one object`;
  const isTooLong = json.end - json.start > maxArgumentCharacters;
  if (twice) piece.why = { ...because('invalid_json', twice), offset: duplicateKey.offset };
  else if (isTooLong) piece.why = { ...because('too_large', tooLong), offset: json.start };
  else return;
  piece.meaning = 'fault';
  piece.call = null;
}

const tooLong = `The call is longer than the limit of 1 MB (${maxArgumentCharacters} characters): send the content in several calls`;

/** Parses exactly the slice that was scanned, and only when one of its keys may belong to a call. */
function readTelling(text: string, { start, end }: Span, { keys }: JsonScan): ReadValue {
  const isTelling =
    (text[start] === '[' && end - start > 2) ||
    keys.size === 1 ||
    [...keys].some((key) => tellingKeys.has(key) || tellingKeys.has(key.toLowerCase()));
  return isTelling ? readValue(JSON.parse(text.slice(start, end)) as JsonValue) : data;
}

/** Something directly behind a call keeps it from running. */
export function spoil(piece: Piece): void {
  if (piece.meaning !== 'call') return;
  piece.meaning = 'fault';
  const reason = 'Something follows directly after the JSON object of the call';
  piece.why = { ...because('invalid_json', reason), offset: piece.json.end };
}

/** Data, unless the name of a tool is right before it. */
function readNamed(text: string, piece: Piece): void {
  const { placement, json } = piece;
  if (placement === 'tag' || text[json.start] !== '{') return;
  const start = toolNamedBefore(text, json.start, json.end - json.start <= 2);
  if (start === null) return;
  const isOnItsOwn = placement === 'inline' || placement === 'fence' ? 'alone' : placement;
  Object.assign(
    piece,
    foreignPiece(isOnItsOwn, 'the name of a tool and its arguments', { start, end: piece.end }),
  );
}

/** A call in another program's format. */
export function foreignPiece(placement: Placement, format: string, { start, end }: Span): Piece {
  const why = { ...foreignFormat(format), offset: start };
  return { placement, start, end, json: { start, end }, meaning: 'foreign', call: null, why };
}

function readBroken(text: string, piece: Piece, scan: JsonScan): void {
  const { json, placement } = piece;
  const { contract, isForeign } = keysIn(text, json.start, json.end);
  const isCut = scan.fault === 'truncated';
  const isAttempt =
    contract.length > 1 || placement === 'tag' || (isCut && (contract.length > 0 || !isForeign));
  if (isAttempt && (contract.length > 0 || placement !== 'fence' || isBegun(text, json))) {
    piece.meaning = 'fault';
    piece.why = { ...reasonOf(scan), offset: scan.end };
  } else if (isForeign) {
    piece.meaning = 'foreign';
    piece.why = { ...foreignFormat('JSON that is not valid'), offset: json.start };
  }
}

export function reasonOf({ fault, path, reason }: JsonScan): Reason {
  const inside = path === '' ? '' : ` inside ${path}`;
  if (fault !== 'truncated')
    return because(fault ?? 'invalid_json', `The call is not valid JSON${inside}: ${reason}`);
  const ended = `The response ended${inside} before the call was complete (${reason})`;
  return because(fault, `${ended}: send a shorter call, long content in several parts`);
}

/** Nothing but the first brace, or it and a part of the first key: as likely the beginning of a call as of anything else. */
export function isBegun(text: string, { start, end }: Span): boolean {
  return end - start < 80 && /^\{\s*"?(?:t[a-z]{0,8}|p[a-z]{0,9})?$/.test(text.slice(start, end));
}

/** Why a call does not run that is right in itself. */
const misplaced: Partial<Record<Placement, string>> = {
  inline: 'There are words on the same line as the call',
  shell: 'The call is inside something else: a code fence of another language, other tags, quotes or a label',
};

/** The answer when the verdict on a piece is malformed. */
export function faultOf(text: string, { meaning, call, why, placement, json }: Piece): Fault {
  const shown = misplaced[placement] ?? 'The call is in a place where calls are only shown';
  const reason = call
    ? because('not_alone', shown)
    : because('missing_field', 'The JSON in <tool_call> is not a call');
  const fault = why ?? { ...reason, offset: json.start };
  const isInside = meaning === 'listing' && fault.code !== 'several_calls';
  return call || isInside || meaning === 'foreign' ? { ...fault, ...wantedIn(text, json) } : fault;
}

const mostTries = 4;

/** The call itself, or the one inside an array, another object or a foreign block, when there is one. */
function wantedIn(text: string, { start, end }: Span): { wanted?: string } {
  let at = start - 1;
  for (let tries = 0; tries < mostTries; tries += 1) {
    at = text.indexOf('{', at + 1);
    const scan = at === -1 || at >= end ? null : scanJson(text, at, end);
    if (!scan || scan.fault) return {};
    const wanted = text.slice(at, scan.end);
    if (readValue(JSON.parse(wanted) as JsonValue).meaning === 'call') return { wanted };
  }
  return {};
}
