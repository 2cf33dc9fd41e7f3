import type { ModelMessage } from './model.port';
import type { ModelServer } from './model-server';
import { createOpenAiModel } from './openai-model';

export type ConnectionTest = {
  ok: boolean;
  /** The model's real answer, or the real error in plain words. */
  message: string;
  durationMs: number;
};

const QUESTION: ModelMessage[] = [
  { role: 'user', content: 'Reply with one short sentence: say that you are ready.' },
];

/** Asks the model one short question, by the same way that runs take. One minute at most. */
export async function testConnection(
  target: ModelServer & { model: string },
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<ConnectionTest> {
  const startedAt = performance.now();
  const timeoutMs = options.timeoutMs ?? 60_000;
  const limits = { requestTimeoutMs: timeoutMs, idleTimeoutMs: timeoutMs, retryDelayMs: 500 };
  const model = createOpenAiModel({ ...target, ...limits, name: target.model });
  const signal = options.signal ?? new AbortController().signal;
  const result = (ok: boolean, message: string): ConnectionTest => ({
    ok,
    message,
    durationMs: Math.round(performance.now() - startedAt),
  });
  for await (const chunk of model.streamReply({ messages: QUESTION, signal })) {
    if (chunk.type === 'failed') return result(false, chunk.error.message);
    if (chunk.type === 'finished') return result(true, toAnswer(chunk.reply.content));
  }
  return result(false, 'The answer ended without a result.');
}

function toAnswer(content: string): string {
  const text = content.trim();
  if (text === '') return '(It answered, with nothing in it.)';
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
