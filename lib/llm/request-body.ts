import type { TranscriptMessage } from '../domain/transcript';

const kept = new WeakMap<TranscriptMessage, Buffer>();

/**
 * The JSON of a chat request, in UTF-8. Each step sends all messages of the one before, so the bytes of a message are kept as long as the
 * message: a long run does not make all of them again at each step. `fields` has at least one field.
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

/** With a comma before it. */
function toBytes(message: TranscriptMessage): Buffer {
  const known = kept.get(message);
  if (known !== undefined) return known;
  const bytes = Buffer.from(comma + JSON.stringify(message));
  kept.set(message, bytes);
  return bytes;
}
