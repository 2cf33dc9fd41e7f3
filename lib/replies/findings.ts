import type { JsonValue } from '../shared/json';
import { skipBlanksBackward } from './characters';
import { toolNamedBefore } from './dialect-marks';
import { type JsonFault, type JsonFound, scanJson } from './json/json-scan';
import type { LooseKeys } from './loose-keys';
import { type Fault, foreignFault } from './malformed';
import { maxArgumentCharacters } from './parse-arguments';
import type { ForeignPart, JsonPart, WalkedReply } from './parts';
import { isFunctionName, type ReadCall, readValue, tellingKeys, type ValueMeaning } from './read-value';
import type { Meaning, Placement } from './verdicts';

/** One piece of a reply with everything that its verdict needs. */
export type Finding = {
  placement: Placement;
  meaning: Meaning;
  /** With its fence, tags or element. */
  start: number;
  end: number;
  /** The JSON itself. */
  json: { start: number; end: number };
  call: ReadCall | null;
  /** The answer if its verdict is malformed. */
  fault: Fault;
  /** Calls in a listing. */
  calls: number;
};

/** What the parts of a reply are. Data in tags is a call that lacks everything. */
export function toFindings(reply: WalkedReply, keys: LooseKeys): Finding[] {
  return reply.parts.flatMap((part) => {
    if (part.kind === 'json') return [toFinding(reply, part, keys)];
    return part.kind === 'foreign' ? [toForeign(part)] : [];
  });
}

function toForeign({ placement, start, end, format }: ForeignPart): Finding {
  const fault = foreignFault(format, start);
  return { placement, meaning: 'foreign', start, end, json: { start, end }, call: null, fault, calls: 0 };
}

function toFinding(reply: WalkedReply, part: JsonPart, keys: LooseKeys): Finding {
  const { json, scan } = part;
  if (!scan.ok) {
    const { meaning, fault } = readBroken(reply, part, scan, keys);
    return finding(part, meaning, fault);
  }
  const value = readSlice(reply.text, part, scan);
  switch (value.what) {
    case 'call':
      return readFoundCall(reply, part, scan, value.call);
    case 'fault':
    case 'weak': {
      const reason = `The call is not valid: ${value.reason}`;
      return finding(part, value.what, { code: value.code, reason, offset: json.start });
    }
    case 'foreign':
      return finding(part, 'foreign', foreignFault(value.format, json.start));
    case 'listing':
      return { ...finding(part, 'listing', listingFault(reply.text, json, value.calls)), calls: value.calls };
    case 'data':
      return readData(reply, part);
  }
}

function finding({ placement, start, end, json }: JsonPart, meaning: Meaning, fault: Fault): Finding {
  return { placement, meaning, start, end, json, call: null, fault, calls: 0 };
}

/** Parses exactly the slice that was scanned, and only when one of its keys may belong to a call. */
function readSlice(text: string, { json }: JsonPart, { keys }: JsonFound): ValueMeaning {
  const isTelling =
    (text[json.start] === '[' && json.end - json.start > 2) ||
    keys.length === 1 ||
    keys.some((key) => tellingKeys.has(key) || tellingKeys.has(key.toLowerCase()));
  return isTelling ? readValue(JSON.parse(text.slice(json.start, json.end)) as JsonValue) : { what: 'data' };
}

function readFoundCall(reply: WalkedReply, part: JsonPart, scan: JsonFound, call: ReadCall): Finding {
  const { placement, start, end, json } = part;
  const found = { placement, start, end, json, calls: 1 };
  const faulty = (fault: Fault): Finding => ({ ...found, meaning: 'fault', call: null, fault });
  if (scan.duplicateKey) {
    const key = JSON.stringify(scan.duplicateKey.key.slice(0, 40).toWellFormed());
    return faulty({
      code: 'invalid_json',
      reason: `The key ${key} occurs twice in one object`,
      offset: scan.duplicateKey.offset,
    });
  }
  if (json.end - json.start > maxArgumentCharacters) {
    const reason = `The call is longer than the limit of 1 MB (${maxArgumentCharacters} characters): send the content in several calls`;
    return faulty({ code: 'too_large', reason, offset: json.start });
  }
  const fault = misplacedFault(reply.text, part);
  return part.flaw ? faulty(fault) : { ...found, meaning: 'call', call, fault };
}

function misplacedFault(text: string, { placement, json, flaw }: JsonPart): Fault {
  const wanted = text.slice(json.start, json.end);
  if (flaw === 'followed_by_marks')
    return {
      code: 'invalid_json',
      reason: 'Something follows directly after the JSON object of the call',
      offset: json.end,
      wanted,
    };
  if (flaw === 'in_label') {
    const reason = 'The call must begin on the line below the opening of its code fence';
    return { code: 'not_alone', reason, offset: json.start, wanted };
  }
  const reason =
    placement === 'inline'
      ? 'There are words on the same line as the call'
      : 'The call is in a place where calls are only shown';
  return { code: 'not_alone', reason, offset: json.start, wanted };
}

/** The call inside an array or another object. */
export function listingFault(text: string, json: { start: number; end: number }, calls: number): Fault {
  if (calls > 1) return severalCalls(calls, json.start);
  const reason = 'The call is inside an array or another object: send the object itself';
  const fault: Fault = { code: 'wrong_type', reason, offset: json.start };
  let at = json.start;
  for (let tries = 0; tries < mostTries; tries += 1) {
    at = text.indexOf('{', at + 1);
    const scan = at === -1 ? null : scanJson(text, at, json.end);
    if (!scan?.ok) return fault;
    const wanted = text.slice(at, scan.end);
    if (readValue(JSON.parse(wanted) as JsonValue).what === 'call') return { ...fault, wanted };
  }
  return fault;
}

const mostTries = 4;

export function severalCalls(count: number, offset: number): Fault {
  const reason = `The reply holds ${count} tool calls: send one, wait for its result, then the next`;
  return { code: 'several_calls', reason, offset };
}

/** Data, unless the name of a tool is right before it. In <tool_call> tags it lacks every key of a call. */
function readData({ text }: WalkedReply, part: JsonPart): Finding {
  const { placement, json } = part;
  const before = text.charAt(skipBlanksBackward(text, part.start, Math.max(0, part.start - 20)) - 1);
  const mayBeNamed = text[json.start] === '{' && json.end - json.start > 2 && /[\w>]/.test(before);
  const named = mayBeNamed && placement !== 'tag' ? toolNamedBefore(text, part.start, isFunctionName) : null;
  if (!named) return finding(part, 'data', { ...noCall, offset: json.start });
  const isInOwnPlace = placement === 'inline' || placement === 'fence';
  return {
    ...finding(part, 'foreign', foreignFault('the name of a tool and its arguments', part.start)),
    start: named.start,
    placement: isInOwnPlace ? 'alone' : placement,
  };
}

const noCall = {
  code: 'missing_field',
  reason: 'The JSON in <tool_call> is not a call: "tool" is missing',
} as const;

function readBroken(
  reply: WalkedReply,
  part: JsonPart,
  scan: JsonFault,
  looseKeys: LooseKeys,
): { meaning: Meaning; fault: Fault } {
  const { json, placement } = part;
  const evidence = looseKeys.within(json.start, json.end);
  const isCut = scan.code === 'truncated';
  const isAttempt =
    placement === 'tag' || evidence.contract > 1 || (isCut && (evidence.contract > 0 || !evidence.isForeign));
  const inside = scan.path === '' ? '' : ` inside ${scan.path}`;
  const reason = isCut
    ? `The response ended${inside} before the call was complete (${scan.reason}): send a shorter call, long content in several parts`
    : `The call is not valid JSON${inside}: ${scan.reason}`;
  const fault: Fault = { code: scan.code, reason, offset: scan.offset };
  if (isAttempt && (placement !== 'fence' || evidence.contract > 0 || isOpening(reply.text, json)))
    return { meaning: 'fault', fault };
  return evidence.isForeign
    ? { meaning: 'foreign', fault: foreignFault('JSON that is not valid', json.start) }
    : { meaning: 'data', fault };
}

/** A fence that ended right after the first brace, or in the first key. */
function isOpening(text: string, json: { start: number; end: number }): boolean {
  return text[json.start] === '{' && /^\{\s*"?[a-z]{0,10}$/.test(text.slice(json.start, json.end));
}
