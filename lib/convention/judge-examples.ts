import { createHash } from 'node:crypto';
import { type Example, findExamples } from '../replies/examples';
import { parseArguments } from '../replies/parse-arguments';
import { countEdits } from '../shared/count-edits';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';

/**
 * A run knows this when it reads a reply: the names of all tools of the product, and the examples that it
 * asked about after the reply before.
 */
export type KnownToRun = { tools: readonly string[]; asked: readonly string[] };

/**
 * `data` means that the reply is an answer. `ask` means that the model is asked about the examples with these
 * fingerprints.
 */
export type Judgment = { kind: 'data'; text: string } | { kind: 'ask'; asked: string[] };

/** Models are asked about at most this many examples in one reply. */
const mostAsked = 50;

/**
 * Decides whether a malformed reply is an answer that shows data about another program. Returns null when an
 * attempt in it may be a call of ours. Data names a tool that is none of ours and not like any of ours, and
 * has no `terminate`. If it also has no object of arguments and is not in call tags, it is data at once;
 * otherwise it is data when the model sends it again.
 */
export function judgeExamples(reply: string, { tools, asked }: KnownToRun): Judgment | null {
  const found = findExamples(reply);
  if (!found || found.examples.some(({ value }) => mayBeOurs(value, tools))) return null;
  const prints = new Set(found.examples.filter(isToAsk).map(({ value }) => fingerprint(value)));
  const isKnown = [...prints].every((print) => asked.includes(print));
  if (isKnown) return { kind: 'data', text: found.text };
  return prints.size > mostAsked ? null : { kind: 'ask', asked: [...prints] };
}

const fingerprint = (value: JsonValue) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
/** Keys are in their plain form. */
const nameKeys = new Set(
  'tool tools toolname name function functionname recipientname action command'.split(' '),
);
const argumentKeys = new Set(
  'parameters parameter params arguments args kwargs input toolinput toolargs toolparameters'.split(' '),
);

const isToAsk = ({ value, isInTags }: Example) =>
  isInTags || objectsIn(value).some((object) => membersOf(object, argumentKeys).some(isObjectOfArguments));

const isObjectOfArguments = (value: JsonValue) =>
  isJsonObject(value) || (typeof value === 'string' && parseArguments(value).ok);

function mayBeOurs(value: JsonValue, tools: readonly string[]): boolean {
  const roots = new Set<JsonValue>(Array.isArray(value) ? value : [value]);
  return objectsIn(value).some((object) => {
    // A step or task inside the data may have any name.
    const isCall =
      roots.has(object) || [toolKey, argumentKeys].some((keys) => membersOf(object, keys).length > 0);
    if (!isCall) return false;
    if (membersOf(object, terminateKey).length > 0) return true;
    if (roots.has(object) && !membersOf(object, toolKey).every(isName)) return true;
    return namesIn(object).some((name) => isName(name) && isLikeOurs(name, tools));
  });
}

const isName = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && plain(value) !== '';

/** A name may also be in an object, as in `"tool": {"name": …}`, or first in a list of arguments. */
function namesIn(object: JsonObject): (JsonValue | undefined)[] {
  const names = membersOf(object, nameKeys).flat();
  const inside = names.flatMap((name) => (isJsonObject(name) ? membersOf(name, nameKeys).flat() : [name]));
  const lists = membersOf(object, argumentKeys).map(decode).filter(Array.isArray);
  return [...inside, ...lists.map((list) => list[0] as JsonValue | undefined)];
}

const mostLayers = 10;
/** Decodes a value that may be encoded as a string, in several layers. */
function decode(value: JsonValue): JsonValue {
  let decoded = value;
  for (let layer = 0; layer < mostLayers && typeof decoded === 'string'; layer += 1) {
    try {
      decoded = JSON.parse(decoded) as JsonValue;
    } catch {
      return decoded;
    }
  }
  return decoded;
}

const toolKey = new Set(['tool']);
const terminateKey = new Set(['terminate']);

const membersOf = (object: JsonObject, keys: ReadonlySet<string>): JsonValue[] =>
  Object.entries(object).flatMap(([key, member]) =>
    keys.has(plain(key)) && member !== undefined ? [member] : [],
  );

const mostEdits = 2;
/**
 * Returns true when a name is ours in other letters, with other separators, after a namespace, or with two
 * wrong characters.
 */
function isLikeOurs(name: string, tools: readonly string[]): boolean {
  const parts = [name, ...name.split(/[.:/\s]+|__+/)].map(plain).filter(Boolean);
  return tools
    .map(plain)
    .some((tool) =>
      parts.some(
        (part) => Math.abs(part.length - tool.length) <= mostEdits && countEdits(part, tool) <= mostEdits,
      ),
    );
}

/** Returns all objects in a value, and those in arguments that are encoded as a string. */
function objectsIn(value: JsonValue): JsonObject[] {
  const found: JsonObject[] = [];
  const rest: JsonValue[] = [value];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!isJsonObject(next)) {
      rest.push(...next);
      continue;
    }
    found.push(next);
    for (const [key, member] of Object.entries(next))
      if (member !== undefined) rest.push(argumentKeys.has(plain(key)) ? decode(member) : member);
  }
  return found;
}
