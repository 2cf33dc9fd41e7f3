import type { ModelReply } from '../llm/model.port';
import { contract } from '../replies/malformed';
import { type Reading, textOfReply, toMalformed } from './read-reply';

/**
 * In characters. The slowest hostile text of this size takes 24 ms to read, an ordinary one 0.5 ms. A thread costs a few
 * milliseconds more, the first one some 100 (docs/performance.md).
 */
const maxCharactersHere = 16_000;

/** Whether reading it may keep the event loop busy for too long. */
export function isLongReply({ content, toolCalls }: ModelReply): boolean {
  const sizes = toolCalls.map((call) => call.name.length + call.arguments.length);
  return sizes.reduce((sum, size) => sum + size, content.length) > maxCharactersHere;
}

/** A reply whose reading was given up. `why` is a sentence for the model. */
export function refuseLongReply(reply: ModelReply, why: string): Reading {
  const message = `${why} Nothing was executed. Send a shorter reply: write long content in several parts. ${contract}`;
  return toMalformed('too_large', message, textOfReply(reply));
}
