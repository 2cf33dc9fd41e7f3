import { nextCursor, type Position, readCursor } from '../../domain/cursor';
import { Prisma } from '../generated/client';
import { DamagedRow } from '../ports/damaged-row.port';
import type { Database } from '../ports/database';
import type { Listed } from '../ports/listed.port';
import type { Page } from '../ports/stores.port';
import { type Client, type Query, type RowOf, readEach, siftRows } from './sound-rows';

const timeColumns = {
  Conversation: 'updatedAt',
  Run: 'createdAt',
  Approval: 'requestedAt',
  AuditEntry: 'at',
} as const;
type PagedTable = keyof typeof timeColumns;
type Order = 'asc' | 'desc';
type Reader = Pick<Database['read'], '$queryRaw'>;

const mostWithoutTime = 100;

/** `scope` repeats the part of `query.where` that keeps the search for rows without a time small. */
type PagedList<Selected> = { query: Selected; scope: Prisma.Sql; order?: Order };

/**
 * Reads the page of a list that begins at `cursor`, ordered by time, with at most `limit` rows. It reads one
 * row more, which tells whether there is a next page. `slices` divides the list from the cursor on into parts
 * that follow each other. A statement of its own reads each of them.
 */
export async function readPage<Table extends PagedTable, const Selected extends Query<Table>, Item>(
  read: Client<Table> & Reader,
  table: Table,
  { slices, ...list }: PagedList<Selected> & { slices?: AsyncIterable<object> | undefined },
  { cursor, limit }: { cursor: string | null; limit: number },
  toItem: (row: RowOf<Table, Selected>) => Item,
): Promise<Page<Item>> {
  const readFrom = (selected: Selected) => readEach<Table, Selected>(read, table, selected);
  const rows = slices
    ? await readSlices(table, list, slices, { cursor, limit }, readFrom)
    : await readFrom({ ...(await toSelection(read, table, list, cursor)), take: limit + 1 });
  const shown = rows.slice(0, limit);
  const time = timeColumns[table];
  const places = shown.map((row) => {
    if (row instanceof DamagedRow) return null;
    const { id, [time]: at } = row as { id: string } & Record<typeof time, Date>;
    return { at, id };
  });
  return {
    ...siftRows(shown, toItem),
    nextCursor: rows.length > limit ? nextCursor(cursor, places) : null,
  };
}

/** Selects the rows of the list from `cursor` on, in their order. */
export async function toSelection<Selected extends { where?: object }>(
  read: Reader,
  table: PagedTable,
  { query, scope, order = 'desc' }: PagedList<Selected>,
  cursor: string | null,
): Promise<Selected & { skip: number }> {
  const { after, skip } = readCursor(cursor);
  // Rows without a time come last in a list that begins with the latest.
  const rest = order === 'desc' ? await toRest(read, table, after, scope) : isAfter(table, after, order);
  return { ...query, where: { AND: [query.where ?? {}, rest] }, orderBy: toOrder(table, order), skip };
}

const toOrder = (table: PagedTable, order: Order) => [{ [timeColumns[table]]: order }, { id: order }];

async function readSlices<Selected extends { where?: object }, Row>(
  table: PagedTable,
  { query, order = 'desc' }: PagedList<Selected>,
  slices: AsyncIterable<object>,
  { cursor, limit }: { cursor: string | null; limit: number },
  readFrom: (selected: Selected) => Promise<Row[]>,
): Promise<Row[]> {
  const { skip } = readCursor(cursor);
  const most = skip + limit + 1;
  const rows: Row[] = [];
  for await (const slice of slices) {
    const where = { AND: [query.where ?? {}, slice] };
    const orderBy = toOrder(table, order);
    rows.push(...(await readFrom({ ...query, where, orderBy, take: most - rows.length })));
    if (rows.length === most) break;
  }
  return rows.slice(skip);
}

/** Selects rows after this place in the list. The first condition serves the index. */
export function isAfter(table: PagedTable, place: Position | null, order: Order = 'desc'): object {
  if (!place) return {};
  const { at, id } = place;
  const time = timeColumns[table];
  const beyond = order === 'desc' ? 'lt' : 'gt';
  return {
    [time]: { [`${beyond}e`]: at },
    OR: [{ [time]: { [beyond]: at } }, { [time]: at, id: { [beyond]: id } }],
  };
}

/**
 * Selects rows after this place in a list that begins with the latest, down to the rows without a time, which
 * no comparison with a place finds.
 */
export async function toRest(
  read: Reader,
  table: PagedTable,
  place: Position | null,
  scope: Prisma.Sql,
): Promise<object> {
  const rest = isAfter(table, place);
  if (!place) return rest;
  const [name, time] = [Prisma.raw(`"${table}"`), Prisma.raw(`"${timeColumns[table]}"`)];
  // SQLite takes IS NULL to be false for a column that must not be NULL, so NULL is a value here.
  const rows = await read.$queryRaw<{ id: unknown }[]>`
    SELECT "id" FROM ${name} WHERE ${time} IS NOT DISTINCT FROM ${null} AND ${scope} ORDER BY "id" DESC LIMIT ${mostWithoutTime}`;
  const last = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return last.length > 0 ? { OR: [rest, { id: { in: last } }] } : rest;
}

/** Lists the same rows in the other order. */
export function toReversed<Item>({ items, damaged }: Listed<Item>): Listed<Item> {
  const last = items.length + damaged.length - 1;
  return {
    items: items.toReversed(),
    damaged: damaged.toReversed().map((row) => ({ ...row, place: last - row.place })),
  };
}

/** Lists the rows of both lists, those of `first` before those of `second`. */
export function joinListed<Item>(first: Listed<Item>, second: Listed<Item>): Listed<Item> {
  const count = first.items.length + first.damaged.length;
  const damaged = second.damaged.map((row) => ({ ...row, place: count + row.place }));
  return { items: [...first.items, ...second.items], damaged: [...first.damaged, ...damaged] };
}
