import { nextCursor, type Position } from '../shared/cursor';
import { DamagedRow, partDamaged } from './damaged-row.port';
import type { Database } from './database';
import { Prisma } from './generated/client';
import { mapSound } from './read-each';
import type { Page } from './stores.port';

/** `rows` were queried from `cursor` on, with one more than `limit`: the extra one tells whether there is a next page. */
export function toPage<Row, Item>(
  rows: (Row | DamagedRow)[],
  { cursor, limit }: { cursor: string | null; limit: number },
  position: (row: Row) => Position,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const places = shown.map((row) => (row instanceof DamagedRow ? null : position(row)));
  return {
    ...partDamaged(mapSound(shown, toItem)),
    nextCursor: rows.length > limit ? nextCursor(cursor, places) : null,
  };
}

const timeColumns = { Conversation: 'updatedAt', Run: 'createdAt', Approval: 'requestedAt' } as const;
const mostWithoutTime = 100;

/**
 * Damaged rows without a time, which come last in a list that begins with the latest. No comparison with a place finds them. Answers their
 * ids, where these can be read.
 */
export async function listWithoutTime(
  read: Database['read'],
  table: keyof typeof timeColumns,
  condition: Prisma.Sql,
): Promise<string[]> {
  const [name, time] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${timeColumns[table]}"`)];
  // NULL as a value: SQLite takes IS NULL to be false for a column that must not be NULL.
  const rows = await read.$queryRaw<{ id: unknown }[]>`
    SELECT "id" FROM ${name} WHERE ${time} IS NOT DISTINCT FROM ${null} AND ${condition} ORDER BY "id" DESC LIMIT ${mostWithoutTime}`;
  return rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}
