import { z } from 'zod';
import type { DemoMessage } from './read-turn';

export const demoModelId = 'countersign-demo';

const completionBody = z.object({
  model: z.string(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});

export type CompletionRequest = { messages: DemoMessage[]; isStream: boolean; withUsage: boolean };

/** Parses a request of the API, or returns the error that the API would answer with. */
export function parseCompletionBody(
  text: string,
): { ok: true; request: CompletionRequest } | { ok: false; status: number; message: string } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, status: 400, message: 'The body is not JSON.' };
  }
  const body = completionBody.safeParse(data);
  if (!body.success) return { ok: false, status: 400, message: z.prettifyError(body.error) };
  const { model, messages, stream, stream_options: options } = body.data;
  if (model !== demoModelId) {
    return {
      ok: false,
      status: 404,
      message: `The model "${model}" does not exist; there is only ${demoModelId}.`,
    };
  }
  const request = { messages, isStream: stream === true, withUsage: options?.include_usage === true };
  return { ok: true, request };
}

/** Builds a complete answer of the API. */
export function toCompletion(text: string, messages: readonly DemoMessage[]) {
  const message = { role: 'assistant', content: text };
  return {
    ...envelope('chat.completion'),
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: estimateUsage(text, messages),
  };
}

/** Builds the chunks of a streamed answer, without `[DONE]`. */
export function toChunks(text: string, { messages, withUsage }: CompletionRequest): object[] {
  const chunk = (delta: object, finishReason: string | null = null) => ({
    ...envelope('chat.completion.chunk'),
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  });
  const usage = { ...envelope('chat.completion.chunk'), choices: [], usage: estimateUsage(text, messages) };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...cutIntoPieces(text).map((content) => chunk({ content })),
    chunk({}, 'stop'),
    ...(withUsage ? [usage] : []),
  ];
}

function envelope(object: string) {
  return { id: 'chatcmpl-demo', object, created: 0, model: demoModelId };
}

/** Splits a text into pieces of a few words each, and never splits a character. */
function cutIntoPieces(text: string): string[] {
  return text.match(/[\s\S]{1,16}(?:\s+|(?=[^\s])|$)/gu) ?? [];
}

/** Estimates tokens: a token has about four characters. */
function estimateUsage(text: string, messages: readonly DemoMessage[]) {
  const characters = messages.reduce((sum, message) => sum + message.content.length, 0);
  const [prompt, completion] = [Math.ceil(characters / 4), Math.ceil(text.length / 4)];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
