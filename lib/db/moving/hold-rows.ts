import { Prisma } from '../generated/client';
import type { Database } from '../ports/database';
import type { RowTarget } from './move-rows';
import { tables } from './table-keys';
import { rowsOf } from './table-rows';

const names = tables.map((table) => `"${table}"`).join(', ');

/**
 * Runs `work` as one transaction that has every table of a PostgreSQL database for itself: it reads what the last
 * writer left, and nothing of it stays when `work` throws or the process is killed. After the tables are locked,
 * no other transaction can conflict with this one, so `work` runs once and may write files.
 */
export function holdRows<Result>(
  { write }: Database,
  work: (held: RowTarget) => Promise<Result>,
): Promise<Result> {
  return write(async (transaction, runs) => {
    await transaction.$executeRaw(Prisma.raw(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`));
    return work({ read: transaction, write: (inner) => inner(transaction, runs) });
  });
}

/** Removes the rows of every table. */
export async function removeRows({ write }: RowTarget): Promise<void> {
  for (const table of tables.toReversed())
    await write((transaction) => rowsOf(transaction, table).deleteMany({}));
}

/** Tells whether no table has a row. */
export async function isWithoutRows({ read }: RowTarget): Promise<boolean> {
  for (const table of tables) if ((await rowsOf(read, table).count()) > 0) return false;
  return true;
}
