import type { JsonObject, JsonValue } from '../shared/json';
import type { MalformedCode } from './malformed';
import { maxArgumentLayers, parseArguments } from './parse-arguments';

/** One complete call. `layers` counts how often its parameters were decoded from a string: 0 for an object. */
export type ReadCall = { tool: string; parameters: JsonObject; terminate: boolean; layers: number };

/** What one JSON value is, regardless of its place. */
export type Judgement =
  | { kind: 'call'; call: ReadCall }
  /** Has keys of the contract but breaks it. */
  | { kind: 'faulty_call'; code: MalformedCode; reason: string; evidence: 'strong' | 'weak' }
  /** A call in another program's envelope. */
  | { kind: 'foreign_call'; format: string }
  /** An array of calls. */
  | { kind: 'call_listing'; calls: number }
  | { kind: 'data' };

const data: Judgement = { kind: 'data' };

/** Judges a decoded value. It knows no tools: a later check decides whether the tool exists and takes these parameters. */
export function judgeValue(value: JsonValue): Judgement {
  if (Array.isArray(value)) return judgeArray(value);
  return isRecord(value) ? judgeObject(value) : data;
}

function judgeArray(items: JsonValue[]): Judgement {
  const judged = items.filter(isRecord).map(judgeObject);
  const calls = judged.filter(
    (judgement) =>
      judgement.kind === 'call' || (judgement.kind === 'faulty_call' && judgement.evidence === 'strong'),
  ).length;
  if (calls > 0) return { kind: 'call_listing', calls };
  return judged.find((judgement) => judgement.kind === 'foreign_call') ?? data;
}

function judgeObject(value: JsonObject): Judgement {
  const tool = own(value, 'tool');
  const parameters = own(value, 'parameters');
  const terminate = own(value, 'terminate');
  const present = [tool, parameters, terminate].filter((member) => member !== undefined).length;
  if (present === 0) return judgeForeign(value);
  if (
    typeof tool === 'string' &&
    tool.trim() !== '' &&
    parameters !== undefined &&
    typeof terminate === 'boolean'
  ) {
    return readCall(tool, parameters, terminate);
  }
  if (isDescription(value)) return data;
  if (present === 1) return judgeLoneKey(value, tool, parameters, terminate);
  return { kind: 'faulty_call', ...findFault(value, tool, parameters, terminate), evidence: 'strong' };
}

function readCall(tool: string, parameters: JsonValue, terminate: boolean): Judgement {
  if (isRecord(parameters)) return { kind: 'call', call: { tool, parameters, terminate, layers: 0 } };
  if (typeof parameters !== 'string') return wrongType('parameters', 'an object', parameters);
  const parsed = parseArguments(parameters);
  if (parsed.ok && parsed.layers < maxArgumentLayers) {
    return { kind: 'call', call: { tool, parameters: parsed.value, terminate, layers: parsed.layers + 1 } };
  }
  const { code, message } = parsed.ok ? tooManyLayers : parsed.error;
  return {
    kind: 'faulty_call',
    code: argumentCodes[code] ?? 'wrong_type',
    reason: `"parameters" must be an object. ${message}`,
    evidence: 'strong',
  };
}

const tooManyLayers = {
  code: 'too_many_layers',
  message: `They are encoded more than ${maxArgumentLayers} times`,
} as const;

const argumentCodes: Partial<Record<string, MalformedCode>> = {
  invalid_json: 'invalid_json',
  duplicate_key: 'invalid_json',
  too_deep: 'too_deep',
  too_large: 'too_large',
};

/** One contract key alone: a string in `tool` names a tool, a config's `"tool": {…}` or a template's `"parameters"` is data. */
function judgeLoneKey(value: JsonObject, tool: Member, parameters: Member, terminate: Member): Judgement {
  const isOnlyKey = Object.keys(value).length === 1;
  if (typeof tool === 'string') {
    const evidence = hasAny(value, argumentKeys) ? 'strong' : 'weak';
    return { kind: 'faulty_call', ...findFault(value, tool, parameters, terminate), evidence };
  }
  if (isRecord(tool))
    return judgeForeign(tool).kind === 'foreign_call'
      ? { kind: 'foreign_call', format: '"tool" as an object' }
      : data;
  const isFlag = typeof terminate === 'boolean';
  const isOtherName = isRecord(parameters) && hasAny(value, nameKeys);
  if (isOtherName && !isFlag) return judgeForeign(value);
  if (!isFlag && !(isOnlyKey && isRecord(parameters))) return data;
  return { kind: 'faulty_call', ...findFault(value, tool, parameters, terminate), evidence: 'weak' };
}

function findFault(
  value: JsonObject,
  tool: Member,
  parameters: Member,
  terminate: Member,
): { code: MalformedCode; reason: string } {
  if (tool === undefined)
    return { code: 'missing_field', reason: '"tool" is missing: it is the name of the tool, a string' };
  if (typeof tool !== 'string' || tool.trim() === '')
    return fault('tool', 'the name of a tool, a string', tool);
  if (parameters === undefined) {
    const others = Object.keys(value)
      .filter((key) => key !== 'tool' && key !== 'terminate')
      .slice(0, 5);
    const hint =
      others.length > 0
        ? `; put ${others.map((key) => JSON.stringify(key.slice(0, 40))).join(', ')} inside it`
        : '';
    return {
      code: 'missing_field',
      reason: `"parameters" is missing: it is an object, {} when the tool takes none${hint}`,
    };
  }
  if (!isRecord(parameters) && typeof parameters !== 'string')
    return fault('parameters', 'an object', parameters);
  if (terminate === undefined)
    return { code: 'missing_field', reason: '"terminate" is missing: it is true or false' };
  if (typeof terminate !== 'boolean') return fault('terminate', 'true or false without quotes', terminate);
  return fault('parameters', 'an object', parameters);
}

function fault(field: string, expected: string, actual: JsonValue): { code: MalformedCode; reason: string } {
  return { code: 'wrong_type', reason: `"${field}" must be ${expected}, not ${excerpt(actual)}` };
}

function wrongType(field: string, expected: string, actual: JsonValue): Judgement {
  return { kind: 'faulty_call', ...fault(field, expected, actual), evidence: 'strong' };
}

function excerpt(value: JsonValue): string {
  if (Array.isArray(value)) return 'an array';
  if (isRecord(value)) return 'an object';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40).toWellFormed()) : String(value);
}

const argumentKeys = [
  'arguments',
  'args',
  'input',
  'params',
  'parameter',
  'tool_input',
  'kwargs',
  'tool_args',
  'tool_parameters',
];
const nameKeys = [
  'name',
  'tool_name',
  'toolName',
  'function',
  'function_name',
  'recipient_name',
  'action',
  'command',
];
const resultKeys = [
  'result',
  'output',
  'observation',
  'ok',
  'success',
  'error',
  'status',
  'exit_code',
  'content',
];
const typeNames = new Set([
  'boolean',
  'bool',
  'true|false',
  'true/false',
  'true | false',
  'true or false',
  '<boolean>',
  '<bool>',
]);

/** A tool's definition, the record of a result, or a description of the contract itself. */
function isDescription(value: JsonObject): boolean {
  const terminate = own(value, 'terminate');
  if (typeof terminate === 'string' && typeNames.has(terminate.toLowerCase()))
    return own(value, 'parameters') !== undefined;
  if (terminate !== undefined) return false;
  const parameters = own(value, 'parameters');
  if (parameters === undefined) return hasAny(value, resultKeys) && !hasAny(value, argumentKeys);
  return isSchema(parameters) || hasAny(value, ['result', 'output', 'observation']);
}

/** JSON Schema, or a list or map that describes parameters one by one. */
function isSchema(value: JsonValue): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((item) => isRecord(item) && hasAny(item, ['name', 'type']));
  if (!isRecord(value)) return false;
  if (
    own(value, 'type') === 'object' &&
    (own(value, 'properties') !== undefined || own(value, 'required') !== undefined)
  )
    return true;
  const members = Object.values(value);
  return (
    members.length > 0 &&
    members.every((member) => isRecord(member) && typeof own(member, 'type') === 'string')
  );
}

/** Finds an envelope of native function calling by its keys. A `name` alone proves nothing (localharness#105). */
function judgeForeign(value: JsonObject): Judgement {
  const found = (format: string): Judgement => ({ kind: 'foreign_call', format });
  const type = own(value, 'type');
  if (type === 'tool_use' && own(value, 'name') !== undefined) return found('"type": "tool_use"');
  for (const key of [
    'tool_calls',
    'tool_call',
    'function_call',
    'functionCall',
    'toolUse',
    'tool_uses',
    'function_calls',
    'toolCalls',
  ]) {
    const inner = own(value, key);
    if (Array.isArray(inner) ? inner.some(isRecord) : isRecord(inner)) return found(`"${key}"`);
  }
  if (own(value, 'action') !== undefined && own(value, 'action_input') !== undefined)
    return found('"action" and "action_input"');
  const inner = own(value, 'function');
  if (isRecord(inner) && isNamedCall(inner)) return found('"function"');
  if (isNamedCall(value)) return found('"name" and "arguments"');
  const keys = new Set(Object.keys(value).map((key) => key.toLowerCase()));
  return keys.has('tool') && (keys.has('parameters') || keys.has('terminate'))
    ? found('keys in another case')
    : data;
}

function isNamedCall(value: JsonObject): boolean {
  const isNamed = nameKeys.some((key) => typeof own(value, key) === 'string');
  if (!isNamed) return false;
  if (own(value, 'description') !== undefined && own(value, 'arguments') === undefined) return false;
  return ['arguments', 'parameters', 'tool_input', 'args', 'input', 'tool_args'].some((key) => {
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
