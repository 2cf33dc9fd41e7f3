import { Prisma } from '../generated/client';
import { DamagedRow } from '../ports/damaged-row.port';
import type { WriteTransaction } from '../ports/database';
import type { Listed } from '../ports/listed.port';
import { nameOf } from './read-row';
import type { StoredTable } from './stored-rows';

/**
 * Every read of rows goes through this filter: what is damaged takes no sound row with it. No caller needs to
 * know what damage looks like.
 */

/** Prisma reports this code when a value does not have its column's type. */
const inconsistentData = 'P2023';

const problem = 'a column has a value of another type';

/** Has the key of each table that lists are read from. */
const keys = {
  Account: { actorId: true },
  Actor: { id: true },
  ApiToken: { id: true },
  Approval: { id: true },
  AuditEntry: { id: true },
  Conversation: { id: true },
  OneTimeCode: { id: true },
  Passkey: { id: true },
  Run: { id: true },
  Server: { id: true },
  Session: { id: true },
  Setting: { key: true },
  SystemPrompt: { id: true },
  SystemPromptVersion: { promptId: true, version: true },
} satisfies { [Table in StoredTable]?: object };

export type ListedTable = keyof typeof keys;
type Delegate<Table extends ListedTable> = WriteTransaction[Uncapitalize<Table>];
export type Query<Table extends ListedTable> = Prisma.Args<Delegate<Table>, 'findMany'>;
export type RowOf<Table extends ListedTable, Selected> = Prisma.Result<
  Delegate<Table>,
  Selected,
  'findMany'
>[number];
export type Client<Table extends ListedTable> = Pick<WriteTransaction, Uncapitalize<Table>>;

/**
 * Reads the rows that `query` selects, as `findMany` takes it, and builds an item of each sound one. A row is
 * damaged if Prisma or `toItem` (`readRow`) cannot read it.
 */
export async function readRows<Table extends ListedTable, const Selected extends Query<Table>, Item>(
  client: Client<Table>,
  table: Table,
  query: Selected,
  toItem: (row: RowOf<Table, Selected>) => Item,
): Promise<Listed<Item>> {
  return siftRows(await readEach<Table, Selected>(client, table, query), toItem);
}

/** Builds an item of each sound row. `rows` were read before, and may hold what `readEach` found damaged. */
export function siftRows<Row, Item>(
  rows: readonly (Row | DamagedRow)[],
  toItem: (row: Row) => Item,
): Listed<Item> {
  const listed: Listed<Item> = { items: [], damaged: [] };
  rows.forEach((row, place) => {
    try {
      if (row instanceof DamagedRow) throw row;
      listed.items.push(toItem(row));
    } catch (error) {
      if (!(error instanceof DamagedRow)) throw error;
      listed.damaged.push({ id: error.id, message: error.message, place });
    }
  });
  return listed;
}

/**
 * Works on all rows that `query` selects, batch by batch, until none is left. `work` changes its rows so that
 * `query` selects them no more. Damaged rows stay, and the next batch begins after them.
 */
export async function forEachBatch<Table extends ListedTable, const Selected extends Query<Table>, Item>(
  client: Client<Table>,
  table: Table,
  query: Selected & { take: number },
  toItem: (row: RowOf<Table, Selected>) => Item,
  work: (items: Item[]) => Promise<void>,
): Promise<void> {
  for (let skip = 0; ; ) {
    const { items, damaged } = await readRows<Table, Selected, Item>(
      client,
      table,
      { ...query, skip },
      toItem,
    );
    if (items.length + damaged.length === 0) return;
    await work(items);
    skip += damaged.length;
  }
}

/** Selects rows and their order. */
type Selection = { where?: object; orderBy?: object; skip?: number; take?: number };
type Found = { findMany(query: object): Promise<object[]> };

/**
 * When Prisma cannot read one row, it answers none of them, so this function reads each row alone. It finds a
 * row by its place in the selection, because the damage may be in its key. A row that someone writes
 * meanwhile may be missed or read twice.
 */
export async function readEach<Table extends ListedTable, Selected extends Query<Table>>(
  client: Client<Table>,
  table: Table,
  query: Selected,
): Promise<(RowOf<Table, Selected> | DamagedRow)[]> {
  type Row = RowOf<Table, Selected>;
  const delegate = `${table[0]?.toLowerCase()}${table.slice(1)}` as Uncapitalize<Table>;
  // The compiler does not connect a generic table with its rows.
  const { findMany } = client[delegate] as unknown as Found;
  const all = await orNull(findMany(query));
  if (all) return all as Row[];
  const { where, orderBy, skip = 0, take = Number.POSITIVE_INFINITY }: Selection = query;
  const rows: (Row | DamagedRow)[] = [];
  let nameless = 0;
  for (let place = skip; place < skip + take; place += 1) {
    const one = { where, orderBy, skip: place, take: 1 };
    const found = await orNull(findMany({ ...query, ...one }));
    if (found?.length === 0) break;
    if (found) {
      rows.push(...(found as Row[]));
      continue;
    }
    const [key] = (await orNull(findMany({ ...one, select: keys[table] }))) ?? [];
    if (!key) nameless += 1;
    rows.push(new DamagedRow(table, key ? nameOf(key) : nameWithoutId(nameless), problem));
  }
  return rows;
}

/** Two rows without an id in one list need two names. */
const nameWithoutId = (number: number) => `without a readable id${number === 1 ? '' : `, no. ${number}`}`;

/** Reads what a query finds, as one. Throws `DamagedRow` if Prisma cannot read it. `key` names it. */
export async function readWhole<Answer>(
  table: StoredTable,
  key: object,
  reading: Promise<Answer>,
): Promise<Answer> {
  try {
    return await reading;
  } catch (error) {
    if (isUnreadable(error)) throw new DamagedRow(table, nameOf(key), problem);
    throw error;
  }
}

/** Returns null if what the query finds cannot be read, for answers that are worth no more reads. */
export async function orNull<Answer>(reading: Promise<Answer>): Promise<Answer | null> {
  try {
    return await reading;
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

/** Tells whether a read failed because of a row's content. */
export const isDamage = (error: unknown): boolean => error instanceof DamagedRow || isUnreadable(error);

function isUnreadable(error: unknown): boolean {
  // The adapter throws this itself when the value is the result of an expression.
  if (error instanceof Error && error.name === 'UnexpectedTypeError') return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === inconsistentData;
}
