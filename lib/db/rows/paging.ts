import { nextCursor, type Position } from '../../shared/cursor';
import { Prisma } from '../generated/client';
import { DamagedRow, partDamaged } from '../ports/damaged-row.port';
import type { Database } from '../ports/database';
import type { Page } from '../ports/stores.port';
import { mapSound } from './read-each';

/**
 * Builds a page from `rows`, queried from `cursor` on with one row more than `limit`. The extra row tells
 * whether there is a next page.
 */
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
 * Lists the readable ids of damaged rows without a time. These rows come last in a list that begins with the
 * latest, and no comparison with a position finds them.
 */
export async function listWithoutTime(
  read: Database['read'],
  table: keyof typeof timeColumns,
  condition: Prisma.Sql,
): Promise<string[]> {
  const [name, time] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${timeColumns[table]}"`)];
  // SQLite takes IS NULL to be false for a column that must not be NULL, so NULL is a value here.
  const rows = await read.$queryRaw<{ id: unknown }[]>`
    SELECT "id" FROM ${name} WHERE ${time} IS NOT DISTINCT FROM ${null} AND ${condition} ORDER BY "id" DESC LIMIT ${mostWithoutTime}`;
  return rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}
