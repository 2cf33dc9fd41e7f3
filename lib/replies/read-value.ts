import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import { isFunctionName } from './dialects';
import { because, foreignFormat, type MalformedCode, quote, type Reason, severalCalls } from './malformed';
import { maxArgumentLayers, nameOf, parseArgumentText } from './parse-arguments';
import type { Meaning } from './verdicts';

/**
 * Holds one complete call. `layers` counts how often its parameters were decoded from a string; it is 0 for
 * an object.
 */
export type ReadCall = { tool: string; parameters: JsonObject; terminate: boolean; layers: number };

/**
 * Says what one JSON value is, regardless of its place, why it does not run, and which call it is or holds.
 */
export type ReadValue = { meaning: Meaning; call: ReadCall | null; why: Reason | null };

export const data: ReadValue = { meaning: 'data', call: null, why: null };
export const refuse = (meaning: Meaning, why: Reason): ReadValue => ({ meaning, call: null, why });
export const fault = (code: MalformedCode, reason: string) => refuse('fault', { code, reason });
const notValid = (code: MalformedCode, reason: string) => fault(code, `The call is not valid: ${reason}`);
export const foreign = (format: string) => refuse('foreign', foreignFormat(format));
const inOther = because('wrong_type', 'The call is in an array or another object: send the object itself');
const listing = (count: number, call: ReadCall | null): ReadValue =>
  count > 1 ? refuse('listing', severalCalls(count)) : { meaning: 'listing', call, why: inOther };

/**
 * Reads a decoded value by its own top level. The reader knows no tools: a later check decides whether the
 * tool exists.
 */
export function readValue(value: JsonValue): ReadValue {
  if (Array.isArray(value)) {
    const values = value.filter(isJsonObject).map(readObject);
    const calls = values.filter(({ meaning }) => meaning === 'call' || meaning === 'fault');
    if (calls[0]) return listing(calls.length, calls[0].call);
    return values.find(({ meaning }) => meaning === 'foreign') ?? data;
  }
  if (!isJsonObject(value)) return data;
  const own = readObject(value);
  if (own.meaning !== 'data') return own;
  // {"next": {…}} holds a call, so this finds the object inside all objects that have only one member.
  let inner: Member = value;
  while (isJsonObject(inner) && Object.keys(inner).length === 1) [inner] = Object.values<Member>(inner);
  const { call } = isJsonObject(inner) ? readObject(inner) : data;
  return call ? listing(1, call) : data;
}

type Member = JsonValue | undefined;
type Field = { key: string; isRight: (member: Member) => boolean; expected: string };
const isToolName = (member: Member): member is string => typeof member === 'string' && member.trim() !== '';
const isBoolean = (member: Member) => typeof member === 'boolean';
const mayHoldObject = (member: Member) => isJsonObject(member) || typeof member === 'string';
/** Lists the members of a call. The model is told the first wrong one as the fault. */
const fields: Field[] = [
  { key: 'tool', isRight: isToolName, expected: 'the name of a tool, a string' },
  { key: 'parameters', isRight: mayHoldObject, expected: 'an object, {} when the tool takes none' },
  { key: 'terminate', isRight: isBoolean, expected: 'true or false without quotes' },
];

function readObject(value: JsonObject): ReadValue {
  const tool = own(value, 'tool');
  const present = fields.filter(({ key }) => Object.hasOwn(value, key)).length;
  const wrong = fields.find(({ key, isRight }) => !isRight(own(value, key)));
  if (!wrong) return readCall(value);
  if (present === 0) return readEnvelope(value);
  if (isDescription(value)) return data;
  if (present > 1 || (isBoolean(own(value, 'terminate')) && isNamedCall(value)))
    return readFault(value, wrong);
  return isToolName(tool)
    ? readLoneTool(value, tool, wrong)
    : readEnvelope(isJsonObject(tool) ? tool : value);
}

function readFault(value: JsonObject, { key, expected }: Field): ReadValue {
  const actual = own(value, key);
  if (actual !== undefined) {
    const nameOrText = typeof actual === 'object' ? nameOf(actual) : `${actual}`;
    const shown = typeof actual === 'string' ? quote(actual) : nameOrText;
    return notValid('wrong_type', `"${key}" must be ${expected}, not ${shown}`);
  }
  const others = Object.keys(value).filter((other) => other !== 'tool' && other !== 'terminate');
  const isFlat = key === 'parameters' && others.length > 0;
  const hint = isFlat ? `; put ${others.slice(0, 5).map(quote).join(', ')} inside it` : '';
  return notValid('missing_field', `"${key}" is missing: it is ${expected}${hint}`);
}

function readCall(value: JsonObject): ReadValue {
  const { tool, parameters, terminate } = value as Pick<ReadCall, 'tool' | 'terminate'> & JsonObject;
  if (isJsonObject(parameters))
    return { meaning: 'call', call: { tool, parameters, terminate, layers: 0 }, why: null };
  const parsed = parseArgumentText(String(parameters), maxArgumentLayers - 1);
  if (parsed.ok) {
    const call = { tool, parameters: parsed.value, terminate, layers: parsed.layers + 1 };
    return { meaning: 'call', call, why: null };
  }
  const { code, message } = parsed.error;
  const shared = (['invalid_json', 'too_deep', 'too_large'] as const).find((name) => name === code);
  const why =
    code === 'empty'
      ? 'an object, {} when the tool takes none, not an empty string'
      : `an object. ${message}`;
  return notValid(shared ?? 'wrong_type', `"parameters" must be ${why}`);
}

/**
 * Reads an object that has a tool and no other key of the contract, as logs have it. It is an attempt only if
 * the tool has the name of a function, or if the object has a member for arguments.
 */
function readLoneTool(value: JsonObject, tool: string, wrong: Field): ReadValue {
  const fault = readFault(value, wrong);
  if (hasAny(value, argumentKeys)) return fault;
  const keys = Object.keys(value);
  const isMeant = keys.length === 1 || isFunctionName(tool) || hasAny(value, ['command', 'path', 'query']);
  return isMeant && keys[0] === 'tool' ? { ...fault, meaning: 'weak' } : data;
}

const words = (text: string) => text.split(' ');
const nameKeys = words('name tool_name toolName function function_name recipient_name action command');
const inputKeys = words('arguments args input params tool_input tool_args');
const argumentKeys = [...inputKeys, ...words('parameter kwargs tool_parameters')];
const resultKeys = words('result output observation ok success error status exit_code content');
const envelopeKey = /^(?:(?:tool|function)_calls?|toolCalls|functionCall|tool_uses|toolUse)$/;
const typeNames = /^(<?bool(ean)?>?|true ?(\||\/|or) ?false)$/i;
const truths = /^(true|false|yes|no|[01]|)$/i;

/**
 * Says whether the object is a tool's definition, the record of a result, a description of the contract
 * itself, or a translation of its words.
 */
function isDescription(value: JsonObject): boolean {
  const tool = own(value, 'tool');
  const parameters = own(value, 'parameters');
  const terminate = own(value, 'terminate');
  if (typeof terminate === 'string' && parameters === undefined)
    return isToolName(tool) && ![tool, terminate].some((word) => isFunctionName(word) || truths.test(word));
  if (terminate !== undefined) return typeof terminate === 'string' && typeNames.test(terminate);
  if (parameters === undefined) return hasAny(value, resultKeys) && !hasAny(value, argumentKeys);
  return isSchema(parameters) || hasAny(value, ['result', 'output', 'observation']);
}

/** Says whether the value is a JSON Schema, or a list or map that describes parameters one by one. */
function isSchema(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (isJsonObject(value) && value['type'] === 'object' && hasAny(value, ['properties', 'required']))
    return true;
  const members: Member[] = Object.values(value);
  const isTyped = (member: Member) => isJsonObject(member) && typeof own(member, 'type') === 'string';
  return members.length > 0 && members.every(isTyped);
}

/** Finds an envelope of native function calling by its keys. A `name` alone proves nothing (localharness#105). */
function readEnvelope(value: JsonObject): ReadValue {
  const keys = Object.keys(value);
  const envelope = keys.find((key) => envelopeKey.test(key) && [value[key]].flat().some(isJsonObject));
  if (envelope) return foreign(`"${envelope}"`);
  if (own(value, 'type') === 'tool_use' && hasAny(value, ['name'])) return foreign('"type": "tool_use"');
  if (keys.includes('action') && keys.includes('action_input')) return foreign('"action" and "action_input"');
  if (isNamedCall(value) || isNamedCall(own(value, 'function'))) return foreign('"name" and "arguments"');
  const lowered = keys.map((key) => key.toLowerCase());
  const inAnotherCase = fields.filter(({ key }) => lowered.includes(key)).length;
  if (inAnotherCase === fields.length)
    return notValid('missing_field', 'its keys are written in another case');
  return lowered.includes('tool') && inAnotherCase > 1 ? foreign('keys in another case') : data;
}

/** Says whether the value has a name and an object of arguments. The `input` of a recipe does not count. */
function isNamedCall(value: Member): boolean {
  if (!isJsonObject(value) || !nameKeys.some((key) => typeof own(value, key) === 'string')) return false;
  if (hasAny(value, ['description']) && !hasAny(value, ['arguments'])) return false;
  return [...inputKeys, 'parameters'].some((key) => {
    const argument = own(value, key);
    if (key === 'arguments' && typeof argument === 'string') return argument.trim().startsWith('{');
    const isRecipe = key === 'input' && hasAny(value, ['name']) && !hasAny(value, ['id']);
    return isJsonObject(argument) && !isSchema(argument) && !isRecipe;
  });
}

const own = (value: JsonObject, key: string): Member => (Object.hasOwn(value, key) ? value[key] : undefined);
const hasAny = (value: JsonObject, keys: readonly string[]) => keys.some((key) => Object.hasOwn(value, key));
