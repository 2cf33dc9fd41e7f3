import type { JsonValue } from '../shared/json';
import { toolNamedBefore } from './dialects';
import { type JsonScan, scanJson } from './json/json-scan';
import { keysIn } from './keys';
import { type Fault, type Reason, reasons } from './malformed';
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
export function readPiece(text: string, place: Place, scan: JsonScan): Piece {
  if (scan.fault) return { ...place, call: null, ...readBroken(text, place, scan) };
  const { json } = place;
  const { meaning, call, why } = readTelling(text, json, scan);
  const piece: Piece = { ...place, meaning, call, why: why && { ...why, offset: json.start } };
  if (meaning === 'data') return named(text, piece);
  if (meaning !== 'call') return piece;
  const { duplicateKey } = scan;
  if (duplicateKey) return faulty(piece, { ...reasons.twice(duplicateKey.key), offset: duplicateKey.offset });
  if (json.end - json.start <= maxArgumentCharacters) return piece;
  return faulty(piece, { ...reasons.tooLong(maxArgumentCharacters), offset: json.start });
}

/** Parses exactly the slice that was scanned, and only when one of its keys may belong to a call. */
function readTelling(text: string, { start, end }: Span, { keys }: JsonScan): ReadValue {
  const isTelling =
    (text[start] === '[' && end - start > 2) ||
    keys.size === 1 ||
    [...keys].some((key) => tellingKeys.has(key) || tellingKeys.has(key.toLowerCase()));
  return isTelling ? readValue(JSON.parse(text.slice(start, end)) as JsonValue) : data;
}

/** A call that a reader may take for another one, or that is too long, is none. */
function faulty(piece: Piece, why: NonNullable<Piece['why']>): Piece {
  return { ...piece, meaning: 'fault', call: null, why };
}

/** Something directly behind a call keeps it from running. */
export function spoil(piece: Piece): void {
  if (piece.meaning !== 'call') return;
  piece.meaning = 'fault';
  piece.why = { ...reasons.followed, offset: piece.json.end };
}

/** Data, unless the name of a tool is right before it. */
function named(text: string, piece: Piece): Piece {
  const { placement, json } = piece;
  if (placement === 'tag' || text[json.start] !== '{') return piece;
  const start = toolNamedBefore(text, json.start, json.end - json.start <= 2);
  if (start === null) return piece;
  const isOnItsOwn = placement === 'inline' || placement === 'fence';
  return foreignPiece(isOnItsOwn ? 'alone' : placement, 'the name of a tool and its arguments', {
    start,
    end: piece.end,
  });
}

/** A call in another program's format. */
export function foreignPiece(placement: Placement, format: string, { start, end }: Span): Piece {
  const why = { ...reasons.foreign(format), offset: start };
  return { placement, start, end, json: { start, end }, meaning: 'foreign', call: null, why };
}

function readBroken(
  text: string,
  { json, placement }: Place,
  scan: JsonScan,
): Pick<Piece, 'meaning' | 'why'> {
  const { contract, isForeign } = keysIn(text, json.start, json.end);
  const isCut = scan.fault === 'truncated';
  const isAttempt =
    contract.length > 1 || placement === 'tag' || (isCut && (contract.length > 0 || !isForeign));
  if (isAttempt && (contract.length > 0 || placement !== 'fence' || isBegun(text, json)))
    return { meaning: 'fault', why: { ...reasonOf(scan), offset: scan.end } };
  const why = { ...reasons.foreign('JSON that is not valid'), offset: json.start };
  return isForeign ? { meaning: 'foreign', why } : { meaning: 'data', why: null };
}

export function reasonOf({ fault, path, reason }: JsonScan): Reason {
  if (fault === 'truncated') return reasons.cut(path, reason);
  return fault === 'too_deep' ? reasons.tooDeep(reason) : reasons.notJson(path, reason);
}

/** Nothing but the first brace, or it and a part of the first key: as likely the beginning of a call as of anything else. */
export function isBegun(text: string, { start, end }: Span): boolean {
  return end - start < 80 && /^\{\s*"?(?:t[a-z]{0,8}|p[a-z]{0,9})?$/.test(text.slice(start, end));
}

/** The answer when the verdict on a piece is malformed. */
export function faultOf(text: string, { meaning, call, why, placement, json }: Piece): Fault {
  const offset = json.start;
  if (!why && !call) return { ...reasons.missing('tool', '<tool_call> holds no call'), offset };
  const misplaced = placement === 'shell' ? reasons.inShell : reasons.shown;
  const fault = why ?? { ...(placement === 'inline' ? reasons.inLine : misplaced), offset };
  const isInside = meaning === 'listing' && fault.code !== 'several_calls';
  const isWanted = call || isInside || meaning === 'foreign';
  return isWanted ? { ...fault, ...wantedIn(text, json) } : fault;
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
