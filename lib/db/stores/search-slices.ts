import { setImmediate as nextRound } from 'node:timers/promises';
import type { Position } from '../../domain/cursor';
import { Prisma } from '../generated/client';
import type { Database } from '../ports/database';
import { isAfter, toRest } from '../rows/paging';
import { orNull } from '../rows/sound-rows';

/** One statement searches at most this much: a megabyte takes 2 ms (docs/performance.md). */
const mostBytes = 2_000_000;
const mostConversations = 200;

/**
 * Yields the conversations after `from`, latest change first, in slices that one statement searches each. The
 * event loop turns between two slices. A null `from` means all of them.
 */
export async function* sliceForSearch(read: Database['read'], from: Position | null): AsyncGenerator<object> {
  let after = from;
  for (;;) {
    const { ends, isLast } = await findEnds(read, after);
    for (const until of ends) {
      yield { AND: [isAfter('Conversation', after), isUpTo(until)] };
      after = until;
      await nextRound();
    }
    if (!isLast) continue;
    yield await toRest(read, 'Conversation', after, Prisma.sql`"deletedAt" IS NULL`);
    return;
  }
}

/**
 * Finds the ends of slices among the next conversations. With `isLast`, the conversations after the last end
 * are one more slice.
 */
async function findEnds(
  read: Database['read'],
  after: Position | null,
): Promise<{ ends: Position[]; isLast: boolean }> {
  const rows = await weighConversations(read, after);
  const ends: Position[] = [];
  let bytes = 0;
  rows.forEach((row, index) => {
    const next = rows[index + 1];
    bytes += row.bytes;
    const isFull = next ? bytes + next.bytes > mostBytes : rows.length === mostConversations;
    if (!row.place || !isFull) return;
    ends.push(row.place);
    bytes = 0;
  });
  // Without a place to go on from, one statement searches the rest.
  return { ends, isLast: rows.length < mostConversations || ends.length === 0 };
}

/** Weighs the next conversations. `place` is null where it cannot be read. */
async function weighConversations(
  read: Database['read'],
  after: Position | null,
): Promise<{ place: Position | null; bytes: number }[]> {
  const isNext = after
    ? Prisma.sql`"updatedAt" <= ${after.at} AND ("updatedAt" < ${after.at} OR "id" < ${after.id})`
    : Prisma.sql`1 = 1`;
  const rows = await orNull(read.$queryRaw<{ id: unknown; updatedAt: unknown; bytes: unknown }[]>`
    SELECT "id", "updatedAt",
      (SELECT sum(octet_length("text")) FROM "SearchText" WHERE "conversationId" = "Conversation"."id") AS "bytes"
    FROM "Conversation" WHERE "deletedAt" IS NULL AND ${isNext}
    ORDER BY "updatedAt" DESC, "id" DESC LIMIT ${mostConversations}`);
  return (rows ?? []).map(({ id, updatedAt, bytes }) => ({
    place: toPlace(updatedAt, id),
    bytes: Number(bytes ?? 0),
  }));
}

function toPlace(at: unknown, id: unknown): Position | null {
  const isReadable = typeof id === 'string' && at instanceof Date && !Number.isNaN(at.getTime());
  return isReadable ? { at, id } : null;
}

/** Selects the other side of `isAfter`. */
function isUpTo({ at, id }: Position): Prisma.ConversationWhereInput {
  return { updatedAt: { gte: at }, OR: [{ updatedAt: { gt: at } }, { updatedAt: at, id: { gte: id } }] };
}
