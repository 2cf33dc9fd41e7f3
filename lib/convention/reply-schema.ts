import { type ParsedReply, parseReply } from '../replies/parse-reply';
import type { JsonObject } from '../shared/json';
import type { ToolDescription } from '../tools/toolbox.port';

/**
 * Builds the schema of a reply, for servers that can make a model follow it: a call of one of these tools, or
 * `{"answer": "…"}`.
 */
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

/**
 * Returns the words of `{"answer": "…"}` when it is alone, in a fence, after reasoning or before a leaked
 * token. Returns null for everything else. Call it only for replies to requests that carried the schema.
 * `parse` parses the reply; a bare object does not need it.
 */
export function readAnswerObject(reply: string, parse: () => ParsedReply): string | null {
  const direct = readAnswer(reply);
  if (direct !== null) return direct;
  const parsed = parse();
  return parsed.kind === 'text' ? readAnswer(takeFence(parsed.text)) : null;
}

/** Returns true when the reply begins like an object, after any reasoning. */
export function isObjectBegun(reply: string, parse = () => parseReply(reply)): boolean {
  const parsed = parse();
  return takeFence(parsed.kind === 'text' ? parsed.text : reply).startsWith('{');
}

const fence = /^```(?:json)?[^\S\n]*\n([\s\S]*?)(?:\n```)?$/i;

const takeFence = (text: string): string => {
  const whole = text.trim();
  return (fence.exec(whole)?.[1] ?? whole).trim();
};

function readAnswer(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'answer')) return null;
    const { answer, terminate: _, ...others } = value as { answer: unknown; terminate?: unknown };
    return typeof answer === 'string' && Object.keys(others).length === 0 ? answer : null;
  } catch {
    return null;
  }
}
