import type { TranscriptMessage } from '../domain/transcript';

const texts = new WeakMap<TranscriptMessage, string>();

/**
 * The JSON of a chat request. Each step sends all messages of the one before, so the text of a message is kept as long as the message: a
 * long run does not serialize all of it at each step.
 */
export function toRequestBody(
  messages: readonly TranscriptMessage[],
  fields: Record<string, unknown>,
): string {
  return `{"messages":[${messages.map(toText).join(',')}],${JSON.stringify(fields).slice(1)}`;
}

function toText(message: TranscriptMessage): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = JSON.stringify(message);
  texts.set(message, text);
  return text;
}
