import { drivenStatuses } from '../../domain/run';
import { failpoint } from '../../shared/failpoint';
import { Prisma, type Run as RunRow } from '../generated/client';
import type { CallChange, NewCall, RunChange, RunWriter, Taking } from '../ports/run-writer.port';
import { appendEvents, changedColumns, prepareChange, toEventValues } from './run-change-statement';
import { fromNow, now, type Query, type Statement } from './statements';

const { heartbeatAt: _, ...newRunColumns } = Prisma.RunScalarFieldEnum;
const callColumns = Object.keys(Prisma.ToolCallScalarFieldEnum);
const usageColumns = Object.keys(Prisma.UsageScalarFieldEnum);

const insertRun = prepareInsert(
  'run_insert',
  'Run',
  Object.keys(newRunColumns),
  'ON CONFLICT ("idempotencyKey") DO NOTHING',
);
const insertSnapshot = prepareInsert(
  'snapshot_insert',
  'PromptSnapshot',
  Object.keys(Prisma.PromptSnapshotScalarFieldEnum),
);
const insertWorkflow = prepareInsert(
  'workflow_insert',
  'WorkflowRevision',
  Object.keys(Prisma.WorkflowRevisionScalarFieldEnum),
  'ON CONFLICT DO NOTHING',
);
const insertEvents: Statement = { name: 'events_insert', text: appendEvents(1, '') };
const insertCall: Statement = {
  name: 'call_insert',
  text: `WITH "added" AS (
      INSERT INTO "ToolCall" (${toList(callColumns)}) VALUES (${placeholders(callColumns)})
      ON CONFLICT ("id") DO NOTHING RETURNING "id"
    )
    INSERT INTO "CallPreview" ("callId", "previewJson") SELECT "id", $${callColumns.length + 1} FROM "added"`,
};
const finishCall: Statement = {
  name: 'call_finish',
  text: 'UPDATE "ToolCall" SET "outcomeJson" = $1, "finishedAt" = $2 WHERE "id" = $3',
};
const finishOrInsertCall = prepareInsert(
  'call_finish_or_insert',
  'ToolCall',
  callColumns,
  'ON CONFLICT ("id") DO UPDATE SET "outcomeJson" = excluded."outcomeJson", "finishedAt" = excluded."finishedAt"',
);
const replaceUsage = prepareInsert(
  'usage_replace',
  'Usage',
  usageColumns,
  `ON CONFLICT ("runId", "quarter", "model") DO UPDATE SET ${usageColumns.map((name) => `"${name}" = excluded."${name}"`).join(', ')}`,
);
const upsertText = prepareInsert(
  'text_upsert',
  'SearchText',
  Object.keys(Prisma.SearchTextScalarFieldEnum),
  'ON CONFLICT ("id") DO UPDATE SET "conversationId" = excluded."conversationId", "text" = excluded."text"',
);

// The column "status" stays the same between driven states, as the schema says, so that PostgreSQL can leave the
// indexes of the row as they are.
const changes = {
  keep: prepareChange('run_keep', changedColumns),
  release: prepareChange('run_release', [...changedColumns, 'status', 'leaseOwner', 'leaseUntil']),
  request: prepareChange('run_request', [...changedColumns, 'status']),
  take: prepareChange('run_take', [...changedColumns, 'status', 'leaseOwner', 'leaseUntil']),
  withdraw: prepareChange('run_withdraw', [...changedColumns, 'status']),
};

const driven = drivenStatuses.map((status) => `'${status}'`).join(', ');
const requestDriver: Statement = {
  name: 'driver_request',
  text: `INSERT INTO "DriveRequest" ("runId", "requestedAt") SELECT "id", ${now} FROM "Run"
    WHERE "id" = $1 AND "status" IN (${driven}) ON CONFLICT DO NOTHING`,
};
const withdrawRequest: Statement = {
  name: 'driver_withdraw',
  text: 'DELETE FROM "DriveRequest" WHERE "runId" = $1',
};
const claim: Statement = {
  name: 'run_claim',
  text: `WITH "claimed" AS (
      UPDATE "Run" SET "leaseUntil" = ${fromNow('$3')}, "leaseOwner" = $2
      WHERE "id" = $1 AND "workspaceId" = coalesce($4::text, "workspaceId")
        AND ("leaseOwner" IS NULL OR "leaseOwner" = $2 OR "leaseUntil" < ${now}) RETURNING *
    ), "fulfilled" AS (DELETE FROM "DriveRequest" WHERE "runId" IN (SELECT "id" FROM "claimed"))
    SELECT * FROM "claimed"`,
};
const renew: Statement = {
  name: 'lease_renew',
  text: `UPDATE "Run" SET "leaseUntil" = ${fromNow('$3')}, "heartbeatAt" = COALESCE($4, "heartbeatAt")
    WHERE "id" = $1 AND "leaseOwner" = $2`,
};
const release: Statement = {
  name: 'lease_release',
  text: `WITH "released" AS (
      UPDATE "Run" SET "leaseOwner" = NULL, "leaseUntil" = NULL, "heartbeatAt" = $3
      WHERE "id" = $1 AND "leaseOwner" = $2 RETURNING "id", "status"
    )
    INSERT INTO "DriveRequest" ("runId", "requestedAt") SELECT "id", ${now} FROM "released"
    WHERE "status" IN (${driven}) ON CONFLICT DO NOTHING`,
};

/**
 * Tells whether one statement writes all of the change. It needs no transaction around it, and so one way to the
 * server and back.
 */
export const isOneStatement = ({ calls, usage, driver }: RunChange): boolean =>
  calls.length + usage.length === 0 && (driver === 'keep' || driver === 'release');

/**
 * Creates the writer of runs. `query` executes its statements, in a transaction that others begin and end.
 * `enqueue` puts a run that needs a driver into the queue in the same transaction.
 */
export function createRunWriter(query: Query, enqueue: (runId: string) => Promise<void>): RunWriter {
  const isWritten = async (statement: Statement, values: readonly unknown[]) =>
    (await query(statement, values)).rowCount > 0;
  const request = async (statement: Statement, runId: string, ...values: readonly unknown[]) => {
    if (await isWritten(statement, [runId, ...values])) await enqueue(runId);
  };
  const insert = ({ statement, columns }: Insertion, row: object) =>
    isWritten(statement, toValues(columns, row));
  const insertWithPreview = ({ row, previewJson }: NewCall) =>
    query(insertCall, [...toValues(callColumns, row), previewJson]);
  const changeCall = async (change: CallChange) => {
    switch (change.type) {
      case 'insert':
        return insertWithPreview(change);
      case 'finish':
        return query(finishCall, [change.outcomeJson, change.finishedAt, change.id]);
      case 'finish_or_insert':
        return insert(finishOrInsertCall, change.row);
    }
  };
  return {
    async insert({ row, taking, snapshot, workflow, events, calls, callChanges }) {
      if (!(await insert(insertRun, { ...row, ...toLease(taking) }))) return false;
      await insert(insertSnapshot, { runId: row.id, ...snapshot });
      if (workflow) {
        const { id: workflowId, revision, source } = workflow;
        await insert(insertWorkflow, { workflowId, revision, source, firstUsedAt: row.createdAt });
      }
      if (events.length > 0) await query(insertEvents, toEventValues(events));
      for (const call of calls) await insertWithPreview(call);
      for (const call of callChanges) await changeCall(call);
      if (!taking) await request(requestDriver, row.id);
      return true;
    },
    async apply(change) {
      const { runId, events, calls, usage, driver } = change;
      const values = [...changes[driver].toValues(change, toLease(change.taking)), ...toEventValues(events)];
      const { rows } = await query<{ changed: number }>(changes[driver].statement, values);
      if (rows[0]?.changed !== 1) return false;
      failpoint('inside_transaction');
      for (const call of calls) await changeCall(call);
      for (const row of usage) await insert(replaceUsage, row);
      if (driver === 'request') await request(requestDriver, runId);
      if (driver === 'withdraw' || driver === 'take') await query(withdrawRequest, [runId]);
      return true;
    },
    async claim(runId, owner, leaseMs, workspaceId) {
      return (await query<RunRow>(claim, [runId, owner, leaseMs, workspaceId])).rows[0] ?? null;
    },
    renewLease: (runId, owner, { leaseMs, heartbeatAt }) =>
      isWritten(renew, [runId, owner, leaseMs, heartbeatAt]),
    releaseLease: (runId, owner, heartbeatAt) => request(release, runId, owner, heartbeatAt),
    async index(row) {
      await insert(upsertText, row);
    },
  };
}

type Insertion = { statement: Statement; columns: readonly string[] };

function prepareInsert(name: string, table: string, columns: readonly string[], onConflict = ''): Insertion {
  const text = `INSERT INTO "${table}" (${toList(columns)}) VALUES (${placeholders(columns)}) ${onConflict}`;
  return { statement: { name, text }, columns };
}

/** The statement gets the milliseconds of a lease and computes its end. */
function placeholders(columns: readonly string[]): string {
  const toPlaceholder = (column: string, index: number) =>
    column === 'leaseUntil' ? fromNow(`$${index + 1}`) : `$${index + 1}`;
  return columns.map(toPlaceholder).join(', ');
}

function toList(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

function toValues(columns: readonly string[], row: object): unknown[] {
  const values = row as Record<string, unknown>;
  return columns.map((column) => values[column] ?? null);
}

const toLease = (taking: Taking | null) => ({
  leaseOwner: taking?.owner ?? null,
  leaseUntil: taking?.leaseMs ?? null,
});
