import type { JsonObject, JsonValue } from '../shared/json';
import { isFunctionName } from './dialects';
import type { MalformedCode } from './malformed';
import { maxArgumentLayers, parseArguments } from './parse-arguments';

/** One complete call. `layers` counts how often its parameters were decoded from a string: 0 for an object. */
export type ReadCall = { tool: string; parameters: JsonObject; terminate: boolean; layers: number };

/** What one JSON value is, regardless of its place. */
export type ValueMeaning =
  | { what: 'call'; call: ReadCall }
  /** Has keys of the contract but breaks it; `weak` when it has only a `tool`, as data may have. */
  | { what: 'fault' | 'weak'; code: MalformedCode; reason: string }
  /** A call in another program's envelope. */
  | { what: 'foreign'; format: string }
  /** An array of calls, or an object with one call as its only member. */
  | { what: 'listing'; calls: number }
  | { what: 'data' };

const data: ValueMeaning = { what: 'data' };
const foreign = (format: string): ValueMeaning => ({ what: 'foreign', format });

/** Reads a decoded value by its own top level. It knows no tools: a later check decides whether the tool exists. */
export function readValue(value: JsonValue): ValueMeaning {
  if (Array.isArray(value)) return readArray(value);
  if (!isRecord(value)) return data;
  const meaning = readObject(value);
  return meaning.what === 'data' && holdsOnlyACall(value) ? { what: 'listing', calls: 1 } : meaning;
}

function readArray(items: JsonValue[]): ValueMeaning {
  const meanings = items.filter(isRecord).map(readObject);
  const calls = meanings.filter(({ what }) => what === 'call' || what === 'fault').length;
  if (calls > 0) return { what: 'listing', calls };
  return meanings.find(({ what }) => what === 'foreign') ?? data;
}

/** `{"next": {…}}`: one member in one member, and the innermost is a call. */
function holdsOnlyACall(value: JsonObject): boolean {
  for (let inner: JsonValue | undefined = value; isRecord(inner); ) {
    const members: JsonValue[] = Object.values(inner);
    if (members.length !== 1) return readObject(inner).what === 'call';
    inner = members[0];
  }
  return false;
}

function readObject(value: JsonObject): ValueMeaning {
  const tool = own(value, 'tool');
  const parameters = own(value, 'parameters');
  const terminate = own(value, 'terminate');
  const present = [tool, parameters, terminate].filter((member) => member !== undefined).length;
  if (present === 0) return readEnvelope(value);
  if (isToolName(tool) && parameters !== undefined && typeof terminate === 'boolean')
    return readCall(tool, parameters, terminate);
  if (isDescription(value)) return data;
  if (present === 1) return readLoneKey(value, tool);
  return findFault(value) ?? data;
}

function isToolName(tool: Member): tool is string {
  return typeof tool === 'string' && tool.trim() !== '';
}

function readCall(tool: string, parameters: JsonValue, terminate: boolean): ValueMeaning {
  if (isRecord(parameters)) return { what: 'call', call: { tool, parameters, terminate, layers: 0 } };
  if (typeof parameters !== 'string') return wrongType('parameters', 'an object', parameters);
  const parsed = parseArguments(parameters);
  if (parsed.ok && parsed.layers < maxArgumentLayers)
    return { what: 'call', call: { tool, parameters: parsed.value, terminate, layers: parsed.layers + 1 } };
  const message = parsed.ok ? `They are encoded more than ${maxArgumentLayers} times` : parsed.error.message;
  const code = (parsed.ok ? null : codesOfArguments[parsed.error.code]) ?? 'wrong_type';
  return { what: 'fault', code, reason: `"parameters" must be an object. ${message}` };
}

const codesOfArguments: Partial<Record<string, MalformedCode>> = {
  invalid_json: 'invalid_json',
  duplicate_key: 'invalid_json',
  too_deep: 'too_deep',
  too_large: 'too_large',
};

/**
 * One key of the contract alone. Logs and inventories have a `tool`, configurations have a section of that name, and
 * templates have `parameters`: only the name of a function, or a member for its arguments, makes it an attempt.
 */
function readLoneKey(value: JsonObject, tool: Member): ValueMeaning {
  if (isRecord(tool)) return readEnvelope(tool).what === 'foreign' ? foreign('"tool" as an object') : data;
  if (!isToolName(tool)) return tool === undefined ? readEnvelope(value) : data;
  const fault = findFault(value) ?? data;
  if (hasAny(value, argumentKeys)) return fault;
  const isFirst = Object.keys(value)[0] === 'tool';
  const isOnly = Object.keys(value).length === 1;
  return isFirst && (isOnly || isFunctionName(tool) || hasAny(value, commandKeys)) && 'code' in fault
    ? { ...fault, what: 'weak' }
    : data;
}

/** The first fault of an object that has keys of the contract. */
function findFault(value: JsonObject): ValueMeaning | null {
  const tool = own(value, 'tool');
  const parameters = own(value, 'parameters');
  const terminate = own(value, 'terminate');
  if (tool === undefined) return missing('"tool" is missing: it is the name of the tool, a string');
  if (!isToolName(tool)) return wrongType('tool', 'the name of a tool, a string', tool);
  if (parameters === undefined) {
    const others = Object.keys(value).filter((key) => key !== 'tool' && key !== 'terminate');
    const names = others.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)));
    const hint = names.length > 0 ? `; put ${names.join(', ')} inside it` : '';
    return missing(`"parameters" is missing: it is an object, {} when the tool takes none${hint}`);
  }
  if (!isRecord(parameters) && typeof parameters !== 'string')
    return wrongType('parameters', 'an object', parameters);
  if (terminate === undefined) return missing('"terminate" is missing: it is true or false');
  return typeof terminate === 'boolean'
    ? null
    : wrongType('terminate', 'true or false without quotes', terminate);
}

function missing(reason: string): ValueMeaning {
  return { what: 'fault', code: 'missing_field', reason };
}

function wrongType(field: string, expected: string, actual: JsonValue): ValueMeaning {
  return {
    what: 'fault',
    code: 'wrong_type',
    reason: `"${field}" must be ${expected}, not ${excerptOf(actual)}`,
  };
}

function excerptOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'an array';
  if (isRecord(value)) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40).toWellFormed()) : String(value);
}

const words = (text: string) => text.split(' ');
const argumentKeys = words(
  'arguments args input params parameter tool_input kwargs tool_args tool_parameters',
);
const commandKeys = ['command', 'path', 'query'];
const nameKeys = words('name tool_name toolName function function_name recipient_name action command');
const resultKeys = words('result output observation ok success error status exit_code content');
const envelopes = words(
  'tool_calls tool_call function_call functionCall toolUse tool_uses function_calls toolCalls',
);
const typeNames = /^(<?bool(ean)?>?|true ?(\||\/|or) ?false)$/i;

/** Keys that may belong to a call, of this contract or another. An object without any is data. */
export const tellingKeys = new Set([
  ...words('tool parameters terminate arguments type action_input'),
  ...nameKeys,
  ...envelopes,
]);

/** A tool's definition, the record of a result, or a description of the contract itself. */
function isDescription(value: JsonObject): boolean {
  const terminate = own(value, 'terminate');
  const parameters = own(value, 'parameters');
  if (typeof terminate === 'string' && typeNames.test(terminate)) return parameters !== undefined;
  if (terminate !== undefined) return parameters === undefined && isTranslation(value, terminate);
  if (parameters === undefined) return hasAny(value, resultKeys) && !hasAny(value, argumentKeys);
  return isSchema(parameters) || hasAny(value, ['result', 'output', 'observation']);
}

/** `{"tool": "Werkzeug", "terminate": "beenden"}`: words for both keys, and none of them names a function or a truth. */
function isTranslation(value: JsonObject, terminate: JsonValue): boolean {
  const tool = own(value, 'tool');
  const isWord = (word: Member) => typeof word === 'string' && word !== '' && !isFunctionName(word);
  return isWord(tool) && isWord(terminate) && !/^(true|false|yes|no|[01])$/i.test(String(terminate));
}

/** JSON Schema, or a list or map that describes parameters one by one. */
function isSchema(value: JsonValue): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => isRecord(item) && hasAny(item, ['name', 'type']));
  if (!isRecord(value)) return false;
  if (own(value, 'type') === 'object' && hasAny(value, ['properties', 'required'])) return true;
  const members = Object.values(value);
  const isDescribed = (member: JsonValue) => isRecord(member) && typeof own(member, 'type') === 'string';
  return members.length > 0 && members.every(isDescribed);
}

/** Finds an envelope of native function calling by its keys. A `name` alone proves nothing (localharness#105). */
function readEnvelope(value: JsonObject): ValueMeaning {
  if (own(value, 'type') === 'tool_use' && own(value, 'name') !== undefined)
    return foreign('"type": "tool_use"');
  for (const key of envelopes) {
    const inner = own(value, key);
    if (Array.isArray(inner) ? inner.some(isRecord) : isRecord(inner)) return foreign(`"${key}"`);
  }
  if (own(value, 'action') !== undefined && own(value, 'action_input') !== undefined)
    return foreign('"action" and "action_input"');
  const inner = own(value, 'function');
  if (isRecord(inner) && isNamedCall(inner)) return foreign('"function"');
  if (isNamedCall(value)) return foreign('"name" and "arguments"');
  const keys = new Set(Object.keys(value).map((key) => key.toLowerCase()));
  const isInCapitals = keys.has('tool') && (keys.has('parameters') || keys.has('terminate'));
  return isInCapitals ? foreign('keys in another case') : data;
}

function isNamedCall(value: JsonObject): boolean {
  if (!nameKeys.some((key) => typeof own(value, key) === 'string')) return false;
  if (own(value, 'description') !== undefined && own(value, 'arguments') === undefined) return false;
  return words('arguments parameters tool_input args input tool_args').some((key) => {
    const argument = own(value, key);
    if (argument === undefined || isSchema(argument)) return false;
    if (isRecord(argument))
      return key !== 'input' || own(value, 'name') === undefined || own(value, 'id') !== undefined;
    return key === 'arguments' && typeof argument === 'string' && argument.trim().startsWith('{');
  });
}

type Member = JsonValue | undefined;

function own(value: JsonObject, key: string): Member {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function hasAny(value: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}

function isRecord(value: Member): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
