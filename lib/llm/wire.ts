import { z } from 'zod';

/** Servers differ in what they leave out or send as null; only what we use is read, and only loosely. */
const optionalText = z.string().nullish().catch(null);

const part = z.looseObject({ type: z.string().optional(), text: z.string().optional() });

const functionCall = z.object({
  name: optionalText,
  /** Text by the standard; some servers send the object itself. */
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
});

const toolCall = z.object({
  index: z.number().int().nullish().catch(null),
  id: optionalText,
  function: functionCall.nullish(),
});
export type WireToolCall = z.infer<typeof toolCall>;

/** `reasoning_content` and the like are not read: a model's thoughts are no answer. */
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
  /** The old completions form, still sent by a few servers. */
  text: optionalText,
  finish_reason: z.string().nullish().catch(null),
});

/** A chunk of a stream and a whole answer alike. */
export const wireAnswer = z.object({
  model: optionalText,
  choices: z.array(choice),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});
export type WireAnswer = z.infer<typeof wireAnswer>;

const errorBody = z.union([
  z.string(),
  z.object({ message: z.string(), code: z.union([z.string(), z.number()]).nullish().catch(null) }),
]);

/** An error inside an answer of status 200, as OpenRouter, LM Studio and llama.cpp send it. */
export const wireError = z.object({ error: errorBody });

/** The text of a message, whichever way it was sent. */
export function textOf(content: WireMessage['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? [])
    .map((item) => (item.type === undefined || item.type === 'text' ? (item.text ?? '') : ''))
    .join('');
}
