import type { TranscriptMessage } from '../../domain/transcript';
import type { Model, ModelError, ModelReply } from '../../models/model.port';

export type CollectedReply = {
  /** Holds the text since the last restart. */
  text: string;
  restarts: number;
  waits: (string | null)[];
  reply: ModelReply | null;
  error: ModelError | null;
};

/** Reads one reply to its end, and checks that it ends with exactly one `finished` or `failed`. */
export async function collectReply(
  model: Model,
  messages: TranscriptMessage[] = [{ role: 'user', content: 'Hello' }],
  signal: AbortSignal = new AbortController().signal,
  timeLeftMs = 60_000,
): Promise<CollectedReply> {
  const collected: CollectedReply = { text: '', restarts: 0, waits: [], reply: null, error: null };
  let endings = 0;
  for await (const chunk of model.streamReply({ messages, signal, timeLeftMs })) {
    if (endings > 0) throw new Error('Something came after the end');
    if (chunk.type === 'text') collected.text += chunk.text;
    if (chunk.type === 'waiting') collected.waits.push(chunk.message);
    if (chunk.type === 'restarted') Object.assign(collected, { text: '', restarts: collected.restarts + 1 });
    if (chunk.type === 'finished') collected.reply = chunk.reply;
    if (chunk.type === 'failed') collected.error = chunk.error;
    if (chunk.type === 'finished' || chunk.type === 'failed') endings += 1;
  }
  if (endings !== 1) throw new Error(`There were ${endings} endings`);
  return collected;
}
