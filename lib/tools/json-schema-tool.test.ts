import { expect, test } from 'vitest';
import type { JsonObject } from '../shared/json';
import { defineTool } from './define-tool';
import { createToolbox } from './toolbox';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1, description: 'The city.' },
    days: { type: ['integer', 'null'], minimum: 1, default: 3 },
    units: { enum: ['metric', 'imperial'] },
    type: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' } },
    odd: true,
  },
  required: ['city'],
  additionalProperties: false,
};

const forecastDefinition: Parameters<typeof defineTool<JsonObject>>[0] = {
  name: 'forecast',
  description: 'Says the weather.',
  parameters: schema,
  effect: 'sends',
  capability: 'Ask for the weather',
  isIdempotent: true,
  assess: () => ({ risk: 'low', reason: 'It only asks.', refusal: null }),
  headline: ({ city }) => `Weather in ${city}`,
  run: async (parameters) => {
    const text = JSON.stringify(parameters);
    return { summary: '', modelText: text, detail: { kind: 'text', title: '', text, language: null } };
  },
};
const forecast = defineTool(forecastDefinition);
const toolbox = createToolbox({ tools: [forecast] });
const prepare = (parameters: Record<string, string | number>) =>
  toolbox.prepare({ tool: 'forecast', parameters, listed: ['forecast'] });

test('a tool with a JSON Schema is described as one with a zod schema is', async () => {
  const [described] = await toolbox.describe(['forecast']);
  expect(described?.parameters).toEqual([
    { name: 'city', label: 'City', type: 'string', required: true, description: 'The city.' },
    { name: 'days', label: 'Days', type: 'integer or null', required: false, description: ' Default: 3.' },
    { name: 'units', label: 'Units', type: 'one of "metric" | "imperial"', required: false, description: '' },
    { name: 'type', label: 'Type', type: 'array of string', required: false, description: '' },
    { name: 'odd', label: 'Odd', type: 'anything', required: false, description: '' },
  ]);
  expect(described?.schema).toEqual({
    type: 'object',
    properties: {
      city: { type: 'string' },
      days: { type: ['integer', 'null'] },
      units: { enum: ['metric', 'imperial'] },
      type: { type: 'array', items: { type: 'string' } },
      odd: true,
    },
    required: ['city'],
    additionalProperties: false,
  });
});

test('its calls are checked before anything else, and a good one runs with what the model wrote', async () => {
  const messageOf = async (parameters: Record<string, string | number>) => {
    const prepared = await prepare(parameters);
    return prepared.status === 'malformed' ? prepared.message : prepared.headline;
  };
  expect(await messageOf({})).toBe('"city" is missing: expected string.');
  expect(await messageOf({ city: 7 })).toBe('"city": expected string, got number 7.');
  expect(await messageOf({ city: 'Rome', wind: 1 })).toContain('Unknown: "wind"; the parameters are city,');
  expect(await messageOf({ city: 'Rome', units: 'stones' })).toContain('expected one of "metric"');
  expect(await messageOf({ city: 'Rome' })).toBe('Weather in Rome');
  const call = { tool: 'forecast', parameters: { city: 'Rome', units: 'metric' }, targetFingerprint: null };
  const outcome = await toolbox.execute(call, new AbortController().signal);
  expect(outcome).toMatchObject({ ok: true, modelText: expect.stringContaining('"units":"metric"') });
});

test('a JSON Schema that cannot be checked is no tool', () => {
  const parameters = { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } };
  expect(() => defineTool({ ...forecastDefinition, parameters })).toThrow();
});
