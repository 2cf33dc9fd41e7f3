import { DamagedRow } from './damaged-row.port';
import { Prisma } from './generated/client';
import { nameOf } from './read-row';
import type { StoredTable } from './stored-rows';

/** Prisma's code for a value that is not of its column's type. */
const inconsistentData = 'P2023';

const problem = 'a column has a value of another type';

/** One row. Throws `DamagedRow` for one that Prisma cannot read. */
export async function readOne<Row>(table: StoredTable, key: object, find: () => Promise<Row>): Promise<Row> {
  try {
    return await find();
  } catch (error) {
    if (isUnreadable(error)) throw new DamagedRow(table, nameOf(key), problem);
    throw error;
  }
}

/** Rows in their order, as `findMany` is asked for them. */
type Selection = { where?: object; orderBy?: object; skip?: number; take?: number };

/**
 * Prisma answers no row at all when it cannot read one of them: then each is read alone. It is found by its place in the selection, for
 * its key may be what is damaged; `findKeys` reads the names of rows. One that is written meanwhile may be missed or read twice.
 */
export async function readEach<Selected extends Selection, Row>(
  table: StoredTable,
  selected: Selected,
  findRows: (selected: Selected) => Promise<Row[]>,
  findKeys: (selected: Selected) => Promise<object[]>,
): Promise<(Row | DamagedRow)[]> {
  try {
    return await findRows(selected);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  const { skip = 0, take = Number.POSITIVE_INFINITY } = selected;
  const rows: (Row | DamagedRow)[] = [];
  let nameless = 0;
  for (let place = skip; place < skip + take; place += 1) {
    const one = { ...selected, skip: place, take: 1 };
    try {
      const [row] = await findRows(one);
      if (row === undefined) break;
      rows.push(row);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      const [key] = await findKeys(one).catch(none);
      if (!key) nameless += 1;
      rows.push(new DamagedRow(table, key ? nameOf(key) : nameWithoutId(nameless), problem));
    }
  }
  return rows;
}

/** Two of one list are two. */
const nameWithoutId = (number: number) => `without a readable id${number === 1 ? '' : `, no. ${number}`}`;

function none(error: unknown): [] {
  if (isUnreadable(error)) return [];
  throw error;
}

/** Goes on with the rows that could be read; what `read` throws about one takes its place. */
export function mapSound<Row, Item>(
  rows: readonly (Row | DamagedRow)[],
  read: (row: Row) => Item,
): (Item | DamagedRow)[] {
  return rows.map((row) => {
    if (row instanceof DamagedRow) return row;
    try {
      return read(row);
    } catch (error) {
      if (error instanceof DamagedRow) return error;
      throw error;
    }
  });
}

/** Whether a read failed because of what a row holds. */
export function isUnreadable(error: unknown): boolean {
  // The adapter's own error, for a value that is the result of an expression.
  if (error instanceof Error && error.name === 'UnexpectedTypeError') return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === inconsistentData;
}
