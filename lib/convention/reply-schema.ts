import type { JsonObject } from '../shared/json';
import type { ToolDescription } from '../tools/toolbox.port';

/** What a reply may be, for servers that can make a model follow it: a call of one of these tools, or `{"answer": "…"}`. */
export function buildReplySchema(tools: readonly ToolDescription[]): JsonObject {
  const calls = tools.map(({ name, schema }) =>
    toObject({ tool: { const: name }, parameters: schema, terminate: { type: 'boolean' } }),
  );
  return { type: 'object', anyOf: [...calls, toObject({ answer: { type: 'string' } })] };
}

const toObject = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** The words of `{"answer": "…"}`. Only for replies to requests that carried the schema; null for everything else. */
export function readAnswerObject(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'answer')) return null;
    const { answer, ...others } = value as { answer: unknown };
    return typeof answer === 'string' && Object.keys(others).length === 0 ? answer : null;
  } catch {
    return null;
  }
}
