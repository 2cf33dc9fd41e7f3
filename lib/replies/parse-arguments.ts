import type { JsonObject, JsonValue } from '../shared/json';
import { scanJson } from './json/json-scan';
import { nameFault } from './json/name-fault';
import { quote } from './malformed';

/**
 * This is the rule of docs/specifications/tool-argument-parsing.md, "Parse multiple layers of JSON encoding".
 */
export const maxArgumentLayers = 10;
/** Allows one megabyte of content, and room for the JSON around it, in UTF-16 units. */
export const maxArgumentCharacters = 1_048_576 + 65_536;
const maxReceivedCharacters = 16 * maxArgumentCharacters;

export type ArgumentsErrorCode =
  | 'empty'
  | 'invalid_json'
  | 'not_object'
  | 'too_many_layers'
  | 'too_deep'
  | 'too_large'
  | 'duplicate_key'
  | 'inexact_number';

/**
 * `layers` counts how often the arguments were decoded from a JSON string. It is 0 for an object or its plain
 * JSON text.
 */
export type ParsedArguments =
  | { ok: true; value: JsonObject; layers: number }
  | { ok: false; error: { code: ArgumentsErrorCode; message: string } };

/**
 * Reads a tool call's arguments: an object, its JSON text, or that text encoded as a JSON string up to ten
 * times (docs/specifications/tool-argument-parsing.md). Never throws and never repairs: anything but exactly
 * one JSON object is an error.
 * - The parser never decodes members: a string that looks like JSON stays a string. `__proto__` is an
 *   ordinary own key, as in `JSON.parse`.
 * - The parser refuses a key that occurs twice in one object, and a number that it would round, at every
 *   depth: the person who reviews a call must see what runs.
 * - The parser reads text without its outer quotes, `{\"command\":\"ls\"}` (the specification's error
 *   example), as the inside of a JSON string, but only when strict reading failed and one decoding of the
 *   quoted text gives an object.
 */
export function parseArguments(raw: unknown): ParsedArguments {
  if (typeof raw === 'string') return parseArgumentText(raw, maxArgumentLayers);
  try {
    return parseArgumentText(JSON.stringify(raw, requirePlain), maxArgumentLayers);
  } catch {
    return failure('not_object', `expected plain JSON, got ${nameOf(raw)}`, nameOf(raw), 0);
  }
}

/** Does the work of `parseArguments` for a text, and decodes it at most `maxLayers` times. */
export function parseArgumentText(raw: string, maxLayers: number): ParsedArguments {
  const fail = (code: ArgumentsErrorCode, reason: string) => failure(code, reason, raw, layers);
  let text = raw.trim();
  let layers = 0;
  for (; ; layers += 1) {
    const isEncoded = text.startsWith('"');
    if (raw.length > maxReceivedCharacters || (!isEncoded && text.length > maxArgumentCharacters))
      return fail('too_large', `longer than the limit of 1 MB (${maxArgumentCharacters} characters)`);
    if (text === '') return fail('empty', 'they are empty');
    if (isEncoded && layers === maxLayers)
      return fail('too_many_layers', `still a JSON string after ${maxLayers} decodings`);
    const { fault, reason, end, duplicateKey, inexactNumber } = scanJson(text, 0);
    const isWhole = fault === null && end === text.length;
    const inner = isWhole || layers === maxLayers ? null : decodeWithoutOuterQuotes(text);
    if (!isWhole && inner === null) {
      const after = ['unexpected text after the JSON value', nameFault(text, end).cause];
      const found = fault ? `not valid JSON: ${reason}` : after.filter(Boolean).join(': ');
      return fail(fault === 'too_deep' ? 'too_deep' : 'invalid_json', `${found} at position ${end}`);
    }
    if (isWhole && duplicateKey)
      return fail('duplicate_key', `the key ${quote(duplicateKey.key)} occurs twice in one object`);
    if (isWhole && inexactNumber) return fail('inexact_number', describeInexact(inexactNumber.text));
    const value: unknown = inner ?? JSON.parse(text);
    if (isObject(value)) return { ok: true, value, layers };
    if (typeof value !== 'string') return fail('not_object', `expected a JSON object, got ${nameOf(value)}`);
    text = value.trim();
  }
}

export const describeInexact = (number: string) =>
  `the number ${quote(number)} has more digits than can be kept: send it as a string`;

/** Decodes the inside of a JSON string that lost its quotes. Returns null unless the result is one object. */
function decodeWithoutOuterQuotes(text: string): string | null {
  try {
    const decoded = text.startsWith('{') ? (JSON.parse(`"${text}"`) as string) : 'null';
    return isObject(JSON.parse(decoded)) ? decoded : null;
  } catch {
    return null;
  }
}

/**
 * Decoded arguments still come from outside. This replacer lets only plain JSON pass, before any `toJSON`
 * changes it.
 */
function requirePlain(this: JsonObject, key: string): JsonValue | undefined {
  const value: unknown = this[key];
  const isScalar = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (isScalar || Number.isFinite(value) || Array.isArray(value) || isObject(value)) return this[key];
  throw new TypeError('not plain JSON');
}

function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

export function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Replaces lone surrogates, because some providers refuse every later request that has one in its history
 * (claude-code#68325).
 */
function failure(code: ArgumentsErrorCode, reason: string, raw: string, layers: number): ParsedArguments {
  const layer = layers === 0 ? '' : ` (after decoding ${layers} ${layers === 1 ? 'layer' : 'layers'})`;
  const start = Array.from(raw.slice(0, 200)).slice(0, 100).join('');
  const shown = start.length < raw.length ? `${start}…` : start;
  const message = `The arguments could not be read: ${reason}${layer}. Arguments as received: ${shown}`;
  return { ok: false, error: { code, message: message.toWellFormed() } };
}
