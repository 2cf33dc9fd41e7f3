import type { JsonValue } from '../shared/json';
import type { Span } from './characters';
import { toolNamedBefore } from './dialects';
import type { JsonScan } from './json/json-scan';
import { nameFault } from './json/name-fault';
import { keysIn } from './keys';
import { because, type Fault, quote, type Reason } from './malformed';
import { describeInexact, maxArgumentCharacters } from './parse-arguments';
import { data, fault, foreign, type ReadValue, readValue, refuse } from './read-value';
import { type Placement, type Verdict, verdicts } from './verdicts';

/**
 * Says where a piece is. `start` and `end` include its fence, tags or element; `json` is the value itself.
 */
export type Place = Span & { placement: Placement; json: Span };
/** Describes a piece of a reply that may be a call. `offset` says where it is wrong. */
export type Piece = Place & ReadValue & { offset: number };
export const verdictOn = ({ placement, meaning }: Piece): Verdict => verdicts[placement][meaning] ?? 'shown';

/** Copies field by field, because a long reply may have many pieces. */
function toPiece(place: Place, { meaning, call, why }: ReadValue, offset = place.json.start): Piece {
  const { placement, start, end, json } = place;
  return { placement, start, end, json, meaning, call, why, offset };
}

/**
 * Reads what is at a place: strict JSON decides what it is, and the loose keys decide what the model meant.
 */
export function readPiece(text: string, place: Place, scan: JsonScan): Piece {
  const { placement, json, end } = place;
  if (scan.fault) return toPiece(place, readBroken(text, place, scan), scan.end);
  const read = readValue(JSON.parse(text.slice(json.start, json.end)) as JsonValue);
  const isCall = read.meaning === 'call';
  if (isCall && scan.duplicateKey) {
    const { key, offset } = scan.duplicateKey;
    return toPiece(place, fault('invalid_json', `The key ${quote(key)} occurs twice in one object`), offset);
  }
  if (isCall && scan.inexactNumber) {
    const { text: number, offset } = scan.inexactNumber;
    return toPiece(place, fault('invalid_json', `In the call, ${describeInexact(number)}`), offset);
  }
  if (isCall && json.end - json.start > maxArgumentCharacters)
    return toPiece(place, fault('too_large', tooLong));
  const isObject = read.meaning === 'data' && placement !== 'tag' && text[json.start] === '{';
  const start = isObject ? toolNamedBefore(text, json.start, json.end - json.start <= 2) : null;
  if (start === null) return toPiece(place, read);
  const isOnItsOwn = placement === 'inline' || placement === 'fence' ? 'alone' : placement;
  return foreignPiece(isOnItsOwn, 'the name of a tool and its arguments', { start, end });
}

const tooLong = `The call is longer than the limit of 1 MB (${maxArgumentCharacters} characters): send the content in several calls`;

export function spoil(piece: Piece, text: string, at: number): void {
  if (piece.meaning !== 'call') return;
  const { cause } = nameFault(text, at);
  const reason = 'Something follows directly after the JSON object of the call';
  const followed = fault('invalid_json', cause === null ? reason : `${reason}: ${cause}`);
  Object.assign(piece, followed, { offset: piece.json.end });
}

export const foreignPiece = (placement: Placement, format: string, json: Span): Piece =>
  toPiece({ placement, ...json, json }, foreign(format));

/** Makes a piece of a call in reasoning that nothing closes. */
export function draftPiece(json: Span): Piece {
  const ended = 'The response ended inside its reasoning, where calls are only drafts';
  const cut = fault('truncated', `${ended}: close the reasoning, then send the call`);
  return toPiece({ placement: 'listed', ...json, json }, cut, json.end);
}

/**
 * Decides by its loose keys what broken JSON was meant to be. In a line with words, only keys in quotes
 * count.
 */
function readBroken(text: string, { json, placement }: Place, scan: JsonScan): ReadValue {
  const { contract, quoted, isForeign } = keysIn(text, json.start, json.end);
  const isInline = placement === 'inline';
  const keys = (isInline ? quoted : contract).length;
  // The first brace alone, or with a part of the first key, is as likely the beginning of a call as of
  // anything else.
  const isBegun = !isInline && /^\{\s*"?(?:t[a-z]{0,8}|p[a-z]{0,9})?$/.test(text.slice(json.start, json.end));
  if (keys > 1 || placement === 'tag' || (scan.fault === 'truncated' && (keys > 0 || isBegun)))
    return refuse('fault', reasonOf(scan));
  return isForeign && !isInline ? foreign('JSON that is not valid') : data;
}

function reasonOf({ fault, path, reason }: JsonScan): Reason {
  const inside = path === '' ? '' : ` inside ${path}`;
  if (fault !== 'truncated')
    return because(fault ?? 'invalid_json', `The call is not valid JSON${inside}: ${reason}`);
  const ended = `The response ended${inside} before the call was complete (${reason})`;
  return because(fault, `${ended}: send a shorter call, long content in several parts`);
}

/** Says why a call that is itself correct does not run. */
export const notAlone = because(
  'not_alone',
  'The call is not alone on lines of its own, in a ```json fence or in <tool_call> tags',
);

/** Returns the fault of a piece whose verdict is malformed. */
export function faultOf(text: string, { meaning, call, why, offset, json }: Piece): Fault {
  if (!call) return { ...(why ?? because('missing_field', 'The JSON in <tool_call> is not a call')), offset };
  const { tool, parameters, terminate } = call;
  const own = text.slice(json.start, json.end);
  const wanted = meaning === 'listing' ? JSON.stringify({ tool, parameters, terminate }) : own;
  return { ...(why ?? notAlone), offset, wanted };
}
