import { DamagedRow, orDamage } from './damaged-row.port';
import { Prisma } from './generated/client';
import { nameOf } from './read-row';
import type { StoredTable } from './stored-rows';

/** Prisma's code for a value that is not of its column's type. */
const inconsistentData = 'P2023';

/** One row. Throws `DamagedRow` for one that Prisma cannot read. */
export async function readOne<Row>(table: StoredTable, key: object, find: () => Promise<Row>): Promise<Row> {
  try {
    return await find();
  } catch (error) {
    if (isUnreadable(error)) throw new DamagedRow(table, nameOf(key), 'a column has a value of another type');
    throw error;
  }
}

/** Prisma answers no row at all when it cannot read one of them: then each is read alone, by its key. */
export async function readEach<Row, Key extends object>(
  table: StoredTable,
  findRows: () => Promise<Row[]>,
  findKeys: () => Promise<Key[]>,
  findRow: (key: Key) => Promise<Row | null>,
): Promise<(Row | DamagedRow)[]> {
  try {
    return await findRows();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
  }
  const rows: (Row | DamagedRow)[] = [];
  for (const key of await findKeys()) {
    const row = await orDamage(readOne(table, key, () => findRow(key)));
    if (row !== null) rows.push(row);
  }
  return rows;
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

function isUnreadable(error: unknown): boolean {
  // The adapter's own error, for a value that is the result of an expression.
  if (error instanceof Error && error.name === 'UnexpectedTypeError') return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === inconsistentData;
}
