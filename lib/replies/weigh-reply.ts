import type { JsonValue } from '../shared/json';
import { skipBlanks } from './blank';
import type { JsonFault } from './json/json-scan';
import { type Judgement, judgeValue, type ReadCall } from './judge-call';
import { findLooseKeys } from './loose-json';
import { type Malformed, type MalformedCode, toMalformed } from './malformed';
import { maxArgumentCharacters, parseArguments } from './parse-arguments';
import type { JsonPart, WalkedReply } from './reply-parts';

/** How certain it is that the model meant a faulty part as a call. `shown`: it may well be documentation. */
export type Weight = 'sure' | 'weak' | 'shown';

export type WeighedPart =
  | { kind: 'call'; part: JsonPart; call: ReadCall }
  | { kind: 'fault'; part: JsonPart; weight: Weight; malformed: Malformed }
  | { kind: 'foreign'; part: JsonPart; format: string }
  | { kind: 'listing'; part: JsonPart; calls: number }
  | { kind: 'data'; part: JsonPart };

/** Classifies one piece of JSON in a reply, by its value, its placement and its flaw. */
export function weighPart(reply: WalkedReply, part: JsonPart): WeighedPart {
  const isSetApart = part.placement === 'alone' || part.placement === 'fence' || part.placement === 'tag';
  const weighed = part.scan.ok ? weighValue(reply, part) : weighBroken(reply, part, part.scan);
  if (isSetApart) return part.flaw && weighed.kind === 'call' ? weighFlaw(reply, part) : weighed;
  if (weighed.kind === 'call') return fault(reply, part, 'shown', 'not_alone', misplaced, part.start);
  return weighed.kind === 'fault' && weighed.malformed.code !== 'truncated'
    ? { ...weighed, weight: 'shown' }
    : weighed;
}

const misplaced = 'The call does not stand alone: it is inside other text';

function weighValue(reply: WalkedReply, part: JsonPart): WeighedPart {
  const { text } = reply;
  const judgement = judgeSlice(text, part);
  switch (judgement.kind) {
    case 'call':
      return weighCall(reply, part, judgement.call);
    case 'faulty_call': {
      const weight = judgement.evidence === 'strong' || part.placement === 'tag' ? 'sure' : 'weak';
      return fault(
        reply,
        part,
        weight,
        judgement.code,
        `The call is not valid: ${judgement.reason}`,
        part.jsonStart,
      );
    }
    case 'foreign_call':
      return { kind: 'foreign', part, format: judgement.format };
    case 'call_listing':
      return { kind: 'listing', part, calls: judgement.calls };
    case 'data':
      if (part.placement !== 'tag') return { kind: 'data', part };
      return fault(
        reply,
        part,
        'sure',
        'missing_field',
        'The JSON in <tool_call> is not a call: "tool" is missing',
        part.jsonStart,
      );
  }
}

function weighCall(reply: WalkedReply, part: JsonPart, call: ReadCall): WeighedPart {
  const { scan } = part;
  if (scan.ok && scan.duplicateKey) {
    const reason = `The key ${JSON.stringify(scan.duplicateKey.key.slice(0, 40).toWellFormed())} occurs twice in one object`;
    return fault(reply, part, 'sure', 'invalid_json', reason, scan.duplicateKey.offset);
  }
  if (part.jsonEnd - part.jsonStart > maxArgumentCharacters) {
    const reason = `The call is longer than the limit of 1 MB (${maxArgumentCharacters} characters): send the content in several calls`;
    return fault(reply, part, 'sure', 'too_large', reason, part.jsonStart);
  }
  return { kind: 'call', part, call };
}

const judgedKeys = new Set(
  (
    'tool parameters terminate name arguments type function action action_input tool_calls tool_call function_call ' +
    'functionCall toolUse tool_uses function_calls toolCalls tool_name toolName function_name recipient_name command'
  ).split(' '),
);

/** Parses exactly the slice that was scanned, and only when one of its keys may belong to a call. */
function judgeSlice(text: string, part: JsonPart): Judgement {
  const { scan } = part;
  if (text[part.jsonStart] === '"') return judgeString(text.slice(part.jsonStart, part.jsonEnd));
  const isArray = text[part.jsonStart] === '[';
  if (
    !scan.ok ||
    (!isArray && !scan.keys.some((key) => judgedKeys.has(key) || judgedKeys.has(key.toLowerCase())))
  )
    return { kind: 'data' };
  return judgeValue(JSON.parse(text.slice(part.jsonStart, part.jsonEnd)) as JsonValue);
}

/** A call that is itself a JSON string is faulty: only its parameters may be encoded. */
function judgeString(slice: string): Judgement {
  const parsed = parseArguments(slice);
  if (!parsed.ok || judgeValue(parsed.value).kind !== 'call') return { kind: 'data' };
  const reason = 'the whole call is a JSON string: send the object itself';
  return { kind: 'faulty_call', code: 'wrong_type', reason, evidence: 'strong' };
}

function weighFlaw(reply: WalkedReply, part: JsonPart): WeighedPart {
  const { text } = reply;
  switch (part.flaw) {
    case 'unclosed': {
      const wrapper = part.placement === 'tag' ? 'The tag <tool_call>' : 'The code fence';
      return fault(
        reply,
        part,
        'sure',
        'truncated',
        `${wrapper} around the call is not closed, so the reply may have been cut off`,
        part.jsonEnd,
      );
    }
    case 'followed_by_marks':
      return fault(
        reply,
        part,
        'sure',
        'invalid_json',
        'Something follows directly after the JSON object of the call',
        part.jsonEnd,
      );
    case 'glued':
      return fault(
        reply,
        part,
        'sure',
        'not_alone',
        'The call must begin on the line below the opening of its code fence',
        part.jsonStart,
      );
    default: {
      const isFirst = part.placement === 'tag' || skipBlanks(text, reply.start) >= part.start;
      return fault(
        reply,
        part,
        isFirst ? 'sure' : 'shown',
        'not_alone',
        'There are words on the same line as the call',
        part.jsonEnd,
      );
    }
  }
}

function weighBroken(reply: WalkedReply, part: JsonPart, scan: JsonFault): WeighedPart {
  const { text } = reply;
  const { jsonStart, end } = part;
  const keys = findLooseKeys(text, jsonStart, end);
  const isCut = scan.code === 'truncated';
  const isForeign = (keys.name && keys.arguments) || keys.action_input || keys.tool_calls;
  const contractKeys = [keys.tool, keys.parameters, keys.terminate].filter(Boolean).length;
  const isCutInFirstKey =
    isCut && scan.keys.length === 0 && scan.openContainers <= 1 && beginsContractKey(text, jsonStart, end);
  const isAttempt =
    part.placement === 'tag' ||
    keys.tool ||
    contractKeys > 1 ||
    (isCut && contractKeys > 0) ||
    isCutInFirstKey;
  if (!isAttempt)
    return isForeign ? { kind: 'foreign', part, format: 'JSON that is not valid' } : { kind: 'data', part };
  const inside = scan.path === '' ? '' : ` inside ${scan.path}`;
  if (isCut) {
    const reason = `The response ended${inside} before the call was complete (${scan.reason}): send a shorter call, long content in several parts`;
    return fault(reply, part, 'sure', 'truncated', reason, scan.offset);
  }
  return fault(
    reply,
    part,
    'sure',
    scan.code,
    `The call is not valid JSON${inside}: ${scan.reason}`,
    scan.offset,
  );
}

/** `{`, `{"` or `{"to` and no more: as likely the beginning of a call as of anything else. */
function beginsContractKey(text: string, start: number, end: number): boolean {
  let at = skipBlanks(text, start + 1, end);
  if (text[start] !== '{') return false;
  if (text[at] === '"') at += 1;
  const key = text.slice(at, Math.min(end, at + 12));
  return ['tool', 'parameters', 'terminate'].some((name) => name.startsWith(key));
}

function fault(
  reply: WalkedReply,
  part: JsonPart,
  weight: Weight,
  code: MalformedCode,
  reason: string,
  offset: number,
): WeighedPart {
  return { kind: 'fault', part, weight, malformed: toMalformed(reply.text, code, reason, offset) };
}
