import { Prisma } from '../generated/client';
import { DamagedRow } from '../ports/damaged-row.port';
import { nameOf } from './read-row';
import type { StoredTable } from './stored-rows';

/** Prisma reports this code when a value does not have its column's type. */
const inconsistentData = 'P2023';

const problem = 'a column has a value of another type';

/** Reads one row. Throws `DamagedRow` for a row that Prisma cannot read. */
export async function readOne<Row>(table: StoredTable, key: object, find: () => Promise<Row>): Promise<Row> {
  try {
    return await find();
  } catch (error) {
    if (isUnreadable(error)) throw new DamagedRow(table, nameOf(key), problem);
    throw error;
  }
}

/** Selects rows and their order, as `findMany` takes them. */
type Selection = { where?: object; orderBy?: object; skip?: number; take?: number };

/**
 * Reads rows, and damaged ones as `DamagedRow`. When Prisma cannot read one row, it answers none of them, so
 * this function reads each row alone. It finds a row by its place in the selection, because the damage may be
 * in its key. `findKeys` reads the names of rows. A row that someone writes meanwhile may be missed or read
 * twice.
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

/** Two rows without an id in one list need two names. */
const nameWithoutId = (number: number) => `without a readable id${number === 1 ? '' : `, no. ${number}`}`;

function none(error: unknown): [] {
  if (isUnreadable(error)) return [];
  throw error;
}

/** Reads on with the sound rows. A `DamagedRow` that `read` throws takes the place of its row. */
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

/** Tells whether a read failed because of a row's content. */
export function isUnreadable(error: unknown): boolean {
  // The adapter throws this itself when the value is the result of an expression.
  if (error instanceof Error && error.name === 'UnexpectedTypeError') return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === inconsistentData;
}
