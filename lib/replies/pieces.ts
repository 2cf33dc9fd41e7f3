import type { JsonValue } from '../shared/json';
import { toolNamedBefore } from './dialects';
import { type JsonFault, type JsonFound, type JsonScan, scanJson } from './json/json-scan';
import type { LooseKeys } from './keys';
import { type Fault, foreignFault } from './malformed';
import { maxArgumentCharacters } from './parse-arguments';
import { readValue, tellingKeys, type ValueMeaning } from './read-value';
import { type Meaning, type Placement, type Verdict, verdicts } from './verdicts';

export type Span = { start: number; end: number };

/** Where a piece is: `start` and `end` include its fence, tags or element, `json` is the value itself. */
export type Place = Span & { placement: Placement; json: Span };

/** A piece of a reply that may be a call, with everything that its verdict needs. */
export type Piece = Place & {
  meaning: Meaning;
  /** What strict JSON found: a value, a fault, or the format of something that is no JSON. */
  found:
    | ValueMeaning
    | JsonFault
    | { what: 'format'; format: string }
    | { what: 'duplicate'; key: string; offset: number };
  /** Why it cannot run although it is a call in a place for calls. */
  flaw: 'followed_by_marks' | 'in_label' | null;
};

export function verdictOn({ placement, meaning }: Piece): Verdict {
  return verdicts[placement][meaning] ?? 'shown';
}

/** Reads what was found at a place: strict JSON decides what it is, and the loose keys what it was meant to be. */
export function readPiece(text: string, keys: LooseKeys, place: Place, scan: JsonScan): Piece {
  const { placement, start, end, json } = place;
  const piece: Piece = { placement, start, end, json, meaning: 'data', found: data, flaw: null };
  if (!scan.ok) readBroken(text, keys, piece, scan);
  else {
    const value = valueAt(text, place, scan);
    piece.found = value;
    piece.meaning = value.what;
    if (value.what === 'data') readData(text, piece);
    if (value.what === 'call') checkCall(piece, scan);
  }
  return piece;
}

const data: ValueMeaning = { what: 'data' };

/** A call in another program's format, which is no JSON. */
export function foreignPiece(placement: Placement, format: string, { start, end }: Span): Piece {
  const found = { what: 'format', format } as const;
  return { placement, start, end, json: { start, end }, meaning: 'foreign', found, flaw: null };
}

/** Something around a call keeps it from running. */
export function spoil(piece: Piece, flaw: NonNullable<Piece['flaw']>): void {
  piece.flaw = flaw;
  if (piece.meaning === 'call') piece.meaning = 'fault';
}

/** Parses exactly the slice that was scanned, and only when one of its keys may belong to a call. */
function valueAt(text: string, { json }: Place, { keys }: JsonFound): ValueMeaning {
  const isTelling =
    (text[json.start] === '[' && json.end - json.start > 2) ||
    keys.length === 1 ||
    keys.some((key) => tellingKeys.has(key) || tellingKeys.has(key.toLowerCase()));
  return isTelling ? readValue(JSON.parse(text.slice(json.start, json.end)) as JsonValue) : data;
}

/** A call that a reader may take for another one, or that is too long, is none. */
function checkCall(piece: Piece, { duplicateKey }: JsonFound): void {
  if (duplicateKey) piece.found = { what: 'duplicate', ...duplicateKey };
  if (duplicateKey || isTooLong(piece)) piece.meaning = 'fault';
}

function isTooLong({ json }: Piece): boolean {
  return json.end - json.start > maxArgumentCharacters;
}

/** The answer when the verdict on a piece is malformed. */
export function faultOf(text: string, piece: Piece): Fault {
  const { found, json } = piece;
  const offset = json.start;
  if ('ok' in found)
    return piece.meaning === 'fault' ? faultOfScan(found) : foreignFault('JSON that is not valid', offset);
  switch (found.what) {
    case 'format':
    case 'foreign':
      return { ...foreignFault(found.format, offset), ...wantedIn(text, json) };
    case 'duplicate': {
      const reason = `The key ${JSON.stringify(found.key.slice(0, 40).toWellFormed())} occurs twice in one object`;
      return { code: 'invalid_json', reason, offset: found.offset };
    }
    case 'call':
      return misplacedFault(text, piece);
    case 'data':
      return {
        code: 'missing_field',
        reason: 'The JSON in <tool_call> is not a call: "tool" is missing',
        offset,
      };
    case 'listing': {
      if (found.calls > 1) return severalCalls(found.calls, offset);
      const reason = 'The call is inside an array or another object: send the object itself';
      return { code: 'wrong_type', reason, offset, ...wantedIn(text, json) };
    }
    default:
      return { code: found.code, reason: `The call is not valid: ${found.reason}`, offset };
  }
}

const reasons: Partial<Record<Placement, string>> = {
  inline: 'There are words on the same line as the call',
  shell: 'The call is inside something else: a code fence of another language, other tags, quotes or a label',
};

function misplacedFault(text: string, piece: Piece): Fault {
  const { placement, json, flaw } = piece;
  if (isTooLong(piece)) {
    const reason = `The call is longer than the limit of 1 MB (${maxArgumentCharacters} characters): send the content in several calls`;
    return { code: 'too_large', reason, offset: json.start };
  }
  const wanted = text.slice(json.start, json.end);
  if (flaw === 'followed_by_marks') {
    const reason = 'Something follows directly after the JSON object of the call';
    return { code: 'invalid_json', reason, offset: json.end, wanted };
  }
  const reason =
    flaw === 'in_label'
      ? 'The call must begin on the line below the opening of its code fence'
      : (reasons[placement] ?? 'The call is in a place where calls are only shown');
  return { code: 'not_alone', reason, offset: json.start, wanted };
}

export function severalCalls(count: number, offset: number): Fault {
  const reason = `The reply holds ${count} tool calls: send one, wait for its result, then the next`;
  return { code: 'several_calls', reason, offset };
}

const mostTries = 4;

/** The call inside an array, another object or a foreign block, when there is one. */
function wantedIn(text: string, { start, end }: Span): { wanted?: string } {
  let at = start - 1;
  for (let tries = 0; tries < mostTries; tries += 1) {
    at = text.indexOf('{', at + 1);
    const scan = at === -1 || at >= end ? null : scanJson(text, at, end);
    if (!scan?.ok) return {};
    const wanted = text.slice(at, scan.end);
    if (readValue(JSON.parse(wanted) as JsonValue).what === 'call') return { wanted };
  }
  return {};
}

/** Data, unless the name of a tool is right before it. */
function readData(text: string, piece: Piece): void {
  const { placement, json, start } = piece;
  if (placement === 'tag' || text[json.start] !== '{') return;
  const named = toolNamedBefore(text, start, json.end - json.start <= 2);
  if (named === null) return;
  piece.meaning = 'foreign';
  piece.found = { what: 'format', format: 'the name of a tool and its arguments' };
  piece.start = named;
  if (placement === 'inline' || placement === 'fence') piece.placement = 'alone';
}

function readBroken(text: string, keys: LooseKeys, piece: Piece, scan: JsonFault): void {
  const { json, placement } = piece;
  const { contract, isForeign } = keys.within(json.start, json.end);
  const isCut = scan.code === 'truncated';
  const isAttempt = placement === 'tag' || contract > 1 || (isCut && (contract > 0 || !isForeign));
  piece.found = scan;
  if (isAttempt && (placement !== 'fence' || contract > 0 || isOpening(text, json))) piece.meaning = 'fault';
  else if (isForeign) piece.meaning = 'foreign';
}

function faultOfScan({ code, offset, path, reason }: JsonFault): Fault {
  const inside = path === '' ? '' : ` inside ${path}`;
  const told =
    code === 'truncated'
      ? `The response ended${inside} before the call was complete (${reason}): send a shorter call, long content in several parts`
      : `The call is not valid JSON${inside}: ${reason}`;
  return { code, reason: told, offset };
}

/** A fence that ended right after the first brace, or in the first key. */
function isOpening(text: string, { start, end }: Span): boolean {
  return end - start < 80 && /^\{\s*"?[a-z]{0,10}$/.test(text.slice(start, end));
}
