import type { Reader, WriteTransaction } from '../ports/database';
import { orNull } from '../rows/sound-rows';
import { type Table, tableKeys } from './table-keys';

/** A row of any table. Its columns are what Prisma reads: texts, numbers, booleans, dates and nulls. */
export type Row = Record<string, unknown>;

type Rows = {
  findMany(query: object): Promise<Row[]>;
  count(query?: object): Promise<number>;
  createMany(query: { data: Row[] }): Promise<unknown>;
  deleteMany(query: object): Promise<unknown>;
};

/** Reports a row that Prisma cannot read. Nothing can copy it. */
export class UnreadableRows extends Error {
  constructor(readonly table: Table) {
    super(`A row of the table ${table} is damaged.`);
  }
}

/** Opens one table of a database or a transaction. The compiler does not connect the name of a table with it. */
export function rowsOf(client: Reader | WriteTransaction, table: Table): Rows {
  const name = `${table[0]?.toLowerCase()}${table.slice(1)}` as keyof Reader;
  return client[name] as unknown as Rows;
}

/** Reads the rows after `last`, in the order of their keys as this database has it. */
export async function readAfter(
  client: Reader,
  table: Table,
  last: Row | null,
  take: number,
): Promise<Row[]> {
  const keys: readonly [string, ...string[]] = tableKeys[table];
  // The first condition serves the index. Without it, each batch would begin at the first row of the table.
  const after = last && {
    [keys[0]]: { gte: last[keys[0]] },
    OR: keys.map((key, index) => ({ ...pick(last, keys.slice(0, index)), [key]: { gt: last[key] } })),
  };
  const query = { where: after ?? {}, orderBy: keys.map((key) => ({ [key]: 'asc' })), take };
  const rows = await orNull(rowsOf(client, table).findMany(query));
  if (rows === null) throw new UnreadableRows(table);
  return rows;
}

/** Reads the rows that have the keys of these rows, by the names of their keys. */
export async function readSame(
  client: Reader,
  table: Table,
  rows: readonly Row[],
): Promise<Map<string, Row>> {
  const found = await rowsOf(client, table).findMany({ where: whereSame(table, rows) });
  return new Map(found.map((row) => [nameKey(table, row), row]));
}

/** Selects the rows that have the keys of these rows. */
export function whereSame(table: Table, rows: readonly Row[]): object {
  const keys: readonly string[] = tableKeys[table];
  const [only = '', ...others] = keys;
  if (others.length === 0) return { [only]: { in: rows.map((row) => row[only]) } };
  return { OR: rows.map((row) => pick(row, keys)) };
}

export const nameKey = (table: Table, row: Row): string => JSON.stringify(pick(row, tableKeys[table]));

/** Tells whether two rows of one table hold the same values. */
export function isSameRow(one: Row, other: Row): boolean {
  const columns = Object.keys(one);
  return columns.every((column) => toText(one[column]) === toText(other[column]));
}

const toText = (value: unknown): string => `${typeof value} ${JSON.stringify(value)}`;

const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));
