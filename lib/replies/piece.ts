import type { JsonValue } from '../shared/json';
import { toolNamedBefore } from './dialects';
import { type JsonScan, scanJson } from './json/json-scan';
import { keysIn } from './keys';
import { because, type Fault, quote, type Reason } from './malformed';
import { maxArgumentCharacters } from './parse-arguments';
import { data, foreign, type ReadValue, readValue } from './read-value';
import { type Placement, type Verdict, verdicts } from './verdicts';

export type Span = { start: number; end: number };

/** Where a piece is: `start` and `end` include its fence, tags or element, `json` is the value itself. */
export type Place = Span & { placement: Placement; json: Span };

/** A piece of a reply that may be a call. `offset` is where it is wrong. */
export type Piece = Place & ReadValue & { offset: number };

function toPiece(place: Place, { meaning, call, why }: ReadValue, offset = place.json.start): Piece {
  const { placement, start, end, json } = place;
  return { placement, start, end, json, meaning, call, why, offset };
}

const faulty = (why: Reason): ReadValue => ({ meaning: 'fault', call: null, why });

export function verdictOn({ placement, meaning }: Piece): Verdict {
  return verdicts[placement][meaning] ?? 'shown';
}

/** Reads what was found at a place: strict JSON decides what it is, and the loose keys what it was meant to be. */
export function readPiece(text: string, place: Place, scan: JsonScan): Piece {
  return scan.fault ? readBroken(text, place, scan) : readFound(text, place, scan);
}

function readFound(text: string, place: Place, { duplicateKey }: JsonScan): Piece {
  const { start, end } = place.json;
  const found = readValue(JSON.parse(text.slice(start, end)) as JsonValue);
  if (found.meaning === 'data') return readNamed(text, place);
  if (found.meaning !== 'call') return toPiece(place, found);
  const twice = `The key ${quote(duplicateKey?.key ?? '')} occurs twice in one object`;
  if (duplicateKey) return toPiece(place, faulty(because('invalid_json', twice)), duplicateKey.offset);
  return toPiece(place, end - start > maxArgumentCharacters ? faulty(because('too_large', tooLong)) : found);
}

const tooLong = `The call is longer than the limit of 1 MB (${maxArgumentCharacters} characters): send the content in several calls`;
const followed = 'Something follows directly after the JSON object of the call';

/** Something directly behind a call keeps it from running. */
export function spoil(piece: Piece): void {
  if (piece.meaning !== 'call') return;
  Object.assign(piece, { meaning: 'fault', why: because('invalid_json', followed), offset: piece.json.end });
}

/** Data, unless the name of a tool is right before it. */
function readNamed(text: string, place: Place): Piece {
  const { placement, json, end } = place;
  const isObject = placement !== 'tag' && text[json.start] === '{';
  const start = isObject ? toolNamedBefore(text, json.start, json.end - json.start <= 2) : null;
  if (start === null) return toPiece(place, data);
  const isOnItsOwn = placement === 'inline' || placement === 'fence' ? 'alone' : placement;
  return foreignPiece(isOnItsOwn, 'the name of a tool and its arguments', { start, end });
}

/** A call in another program's format. */
export function foreignPiece(placement: Placement, format: string, json: Span): Piece {
  return toPiece({ placement, ...json, json }, foreign(format));
}

function readBroken(text: string, place: Place, scan: JsonScan): Piece {
  const { json, placement } = place;
  const { contract, isForeign } = keysIn(text, json.start, json.end);
  const isCut = scan.fault === 'truncated';
  const isAttempt =
    contract.length > 1 || placement === 'tag' || (isCut && (contract.length > 0 || !isForeign));
  const isInFence = placement === 'fence' || placement === 'labeled';
  if (isAttempt && (contract.length > 0 || !isInFence || isBegun(text, json)))
    return toPiece(place, faulty(reasonOf(scan)), scan.end);
  return toPiece(place, isForeign ? foreign('JSON that is not valid') : data);
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
  labeled:
    'The call is in a fence or tags that are not right: use ```json on a line of its own, or <tool_call>',
  shell: 'The call is inside something else: a code fence of another language, other tags, quotes or a label',
};
const elsewhere = 'The call is in a place where calls are only shown';

/** The answer when the verdict on a piece is malformed. */
export function faultOf(text: string, { meaning, call, why, offset, placement, json }: Piece): Fault {
  const reason = call
    ? because('not_alone', misplaced[placement] ?? elsewhere)
    : because('missing_field', 'The JSON in <tool_call> is not a call');
  const fault = { ...(why ?? reason), offset };
  const isInside = meaning === 'listing' && fault.code !== 'several_calls';
  return call || isInside || meaning === 'foreign' ? { ...fault, wanted: findCallIn(text, json) } : fault;
}

const mostTries = 4;

/** The call itself, or the one inside an array, another object or a foreign block, when there is one. */
function findCallIn(text: string, { start, end }: Span): string | null {
  const part = text.slice(start, end);
  for (let at = part.indexOf('{'), tries = 0; at !== -1 && tries < mostTries; tries += 1) {
    const scan = scanJson(part, at);
    if (scan.fault) return null;
    const wanted = part.slice(at, scan.end);
    if (readValue(JSON.parse(wanted) as JsonValue).meaning === 'call') return wanted;
    at = part.indexOf('{', at + 1);
  }
  return null;
}
