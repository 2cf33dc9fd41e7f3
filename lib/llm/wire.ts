import { z } from 'zod';
import { isJsonObject } from '../shared/json';

/** Servers leave out different fields, or send them as null. These shapes accept all of that and read only what we use. */
const optionalText = z.string().nullish().catch(null);

const part = z.looseObject({ type: z.string().optional(), text: z.string().optional() });

const functionCall = z.object({
  name: optionalText,
  /** Text in the standard. Some servers send the object itself. */
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

const toolCall = z.object({
  index: z.number().int().nullish().catch(null),
  id: optionalText,
  function: functionCall.nullish(),
});
export type WireToolCall = z.infer<typeof toolCall>;

/** Leaves out `reasoning_content` and its like: a model's reasoning is not its reply. */
const message = z.object({
  content: z.union([z.string(), z.array(part)]).nullish(),
  refusal: optionalText,
  tool_calls: z.array(toolCall).nullish(),
  function_call: functionCall.nullish(),
});
export type WireMessage = z.infer<typeof message>;

const choice = z.object({
  delta: message.nullish(),
  message: message.nullish(),
  /** The old completions format, which a few servers still send. */
  text: optionalText,
  finish_reason: z.string().nullish().catch(null),
});

/** The shape of both a chunk of a stream and a plain response. */
export const wireAnswer = z.object({
  model: optionalText,
  choices: z.array(choice),
});
export type WireAnswer = z.infer<typeof wireAnswer>;

/** A chunk that has more than the role: text, reasoning or a call begins. */
export function hasBegun(data: unknown): boolean {
  const choices = isJsonObject(data) ? data['choices'] : null;
  const choice = Array.isArray(choices) && choices.length === 1 ? choices[0] : null;
  const delta = isJsonObject(choice) ? choice['delta'] : null;
  if (!isJsonObject(delta)) return false;
  return Object.entries(delta).some(([name, value]) => name !== 'role' && !isNothing(value));
}

/** As servers send a field that they do not use. */
function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The text of a message, from a string or from parts. */
export function textOf(content: WireMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((item) => (item.type === undefined || item.type === 'text' ? (item.text ?? '') : ''))
    .join('');
}
