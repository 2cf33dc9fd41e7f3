import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json';
import type { ToolDescription } from './toolbox.port';

type ParameterDescription = ToolDescription['parameters'][number];

/** We use these parts of a JSON Schema. A property with other ones is “anything”. */
const property = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.json()).optional(),
  items: z.object({ type: z.string().optional() }).optional(),
  additionalProperties: z.union([z.boolean(), z.object({ type: z.string() })]).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.json().optional(),
});
const objectSchema = z.object({
  properties: z.record(z.string(), property.catch({})).default({}),
  required: z.array(z.string()).default([]),
});

/** A tool of ours has a zod schema. A tool from elsewhere has a JSON Schema of an object. */
export type ParameterSchema = z.ZodObject | JsonObject;

export type ParsedBy<Schema extends ParameterSchema> = Schema extends z.ZodObject
  ? z.output<Schema>
  : JsonObject;

/** Returns one schema in both forms. Throws for a JSON Schema that cannot be checked. */
export function toBothForms(schema: ParameterSchema): { checker: z.ZodType; json: JsonObject } {
  return schema instanceof z.ZodType
    ? { checker: schema, json: z.toJSONSchema(schema, { io: 'input' }) as JsonObject }
    : { checker: z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema), json: schema };
}

/** Describes the fields of a JSON Schema for the model: types in words, in the order of the schema. */
export function describeParameters(schema: JsonObject): ParameterDescription[] {
  const { properties, required } = objectSchema.parse(schema);
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: field.title ?? toLabel(name),
    type: toTypeInWords(field),
    required: required.includes(name),
    description: toDescription(field),
  }));
}

/**
 * Returns the parameters' names and types as a JSON Schema. It leaves out lengths, ranges and patterns,
 * because servers turn them into grammars that are too large. The app checks each call anyway.
 */
export function toShape(schema: JsonObject): JsonObject {
  const parts = Object.entries(schema).flatMap(([key, value]) => {
    if (valueKeys.has(key)) return [[key, value] as const];
    if (key === 'properties' && isJsonObject(value)) {
      const properties = Object.entries(value).map(([name, part]) => [name, shapeOf(part)] as const);
      return [[key, Object.fromEntries(properties)] as const];
    }
    return schemaKeys.has(key) ? [[key, shapeOf(value)] as const] : [];
  });
  return Object.fromEntries(parts);
}

function shapeOf(part: JsonValue): JsonValue {
  if (Array.isArray(part)) return part.map(shapeOf);
  return isJsonObject(part) ? toShape(part) : part;
}

const valueKeys = new Set(['type', 'enum', 'const', 'required']);
const schemaKeys = new Set(['items', 'additionalProperties', 'anyOf']);

/** Writes `start_line` as a person reads it: "Start line". A field with an unclear name has its own title. */
function toLabel(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toTypeInWords(field: z.infer<typeof property>): string {
  if (field.enum) return `one of ${field.enum.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (field.type === 'array') return `array of ${field.items?.type ?? 'anything'}`;
  if (field.type === 'object') {
    const { additionalProperties: values } = field;
    return typeof values === 'object' ? `object with ${values.type} values` : 'object';
  }
  return Array.isArray(field.type) ? field.type.join(' or ') : (field.type ?? 'anything');
}

function toDescription({ description = '', default: value }: z.infer<typeof property>): string {
  return value === undefined ? description : `${description} Default: ${JSON.stringify(value)}.`;
}
