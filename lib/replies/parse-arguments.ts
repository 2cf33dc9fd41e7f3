import type { JsonObject } from '../shared/json';
import { type JsonScan, maxJsonDepth, scanJson } from './json/json-scan';

/** docs/specifications/tool-argument-parsing.md, "Parse multiple layers of JSON encoding". */
export const maxArgumentLayers = 10;

/** One megabyte of content, and room for the JSON around it, in UTF-16 units. */
export const maxArgumentCharacters = 1_048_576 + 65_536;

/** Each layer may double the text, so encoded arguments may be longer than their content. */
const maxReceivedCharacters = 16 * maxArgumentCharacters;
const tooLarge = `longer than the limit of 1 MB (${maxArgumentCharacters} characters)`;

export type ArgumentsErrorCode =
  | 'empty'
  | 'invalid_json'
  | 'not_object'
  | 'too_many_layers'
  | 'too_deep'
  | 'too_large'
  | 'duplicate_key';

export type ParsedArguments =
  | {
      ok: true;
      value: JsonObject;
      /** How many times the arguments were decoded from a JSON string: 0 for an object or its plain JSON text. */
      layers: number;
    }
  | { ok: false; error: { code: ArgumentsErrorCode; message: string } };

/**
 * Reads a tool call's arguments: an object, its JSON text, or that text encoded as a JSON string up to ten times
 * (docs/specifications/tool-argument-parsing.md). Never throws and never repairs: anything but exactly
 * one JSON object at the end is an error. Its message quotes the first 100 characters as received.
 *
 * - Members are never decoded: a string that looks like JSON stays a string.
 * - The result is what `JSON.parse` gives: `__proto__` is an ordinary own key and changes no prototype.
 * - Refuses a key that occurs twice in one object, at every depth: the person who reviews a call must see what runs.
 * - Text without its outer quotes, `{\"command\":\"ls\"}` (the specification's error example), is read as the inside
 *   of a JSON string, but only when strict reading failed and one decoding of the quoted text gives an object.
 */
export function parseArguments(raw: unknown): ParsedArguments {
  if (typeof raw !== 'string') return readDecoded(raw);
  const fail = (code: ArgumentsErrorCode, reason: string, layers: number) =>
    failure(code, reason, raw, layers);
  if (raw.length > maxReceivedCharacters) return fail('too_large', tooLarge, 0);
  let text = raw.trim();
  for (let layers = 0; ; layers += 1) {
    if (text === '') return fail('empty', 'they are empty', layers);
    if (!text.startsWith('"') && text.length > maxArgumentCharacters)
      return fail('too_large', tooLarge, layers);
    if (layers === maxArgumentLayers && text.startsWith('"'))
      return fail('too_many_layers', `still a JSON string after ${maxArgumentLayers} decodings`, layers);
    const scan = scanJson(text, 0);
    const isWhole = scan.fault === null && scan.end === text.length;
    const inner = isWhole || layers === maxArgumentLayers ? null : decodeWithoutOuterQuotes(text);
    if (!isWhole && inner === null) return fail(...faultOf(scan), layers);
    if (scan.duplicateKey && isWhole) {
      const key = JSON.stringify(firstCharacters(scan.duplicateKey.key, 40));
      return fail('duplicate_key', `the key ${key} occurs twice in one object`, layers);
    }
    const value: unknown = inner ?? JSON.parse(text);
    if (isObject(value)) return { ok: true, value, layers };
    if (typeof value !== 'string')
      return fail('not_object', `expected a JSON object, got ${nameOf(value)}`, layers);
    text = value.trim();
  }
}

/** The text inside a JSON string that lost its quotes; null unless it is exactly one object. */
function decodeWithoutOuterQuotes(text: string): string | null {
  if (!text.startsWith('{') || !text.includes('\\')) return null;
  const quoted = scanJson(`"${text}"`, 0);
  if (quoted.fault !== null || quoted.end !== text.length + 2) return null;
  const decoded = (JSON.parse(`"${text}"`) as string).trimEnd();
  const scan = scanJson(decoded, 0);
  return scan.fault === null && scan.end === decoded.length ? decoded : null;
}

function faultOf(scan: JsonScan): [ArgumentsErrorCode, string] {
  if (scan.fault === null)
    return ['invalid_json', `unexpected text after the JSON value at position ${scan.end}`];
  const code = scan.fault === 'too_deep' ? 'too_deep' : 'invalid_json';
  return [code, `not valid JSON: ${scan.reason} at position ${scan.end}`];
}

/** Arguments that arrived decoded. They still come from outside, so only plain JSON passes. */
function readDecoded(raw: unknown): ParsedArguments {
  const fail = (code: ArgumentsErrorCode, reason: string) => failure(code, reason, nameOf(raw), 0);
  if (!isObject(raw)) return fail('not_object', `expected a JSON object, got ${nameOf(raw)}`);
  const pending: { value: unknown; depth: number }[] = [{ value: raw, depth: 1 }];
  const seen = new Set<unknown>();
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value, depth } = item;
    const isContainer = Array.isArray(value) || isObject(value);
    if (depth > maxJsonDepth) return fail('too_deep', `nested more than ${maxJsonDepth} levels deep`);
    if (seen.has(value)) return fail('not_object', 'expected plain JSON, got a shared or circular value');
    if (!isContainer && !isScalar(value))
      return fail('not_object', `expected plain JSON, got ${nameOf(value)} inside`);
    if (!isContainer) continue;
    seen.add(value);
    for (const inner of Object.values(value)) pending.push({ value: inner, depth: depth + 1 });
  }
  return { ok: true, value: raw, layers: 0 };
}

function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return isObject(value)
    ? 'an object'
    : typeof value === 'object'
      ? 'an object that is not plain'
      : `a ${typeof value}`;
}

/**
 * docs/specifications/tool-argument-parsing.md, "Provide clear error messages for parsing failures". Lone
 * surrogates are replaced: some providers refuse every later request with one in its history (claude-code#68325).
 */
function failure(
  code: ArgumentsErrorCode,
  reason: string,
  received: string,
  layers: number,
): ParsedArguments {
  const layer = layers === 0 ? '' : ` (after decoding ${layers} ${layers === 1 ? 'layer' : 'layers'})`;
  const message = `The arguments could not be read: ${reason}${layer}. Arguments as received: ${firstCharacters(received, 100)}`;
  return { ok: false, error: { code, message: message.toWellFormed() } };
}

/** The first characters, cut between code points. */
function firstCharacters(text: string, count: number): string {
  const kept = Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
  return kept.length < text.length ? `${kept}…` : kept;
}
