import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';

/**
 * Says what a place of a file takes, as a JSON Schema; only kinds and parts matter here. It is null when the
 * place takes nothing, so that every value is refused.
 */
export type Shape = JsonObject | null;

/** Tells whether a place takes text, and whether it takes a value of this kind. */
export function takesOf(shape: JsonObject, value: JsonValue): { text: boolean; itself: boolean } {
  const kinds = kindsOf(shape);
  const fits = (names: readonly string[]) => names.some((name) => kinds.includes(name));
  const own = typeof value === 'number' ? ['number', 'integer'] : [kindOf(value)];
  return { text: fits(['string', 'anything']), itself: fits([...own, 'anything']) };
}

/**
 * Returns the kinds of values that fit, in the words of JSON Schema. `anything` means that the shape does not
 * say.
 */
function kindsOf(shape: JsonObject): string[] {
  return alternativesOf(shape).flatMap((one) => {
    const { type, enum: values, const: only } = one;
    if (type !== undefined) return [type].flat().filter((kind) => typeof kind === 'string');
    if (Array.isArray(values)) return values.map(kindOf);
    return only === undefined ? ['anything'] : [kindOf(only)];
  });
}

export function memberOf(shape: Shape, name: string): Shape {
  return choose(shape, 'object', ({ properties, additionalProperties: others }) =>
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : others,
  );
}

export function itemOf(shape: Shape, index: number): Shape {
  return choose(shape, 'array', ({ prefixItems: first, items }) =>
    Array.isArray(first) && index < first.length ? first[index] : items,
  );
}

/** Returns the shape with a new shape for one member. */
export function withMember(shape: JsonObject, name: string, member: JsonObject): JsonObject {
  const { properties } = shape;
  return { ...shape, properties: { ...(isJsonObject(properties) ? properties : {}), [name]: member } };
}

function choose(
  shape: Shape,
  container: 'object' | 'array',
  pick: (one: JsonObject) => JsonValue | undefined,
): Shape {
  const parts = (shape === null ? [] : alternativesOf(shape)).flatMap((one) => {
    const kinds = kindsOf(one);
    if (!kinds.includes(container) && !kinds.includes('anything')) return [];
    const part = pick(one) ?? {};
    if (part === true) return [{}];
    return isJsonObject(part) ? [part] : [];
  });
  return parts.length > 1 ? { anyOf: parts } : (parts[0] ?? null);
}

function alternativesOf(shape: JsonObject): JsonObject[] {
  const { anyOf } = shape;
  return Array.isArray(anyOf) ? anyOf.filter(isJsonObject).flatMap(alternativesOf) : [shape];
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
