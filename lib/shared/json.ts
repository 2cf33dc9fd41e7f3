/** Any value that survives `JSON.parse(JSON.stringify(value))`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object. Keys come from outside: look them up as own properties only. */
export type JsonObject = { [key: string]: JsonValue };

/** An object in a value that was read from JSON, not a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
