/**
 * These functions write the rows of a run or a decision through Prisma's `$executeRaw`. `create` and
 * `updateMany` first interpret a plan, and `create` reads the row back, which takes twice as long
 * (docs/performance.md). Names come from the code, and values are bound.
 */

import {
  type Approval,
  type ApprovalDecision,
  type Conversation,
  type Message,
  Prisma,
} from '../generated/client';
import type { WriteTransaction } from '../ports/database';

type Rows = {
  Conversation: Conversation;
  Message: Message;
  Approval: Approval;
  ApprovalDecision: ApprovalDecision;
};

export async function insertRow<Table extends keyof Rows>(
  transaction: Pick<WriteTransaction, '$executeRaw'>,
  table: Table,
  row: Rows[Table],
): Promise<void> {
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const target = Prisma.raw(`"${table}" (${columns.join(', ')})`);
  await transaction.$executeRaw(
    Prisma.sql`INSERT INTO ${target} VALUES (${Prisma.join(Object.values(row))})`,
  );
}

/** Changes the rows that have all these values, and returns their number. */
export function updateRows<Table extends keyof Rows>(
  transaction: Pick<WriteTransaction, '$executeRaw'>,
  table: Table,
  where: Partial<{ [Column in keyof Rows[Table]]: NonNullable<Rows[Table][Column]> }>,
  data: Partial<Rows[Table]>,
): Promise<number> {
  return transaction.$executeRaw(
    Prisma.sql`UPDATE ${Prisma.raw(`"${table}"`)} SET ${equations(data, ', ')} WHERE ${equations(where, ' AND ')}`,
  );
}

function equations(values: object, separator: string): Prisma.Sql {
  const parts = Object.entries(values).map(
    ([column, value]) => Prisma.sql`${Prisma.raw(`"${column}"`)} = ${value}`,
  );
  return Prisma.join(parts, separator);
}
