import type { JsonObject, JsonValue } from '../shared/json';
import { isFunctionName } from './dialects';
import { because, foreignFormat, type MalformedCode, quote, type Reason, severalCalls } from './malformed';
import { maxArgumentLayers, parseArguments } from './parse-arguments';
import type { Meaning } from './verdicts';

/** One complete call. `layers` counts how often its parameters were decoded from a string: 0 for an object. */
export type ReadCall = { tool: string; parameters: JsonObject; terminate: boolean; layers: number };

/** What one JSON value is, regardless of its place, and why it does not run. */
export type ReadValue = { meaning: Meaning; call: ReadCall | null; why: Reason | null };

export const data: ReadValue = { meaning: 'data', call: null, why: null };
const refuse = (meaning: Meaning, why: Reason): ReadValue => ({ meaning, call: null, why });
const faulty = (code: MalformedCode, reason: string) =>
  refuse('fault', because(code, `The call is not valid: ${reason}`));
export const foreign = (format: string) => refuse('foreign', foreignFormat(format));
const inOther = 'The call is inside an array or another object: send the object itself';
const listing = (calls: number) =>
  refuse('listing', calls > 1 ? severalCalls(calls) : because('wrong_type', inOther));

/** Reads a decoded value by its own top level. It knows no tools: a later check decides whether the tool exists. */
export function readValue(value: JsonValue): ReadValue {
  if (Array.isArray(value)) return readArray(value);
  if (!isRecord(value)) return data;
  const own = readObject(value);
  const inner = own.meaning === 'data' ? innermost(value) : value;
  return inner !== value && readObject(inner).meaning === 'call' ? listing(1) : own;
}

function readArray(items: JsonValue[]): ReadValue {
  const values = items.filter(isRecord).map(readObject);
  const calls = values.filter(({ meaning }) => meaning === 'call' || meaning === 'fault').length;
  return calls > 0 ? listing(calls) : (values.find(({ meaning }) => meaning === 'foreign') ?? data);
}

/** `{"next": {…}}`: the object inside all objects that have only one member. */
function innermost(value: JsonObject): JsonObject {
  for (let inner = value; ; ) {
    const [only, ...others]: Member[] = Object.values(inner);
    if (!isRecord(only) || others.length > 0) return inner;
    inner = only;
  }
}

type Field = { key: string; isRight: (member: Member) => boolean; expected: string };

const isBoolean = (member: Member) => typeof member === 'boolean';
const mayHoldObject = (member: Member) => isRecord(member) || typeof member === 'string';

/** The members of a call. Its first wrong one is the fault that the model is told. */
const fields: Field[] = [
  { key: 'tool', isRight: isToolName, expected: 'the name of a tool, a string' },
  { key: 'parameters', isRight: mayHoldObject, expected: 'an object, {} when the tool takes none' },
  { key: 'terminate', isRight: isBoolean, expected: 'true or false without quotes' },
];

function readObject(value: JsonObject): ReadValue {
  const present = fields.filter(({ key }) => Object.hasOwn(value, key)).length;
  if (present === 0) return readEnvelope(value);
  const wrong = fields.find(({ key, isRight }) => !isRight(own(value, key)));
  if (!wrong) return readCall(value);
  if (isDescription(value)) return data;
  if (isBoolean(own(value, 'terminate')) && isNamedCall(value)) return readFault(value, wrong);
  const tool = own(value, 'tool');
  if (present > 1) return readFault(value, wrong);
  return isToolName(tool) ? readLoneTool(value, tool, wrong) : readEnvelope(isRecord(tool) ? tool : value);
}

function readFault(value: JsonObject, { key, expected }: Field): ReadValue {
  const actual = own(value, key);
  if (actual === undefined) {
    const others = Object.keys(value).filter((other) => other !== 'tool' && other !== 'terminate');
    const isFlat = key === 'parameters' && others.length > 0;
    const hint = isFlat ? `; put ${others.slice(0, 5).map(quote).join(', ')} inside it` : '';
    return faulty('missing_field', `"${key}" is missing: it is ${expected}${hint}`);
  }
  const container = Array.isArray(actual) ? 'an array' : 'an object';
  const scalar = typeof actual === 'string' ? quote(actual) : String(actual);
  const shown = typeof actual === 'object' && actual !== null ? container : scalar;
  return faulty('wrong_type', `"${key}" must be ${expected}, not ${shown}`);
}

/** All members are right, but `parameters` may be encoded. */
function readCall(value: JsonObject): ReadValue {
  const { tool, parameters, terminate } = value as Pick<ReadCall, 'tool' | 'terminate'> & JsonObject;
  if (isRecord(parameters))
    return { meaning: 'call', call: { tool, parameters, terminate, layers: 0 }, why: null };
  const parsed = parseArguments(parameters);
  if (!parsed.ok) {
    const code = sharedCodes.find((shared) => shared === parsed.error.code) ?? 'wrong_type';
    return faulty(code, `"parameters" must be an object. ${parsed.error.message}`);
  }
  const layers = parsed.layers + 1;
  const tooMany = `"parameters" must be an object, but is encoded more than ${maxArgumentLayers} times`;
  if (layers > maxArgumentLayers) return faulty('wrong_type', tooMany);
  return { meaning: 'call', call: { tool, parameters: parsed.value, terminate, layers }, why: null };
}

const sharedCodes = ['invalid_json', 'too_deep', 'too_large'] as const;

/**
 * A tool and nothing else of the contract, as logs and inventories have it: only the name of a function, or a member for
 * its arguments, makes it an attempt.
 */
function readLoneTool(value: JsonObject, tool: string, wrong: Field): ReadValue {
  const fault = readFault(value, wrong);
  if (hasAny(value, argumentKeys)) return fault;
  const keys = Object.keys(value);
  const isMeant = keys.length === 1 || isFunctionName(tool) || hasAny(value, commandKeys);
  return isMeant && keys[0] === 'tool' ? { ...fault, meaning: 'weak' } : data;
}

const words = (text: string) => text.split(' ');
const commandKeys = words('command path query');
const argumentKeys = words(
  'arguments args input params parameter tool_input kwargs tool_args tool_parameters',
);
const nameKeys = words('name tool_name toolName function function_name recipient_name action command');
const namedArgumentKeys = words('arguments parameters tool_input args input params tool_args');
const resultKeys = words('result output observation ok success error status exit_code content');
/** Without any of these words in its keys, an object is no call of another program. */
const tellingKey = /tool|parameters|terminate|function|name|action|command|arguments|type/i;
const envelopeKey = /^(?:(?:tool|function)_calls?|toolCalls|functionCall|tool_uses|toolUse)$/;
const typeNames = /^(<?bool(ean)?>?|true ?(\||\/|or) ?false)$/i;
const truths = /^(true|false|yes|no|[01])$/i;

/** A tool's definition, the record of a result, a translation, or a description of the contract itself. */
function isDescription(value: JsonObject): boolean {
  const terminate = own(value, 'terminate');
  const parameters = own(value, 'parameters');
  if (typeof terminate === 'string' && parameters !== undefined) return typeNames.test(terminate);
  if (typeof terminate === 'string') return isWord(own(value, 'tool')) && isWord(terminate);
  if (terminate !== undefined) return false;
  if (parameters === undefined) return hasAny(value, resultKeys) && !hasAny(value, argumentKeys);
  return isSchema(parameters) || hasAny(value, ['result', 'output', 'observation']);
}

/** A word of a language, not the name of a function or of a truth: `{"tool": "Werkzeug", "terminate": "beenden"}`. */
function isWord(value: Member): boolean {
  return typeof value === 'string' && value !== '' && !isFunctionName(value) && !truths.test(value);
}

/** JSON Schema, or a list or map that describes parameters one by one. */
function isSchema(value: JsonValue): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => isRecord(item) && hasAny(item, ['name', 'type']));
  if (!isRecord(value)) return false;
  if (own(value, 'type') === 'object' && hasAny(value, ['properties', 'required'])) return true;
  const members = Object.values(value);
  return (
    members.length > 0 &&
    members.every((member) => isRecord(member) && typeof own(member, 'type') === 'string')
  );
}

/** Finds an envelope of native function calling by its keys. A `name` alone proves nothing (localharness#105). */
function readEnvelope(value: JsonObject): ReadValue {
  const keys = Object.keys(value);
  if (!keys.some((key) => tellingKey.test(key))) return data;
  const envelope = keys.find((key) => envelopeKey.test(key) && [value[key]].flat().some(isRecord));
  if (envelope) return foreign(`"${envelope}"`);
  if (own(value, 'type') === 'tool_use' && hasAny(value, ['name'])) return foreign('"type": "tool_use"');
  if (hasAny(value, ['action']) && hasAny(value, ['action_input']))
    return foreign('"action" and "action_input"');
  if (isNamedCall(value) || isNamedCall(own(value, 'function'))) return foreign('"name" and "arguments"');
  const lowered = new Set(keys.map((key) => key.toLowerCase()));
  const inAnotherCase = fields.filter(({ key }) => lowered.has(key));
  if (inAnotherCase.length === fields.length)
    return faulty('missing_field', 'its keys are written in another case');
  return lowered.has('tool') && inAnotherCase.length > 1 ? foreign('keys in another case') : data;
}

/** A name and an object of arguments. The `input` of a recipe is none. */
function isNamedCall(value: Member): boolean {
  if (!isRecord(value) || !nameKeys.some((key) => typeof own(value, key) === 'string')) return false;
  if (hasAny(value, ['description']) && !hasAny(value, ['arguments'])) return false;
  return namedArgumentKeys.some((key) => {
    const argument = own(value, key);
    if (key === 'arguments' && typeof argument === 'string') return argument.trim().startsWith('{');
    const isRecipe = key === 'input' && hasAny(value, ['name']) && !hasAny(value, ['id']);
    return isRecord(argument) && !isSchema(argument) && !isRecipe;
  });
}

type Member = JsonValue | undefined;

function own(value: JsonObject, key: string): Member {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function hasAny(value: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}

function isToolName(tool: Member): tool is string {
  return typeof tool === 'string' && tool.trim() !== '';
}

function isRecord(value: Member): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
