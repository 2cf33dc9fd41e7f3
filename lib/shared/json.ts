/** This is any value that survives `JSON.parse(JSON.stringify(value))`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** Keys come from outside: look them up as own properties only. */
export type JsonObject = { [key: string]: JsonValue };

/** Tells whether a value that was read from JSON is an object, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
