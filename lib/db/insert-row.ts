import type { WriteTransaction } from './database';
import {
  type Approval,
  type ApprovalDecision,
  type Conversation,
  type Message,
  Prisma,
} from './generated/client';

type Rows = {
  Conversation: Conversation;
  Message: Message;
  Approval: Approval;
  ApprovalDecision: ApprovalDecision;
};

/**
 * Inserts a row on the way of a run or of a decision, through Prisma. `create` interprets a plan and reads the row back, which takes twice
 * as long (docs/performance.md).
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
