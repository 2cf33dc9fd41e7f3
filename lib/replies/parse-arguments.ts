import type { JsonObject } from '../shared/json';
import { maxJsonDepth, scanJson } from './json/json-scan';

/** docs/specifications/tool-argument-parsing.md, "Parse multiple layers of JSON encoding". */
export const maxArgumentLayers = 10;

/** One megabyte of content, and room for the JSON around it, in UTF-16 units. */
export const maxArgumentCharacters = 1_048_576 + 65_536;

/** Each layer may double the text, so encoded arguments may be longer than their content. */
const maxReceivedCharacters = 16 * maxArgumentCharacters;

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
  if (raw.length > maxReceivedCharacters) return tooLarge(raw, 0);
  let text = raw.trim();
  for (let layers = 0; ; layers += 1) {
    if (text === '') return failure('empty', 'they are empty', raw, layers);
    if (!text.startsWith('"')) return readObject(text, raw, layers);
    if (layers === maxArgumentLayers) {
      const reason = `still a JSON string after ${maxArgumentLayers} decodings`;
      return failure('too_many_layers', reason, raw, layers);
    }
    const decoded = decodeString(text);
    if (decoded === null) return failWithScan(text, raw, layers);
    text = decoded.trim();
  }
}

function readObject(text: string, raw: string, layers: number): ParsedArguments {
  if (text.length > maxArgumentCharacters) return tooLarge(raw, layers);
  const scan = scanJson(text, 0);
  if (!scan.ok || scan.end !== text.length) {
    const inner = layers < maxArgumentLayers ? decodeWithoutOuterQuotes(text) : null;
    return inner === null ? failWithScan(text, raw, layers) : readObject(inner, raw, layers + 1);
  }
  if (scan.duplicateKey) {
    const key = JSON.stringify(firstCharacters(scan.duplicateKey.key, 40));
    return failure('duplicate_key', `the key ${key} occurs twice in one object`, raw, layers);
  }
  const value: unknown = JSON.parse(text);
  if (!isObject(value))
    return failure('not_object', `expected a JSON object, got ${nameOf(value)}`, raw, layers);
  return { ok: true, value, layers };
}

/** The text inside a JSON string that lost its quotes; null unless it is exactly one object. */
function decodeWithoutOuterQuotes(text: string): string | null {
  if (!text.startsWith('{') || !text.includes('\\')) return null;
  const decoded = decodeString(`"${text}"`);
  if (decoded === null) return null;
  const scan = scanJson(decoded, 0);
  return scan.ok && scan.end === decoded.trimEnd().length ? decoded.trimEnd() : null;
}

function decodeString(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}

function failWithScan(text: string, raw: string, layers: number): ParsedArguments {
  const scan = scanJson(text, 0);
  if (scan.ok) {
    const reason = `unexpected text after the JSON value at position ${scan.end}`;
    return failure('invalid_json', reason, raw, layers);
  }
  const code = scan.code === 'too_deep' ? 'too_deep' : 'invalid_json';
  return failure(code, `not valid JSON: ${scan.reason} at position ${scan.offset}`, raw, layers);
}

/** Arguments that arrived decoded. They still come from outside, so only plain JSON passes. */
function readDecoded(raw: unknown): ParsedArguments {
  if (!isObject(raw))
    return failure('not_object', `expected a JSON object, got ${nameOf(raw)}`, describe(raw), 0);
  const pending: { value: unknown; depth: number }[] = [{ value: raw, depth: 1 }];
  const seen = new Set<unknown>();
  for (let item = pending.pop(); item; item = pending.pop()) {
    const { value, depth } = item;
    if (depth > maxJsonDepth)
      return failure('too_deep', `nested more than ${maxJsonDepth} levels deep`, '', 0);
    if (Array.isArray(value) || isObject(value)) {
      if (seen.has(value))
        return failure('not_object', 'expected plain JSON, got a shared or circular value', '', 0);
      seen.add(value);
      for (const inner of Object.values(value)) pending.push({ value: inner, depth: depth + 1 });
    } else if (!isScalar(value)) {
      return failure('not_object', `expected plain JSON, got ${nameOf(value)} inside`, '', 0);
    }
  }
  return { ok: true, value: raw, layers: 0 };
}

function isObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object that is not plain' : `a ${typeof value}`;
}

function describe(raw: unknown): string {
  try {
    return JSON.stringify(raw) ?? String(raw);
  } catch {
    return nameOf(raw);
  }
}

function tooLarge(raw: string, layers: number): ParsedArguments {
  const reason = `longer than the limit of 1 MB (${maxArgumentCharacters} characters)`;
  return failure('too_large', reason, raw, layers);
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
  const characters = Array.from(text.slice(0, 2 * count));
  const kept = characters.slice(0, count).join('');
  return kept.length < text.length ? `${kept}…` : kept;
}
