import type { WriteTransaction } from './database';
import { type Conversation, type Message, Prisma } from './generated/client';

type Rows = { Conversation: Conversation; Message: Message };

/**
 * Inserts one of the rows that every run begins or ends with, through Prisma. `create` interprets a plan and reads the row back, which
 * takes three times as long (docs/performance.md).
 */
export async function insertRow<Table extends keyof Rows>(
  transaction: Pick<WriteTransaction, '$executeRaw'>,
  table: Table,
  row: Rows[Table],
): Promise<void> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  // Names come from the code, values are bound.
  const target = Prisma.raw(`"${table}" (${columns.join(', ')})`);
  await transaction.$executeRaw(
    Prisma.sql`INSERT INTO ${target} VALUES (${Prisma.join(Object.values(row))})`,
  );
}
