import type { TranscriptMessage } from '../domain/transcript';

const kept = new WeakMap<TranscriptMessage, Buffer>();

/**
 * Returns the JSON of a chat request, in UTF-8. Each step sends all messages of the step before, so the bytes
 * of a message are cached as long as the message exists, and a long run does not encode them again at each
 * step. `fields` must have at least one field.
 */
export function toRequestBody(
  messages: readonly TranscriptMessage[],
  fields: Record<string, unknown>,
): Uint8Array {
  const [first, ...others] = messages.map(toBytes);
  const beginning = Buffer.from('{"messages":[');
  const end = Buffer.from(`],${JSON.stringify(fields).slice(1)}`);
  return Buffer.concat([beginning, first?.subarray(comma.length) ?? empty, ...others, end]);
}

const comma = ',';
const empty = Buffer.alloc(0);

/** Puts a comma before the message. */
function toBytes(message: TranscriptMessage): Buffer {
  const known = kept.get(message);
  if (known !== undefined) return known;
  const bytes = Buffer.from(comma + JSON.stringify(message));
  kept.set(message, bytes);
  return bytes;
}
