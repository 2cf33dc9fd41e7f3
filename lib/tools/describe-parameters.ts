import { z } from 'zod';
import type { JsonObject } from '../shared/json';
import type { ToolDescription } from './toolbox.port';

type ParameterDescription = ToolDescription['parameters'][number];

/** We use these parts of a JSON Schema, as zod writes them. */
const property = z.object({
  type: z.string().optional(),
  enum: z.array(z.json()).optional(),
  items: z.object({ type: z.string() }).optional(),
  additionalProperties: z.union([z.boolean(), z.object({ type: z.string() })]).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: z.json().optional(),
});
const objectSchema = z.object({
  properties: z.record(z.string(), property),
  required: z.array(z.string()).default([]),
});

/** Describes a schema's fields for the model: types in words, in the order of the schema. */
export function describeParameters(schema: z.ZodObject): ParameterDescription[] {
  const { properties, required } = objectSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
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
export function toShape(schema: z.ZodObject): JsonObject {
  const shape = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const key of Object.keys(jsonSchema)) {
        if (!shapeKeys.has(key)) delete jsonSchema[key];
      }
    },
  });
  const { $schema: _, ...rest } = shape;
  return JSON.parse(JSON.stringify(rest)) as JsonObject;
}

const shapeKeys = new Set([
  'type',
  'enum',
  'const',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'anyOf',
]);

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
  return field.type ?? 'anything';
}

function toDescription({ description = '', default: value }: z.infer<typeof property>): string {
  return value === undefined ? description : `${description} Default: ${JSON.stringify(value)}.`;
}
