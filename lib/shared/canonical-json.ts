import type { JsonValue } from './json';

/** One text for one value: keys sorted by code unit, no blanks. Equal values give equal bytes. */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: JsonValue) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const sorted: [string, JsonValue][] = Object.keys(inner)
      .sort()
      .map((key) => [key, inner[key] as JsonValue]);
    return Object.fromEntries(sorted);
  });
}
