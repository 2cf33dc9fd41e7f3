import type { z } from 'zod';
import type { JsonValue } from '../shared/json';

/**
 * Finds parts of parameters that would not arrive as they were written and signed: half a surrogate pair,
 * which becomes another character in UTF-8, and a key `__proto__`, which is lost where objects are copied.
 */
export function findChangedParts(value: JsonValue, path: readonly PropertyKey[] = []): z.core.$ZodIssue[] {
  if (typeof value === 'string') {
    return value.isWellFormed() ? [] : [toIssue(path, value, 'must not contain half a surrogate pair')];
  }
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isName = key !== '__proto__' && key.isWellFormed();
    return isName ? findChangedParts(inner, [...path, key]) : [toIssue([...path, key], inner, notName)];
  });
}

const notName = 'must have another name';

function toIssue(path: readonly PropertyKey[], input: JsonValue, message: string): z.core.$ZodIssue {
  return { code: 'custom', path: [...path], input, message };
}
