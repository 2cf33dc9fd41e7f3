import type { z } from 'zod';
import type { JsonObject, JsonValue } from '../shared/json';
import { cutEnd, makeVisible } from './text/visible-text';
import type { ToolDescription } from './toolbox.port';

const maxMessageLength = 500;
const maxValueLength = 60;

type Parameters = ToolDescription['parameters'];

/**
 * Tells the model which parameters are wrong, what it should send and what it sent. Returns at most 500
 * characters.
 */
export function explainIssues(
  issues: readonly z.core.$ZodIssue[],
  input: JsonObject,
  known: Parameters,
): string {
  const sentences = new Set(issues.map((issue) => explain(issue, input, known)));
  return cutEnd([...sentences].join(' '), maxMessageLength);
}

function explain(issue: z.core.$ZodIssue, input: JsonObject, known: Parameters): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => quote(key)).join(', ');
    const available = known.map(({ name }) => name).join(', ');
    return `Unknown: ${cutEnd(names, 120)}; the parameters are ${available}.`;
  }
  const name = issue.path.map(String).join('.');
  const value = valueAt(input, issue.path);
  const expected = known.find((parameter) => parameter.name === issue.path[0])?.type;
  const isTop = issue.path.length === 1;
  if (value === undefined && isTop) return `"${name}" is missing: expected ${expected}.`;
  const isType = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (value === '' && !isType) return tellEmpty(name, issue, known);
  const wanted = isType && isTop ? `expected ${expected}` : cutEnd(issue.message, 150);
  return `${quote(name)}: ${wanted}, got ${describeValue(value)}.`;
}

/** The issue says what to write when the definition of its parameter does. */
function tellEmpty(name: string, { code, message }: z.core.$ZodIssue, known: Parameters): string {
  if (code === 'too_small' && !message.startsWith('Too small')) return `${quote(name)} is empty: ${message}.`;
  const parameter = known.find((one) => one.name === name);
  if (!parameter) return `${quote(name)} is empty.`;
  const orNothing = parameter.required ? '' : ' Or leave it out.';
  return `${quote(name)} is empty. Send: ${parameter.description}${orNothing}`;
}

/** Reads own properties only, because the keys come from a model. */
function valueAt(input: JsonObject, path: readonly PropertyKey[]): JsonValue | undefined {
  let value: JsonValue | undefined = input;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = (value as JsonObject)[String(key)];
  }
  return value;
}

function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `${typeof value} ${quote(value)}`;
}

function quote(value: string | number | boolean): string {
  return cutEnd(makeVisible(JSON.stringify(value)), maxValueLength);
}
