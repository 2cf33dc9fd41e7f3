import type { ModelReply } from '../models/model.port';
import { contract } from '../replies/malformed';
import type { JsonValue } from '../shared/json';
import type { KnownToRun } from './judge-examples';
import { type Reading, readReply, textOfReply, toMalformedReading } from './read-reply';

/**
 * Counts characters. The slowest hostile text of this size takes 24 ms to read, an ordinary one 0.5 ms. A
 * thread costs a few milliseconds more, the first one some 100 (docs/performance.md).
 */
const maxCharactersHere = 16_000;
/**
 * Counts UTF-8 bytes; the texts that people read count as JSON. The parts kept of a reply are stored several
 * times, and each megabyte of all that keeps the event loop busy for 5 to 10 ms (docs/performance.md).
 */
const maxBytes = { answer: 1_000_000, commentary: 100_000, callReply: 2_500_000 };
/**
 * Counts objects, lists and members of a call's parameters. The longest replies of models do not have this
 * many.
 */
const maxMembers = 50_000;

/** Runs `readWithinLimits` while the event loop goes on. Rejects when `signal` is aborted. */
export type LongReplyReader = (
  reply: ModelReply,
  signal: AbortSignal,
  known?: KnownToRun,
) => Promise<Reading>;

/** Returns true when reading this reply may keep the event loop busy for too long. */
export function isLongReply({ content, toolCalls }: ModelReply): boolean {
  const sizes = toolCalls.map((call) => call.name.length + call.arguments.length);
  return sizes.reduce((sum, size) => sum + size, content.length) > maxCharactersHere;
}

/**
 * Returns the meaning of a reply of any length, small enough to be stored and shown. It cuts what people
 * read: an answer above 1 MB, and words beside a call above 100 KB. It refuses a call that is too large, and
 * never cuts one.
 */
export function readWithinLimits(reply: ModelReply, known?: KnownToRun): Reading {
  const reading = readReply(reply, known);
  if (reading.kind === 'malformed') return reading;
  if (reading.kind === 'text')
    return {
      kind: 'text',
      text: limitText(
        reading.text,
        maxBytes.answer,
        'The answer ends here: it was longer than 1 MB, and the rest was not kept.',
      ),
    };
  if (countMembers(reading.parameters) > maxMembers)
    return refuseLongReply(
      reply,
      `The parameters have more than ${maxMembers} objects, lists and members together.`,
    );
  if (Buffer.byteLength(reading.reply) > maxBytes.callReply)
    return refuseLongReply(reply, 'Your reply is longer than 2.5 MB.');
  const commentary = limitText(reading.commentary, maxBytes.commentary, 'There was more. It was not kept.');
  return { ...reading, commentary };
}

/**
 * Returns the malformed reading of a reply that the server gave up reading. `why` is a sentence for the
 * model.
 */
export function refuseLongReply(reply: ModelReply, why: string): Reading {
  const message = `${why} Nothing was executed. Send a shorter reply: write long content in several parts. ${contract}`;
  return toMalformedReading('too_large', message, textOfReply(reply));
}

const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));

/** The note has no Markdown, because the interface may show so long a text as it was written. */
function limitText(text: string, most: number, note: string): string {
  const pieceCharacters = 1_000;
  let bytes = 0;
  for (let start = 0; start < text.length; start += pieceCharacters) {
    bytes += bytesOf(text.slice(start, start + pieceCharacters));
    if (bytes > most) return `${text.slice(0, start).replace(/[\ud800-\udbff]$/, '')}\n\n(${note})`;
  }
  return text;
}

function countMembers(value: JsonValue): number {
  if (value === null || typeof value !== 'object') return 0;
  const members: JsonValue[] = Object.values(value);
  const own = 1 + (Array.isArray(value) ? 0 : members.length);
  return members.reduce<number>((sum, member) => sum + countMembers(member), own);
}
