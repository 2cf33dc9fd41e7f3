import type { JsonObject, JsonValue } from '../shared/json';
import { isFunctionName } from './dialects';
import { because, foreignFormat, type MalformedCode, quote, type Reason, severalCalls } from './malformed';
import { maxArgumentLayers, parseArguments } from './parse-arguments';
import type { Meaning } from './verdicts';

/** One complete call. `layers` counts how often its parameters were decoded from a string: 0 for an object. */
export type ReadCall = { tool: string; parameters: JsonObject; terminate: boolean; layers: number };

/** What one JSON value is, regardless of its place, and why it does not run. */
export type ReadValue = { meaning: Meaning; call: ReadCall | null; why: Reason | null };

const read = (meaning: Meaning, why: Reason): ReadValue => ({ meaning, call: null, why });
const faulty = (code: MalformedCode, reason: string) =>
  read('fault', because(code, `The call is not valid: ${reason}`));
const foreign = (format: string) => read('foreign', foreignFormat(format));
const inOther = 'The call is inside an array or another object: send the object itself';
const listing = (calls: number) =>
  read('listing', calls > 1 ? severalCalls(calls) : because('wrong_type', inOther));
export const data: ReadValue = { meaning: 'data', call: null, why: null };

/** Reads a decoded value by its own top level. It knows no tools: a later check decides whether the tool exists. */
export function readValue(value: JsonValue): ReadValue {
  if (Array.isArray(value)) return readArray(value);
  if (!isRecord(value)) return data;
  const own = readObject(value);
  return own.meaning === 'data' && holdsOnlyACall(value) ? listing(1) : own;
}

function readArray(items: JsonValue[]): ReadValue {
  const values = items.filter(isRecord).map(readObject);
  const calls = values.filter(({ meaning }) => meaning === 'call' || meaning === 'fault').length;
  return calls > 0 ? listing(calls) : (values.find(({ meaning }) => meaning === 'foreign') ?? data);
}

/** `{"next": {…}}`: one member in one member, and the innermost is a call. */
function holdsOnlyACall(value: JsonObject): boolean {
  for (let inner: Member = value; isRecord(inner); ) {
    const members: JsonValue[] = Object.values(inner);
    if (members.length !== 1) return readObject(inner).meaning === 'call';
    inner = members[0];
  }
  return false;
}

function readObject(value: JsonObject): ReadValue {
  const tool = own(value, 'tool');
  const parameters = own(value, 'parameters');
  const terminate = own(value, 'terminate');
  const present = [tool, parameters, terminate].filter((member) => member !== undefined).length;
  if (present === 0) return readEnvelope(value);
  if (isToolName(tool) && parameters !== undefined && typeof terminate === 'boolean')
    return readCall(tool, parameters, terminate);
  if (isDescription(value)) return data;
  if (present > 1) return readFault(value);
  return isToolName(tool) ? readLoneTool(value, tool) : readEnvelope(isRecord(tool) ? tool : value);
}

function readCall(tool: string, parameters: JsonValue, terminate: boolean): ReadValue {
  const parsed = typeof parameters === 'string' ? parseArguments(parameters) : null;
  if (!parsed && !isRecord(parameters)) return wrongType('parameters', 'an object', parameters);
  if (parsed && !parsed.ok) {
    const code = sharedCodes.find((shared) => shared === parsed.error.code) ?? 'wrong_type';
    return faulty(code, `"parameters" must be an object. ${parsed.error.message}`);
  }
  const layers = parsed ? parsed.layers + 1 : 0;
  if (layers > maxArgumentLayers)
    return faulty(
      'wrong_type',
      `"parameters" must be an object, but is encoded more than ${maxArgumentLayers} times`,
    );
  const call = { tool, parameters: parsed?.value ?? (parameters as JsonObject), terminate, layers };
  return { meaning: 'call', call, why: null };
}

const sharedCodes = ['invalid_json', 'too_deep', 'too_large'] as const;

/**
 * A tool and nothing else of the contract, as logs and inventories have it: only the name of a function, or a member for
 * its arguments, makes it an attempt.
 */
function readLoneTool(value: JsonObject, tool: string): ReadValue {
  const keys = Object.keys(value);
  if (hasAny(value, argumentKeys)) return readFault(value);
  const isMeant = keys.length === 1 || isFunctionName(tool) || hasAny(value, commandKeys);
  return isMeant && keys[0] === 'tool' ? { ...readFault(value), meaning: 'weak' } : data;
}

/** The first fault of an object that has keys of the contract. */
function readFault(value: JsonObject): ReadValue {
  const tool = own(value, 'tool');
  const parameters = own(value, 'parameters');
  const terminate = own(value, 'terminate');
  if (tool === undefined) return missing('tool', 'it is the name of the tool, a string');
  if (!isToolName(tool)) return wrongType('tool', 'the name of a tool, a string', tool);
  if (parameters === undefined) {
    const others = Object.keys(value).filter((key) => key !== 'tool' && key !== 'terminate');
    const hint = others.length > 0 ? `; put ${others.slice(0, 5).map(quote).join(', ')} inside it` : '';
    return missing('parameters', `it is an object, {} when the tool takes none${hint}`);
  }
  if (!isRecord(parameters) && typeof parameters !== 'string')
    return wrongType('parameters', 'an object', parameters);
  if (terminate === undefined) return missing('terminate', 'it is true or false');
  return wrongType('terminate', 'true or false without quotes', terminate);
}

const missing = (field: string, what: string) => faulty('missing_field', `"${field}" is missing: ${what}`);

function wrongType(field: string, expected: string, actual: JsonValue): ReadValue {
  const container = Array.isArray(actual) ? 'an array' : 'an object';
  const scalar = typeof actual === 'string' ? quote(actual) : String(actual);
  const shown = typeof actual === 'object' && actual !== null ? container : scalar;
  return faulty('wrong_type', `"${field}" must be ${expected}, not ${shown}`);
}

const words = (text: string) => text.split(' ');
const commandKeys = words('command path query');
const argumentKeys = words(
  'arguments args input params parameter tool_input kwargs tool_args tool_parameters',
);
const nameKeys = words('name tool_name toolName function function_name recipient_name action command');
const namedArgumentKeys = words('arguments parameters tool_input args input tool_args');
const resultKeys = words('result output observation ok success error status exit_code content');
const envelopes = words(
  'tool_calls tool_call function_call functionCall toolUse tool_uses function_calls toolCalls',
);
const typeNames = /^(<?bool(ean)?>?|true ?(\||\/|or) ?false)$/i;
const truths = /^(true|false|yes|no|[01])$/i;

/** Keys that may belong to a call, of this contract or another. An object without any is data. */
export const tellingKeys = new Set([
  ...words('tool parameters terminate arguments type action_input'),
  ...nameKeys,
  ...envelopes,
]);

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
  const isDescribed = (member: JsonValue) => isRecord(member) && typeof own(member, 'type') === 'string';
  return members.length > 0 && members.every(isDescribed);
}

/** Finds an envelope of native function calling by its keys. A `name` alone proves nothing (localharness#105). */
function readEnvelope(value: JsonObject): ReadValue {
  const envelope = envelopes.find((key) => isRecord(own(value, key)) || isListOfRecords(own(value, key)));
  if (envelope) return foreign(`"${envelope}"`);
  if (own(value, 'type') === 'tool_use' && hasAny(value, ['name'])) return foreign('"type": "tool_use"');
  if (hasAny(value, ['action']) && hasAny(value, ['action_input']))
    return foreign('"action" and "action_input"');
  const inner = own(value, 'function');
  if (isNamedCall(value) || (isRecord(inner) && isNamedCall(inner))) return foreign('"name" and "arguments"');
  const keys = new Set(Object.keys(value).map((key) => key.toLowerCase()));
  const isInCapitals = keys.has('tool') && (keys.has('parameters') || keys.has('terminate'));
  return isInCapitals ? foreign('keys in another case') : data;
}

/** A name and an object of arguments. The `input` of a recipe is none. */
function isNamedCall(value: JsonObject): boolean {
  if (!nameKeys.some((key) => typeof own(value, key) === 'string')) return false;
  if (hasAny(value, ['description']) && !hasAny(value, ['arguments'])) return false;
  return namedArgumentKeys.some((key) => {
    const argument = own(value, key);
    if (key === 'arguments' && typeof argument === 'string') return argument.trim().startsWith('{');
    const isInput = key === 'input' && hasAny(value, ['name']) && !hasAny(value, ['id']);
    return isRecord(argument) && !isSchema(argument) && !isInput;
  });
}

type Member = JsonValue | undefined;

function own(value: JsonObject, key: string): Member {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function hasAny(value: JsonObject, keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(value, key));
}

function isListOfRecords(value: Member): boolean {
  return Array.isArray(value) && value.some(isRecord);
}

function isToolName(tool: Member): tool is string {
  return typeof tool === 'string' && tool.trim() !== '';
}

function isRecord(value: Member): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
