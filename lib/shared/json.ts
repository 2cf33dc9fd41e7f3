/** Any value that survives `JSON.parse(JSON.stringify(value))`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object. Keys come from outside: look them up as own properties only. */
export type JsonObject = { [key: string]: JsonValue };
