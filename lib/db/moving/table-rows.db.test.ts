import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../open-database';
import type { Database, WriteTransaction } from '../ports/database';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { type Row, readAfter } from './table-rows';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await openPostgresql();
  database = await openDatabase({ url: await server.createDatabase(), prismaDir: path.resolve('prisma') });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const [workflows, revisions, batch] = [200, 10, 50];

/** Counts the rows that PostgreSQL has read so far in this transaction, also those that it left out. */
async function countRead(transaction: WriteTransaction): Promise<number> {
  const [counts] = await transaction.$queryRaw<{ read: number }[]>`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS "read" FROM pg_stat_xact_user_tables
    WHERE relname = 'WorkflowRevision'`;
  return counts?.read ?? 0;
}

it('reads a table with a key of two columns in batches, and hardly a row twice', async () => {
  const data = Array.from({ length: workflows * revisions }, (_, index) => ({
    workflowId: `workflow-${String(Math.floor(index / revisions)).padStart(3, '0')}`,
    revision: `${index % revisions}`,
    source: 'A workflow.',
    firstUsedAt: new Date(),
  }));
  const [readRows, keys] = await database.write(async (transaction) => {
    await transaction.workflowRevision.createMany({ data });
    await transaction.$executeRaw`ANALYZE "WorkflowRevision"`;
    const before = await countRead(transaction);
    const found: Row[] = [];
    for (;;) {
      const rows = await readAfter(transaction, 'WorkflowRevision', found.at(-1) ?? null, batch);
      if (rows.length === 0) break;
      found.push(...rows);
    }
    return [
      (await countRead(transaction)) - before,
      found.map((row) => `${row['workflowId']} ${row['revision']}`),
    ];
  });
  expect(keys).toEqual(data.map((row) => `${row.workflowId} ${row.revision}`));
  // Batches that begin at the first row of the table read 18 times as many. Near the end, PostgreSQL may sort all
  // rows that are left.
  expect(readRows).toBeLessThan(2 * data.length);
});
