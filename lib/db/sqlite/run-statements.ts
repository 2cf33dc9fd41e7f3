import type Sqlite from 'better-sqlite3';
import { drivenStatuses } from '../../domain/run';
import { failpoint } from '../../shared/failpoint';
import type { RunId } from '../../shared/ids';
import { Prisma, type Run as RunRow } from '../generated/client';
import type {
  CallChange,
  NewCall,
  NewRunRows,
  RunChange,
  RunColumns,
  RunWriter,
  Taking,
} from '../ports/run-writer.port';
import { toSoundText } from '../rows/sound-text';
import type { Immediate } from './immediate';
import { fromNowText, nowText, toTimeText, withTimes } from './to-time';

/** These statements run in the connection's open transaction. */
export type RunStatements = Immediate<RunWriter>;

/** Prepares once the statements that a step needs. `docs/decisions/0015` says why they do not use Prisma. */
export function prepareRunStatements(driver: Sqlite.Database): RunStatements {
  const { heartbeatAt, ...newColumns } = Prisma.RunScalarFieldEnum;
  const insertRun = prepareInsert(driver, 'Run', newColumns, 'ON CONFLICT ("idempotencyKey") DO NOTHING');
  const insertSnapshot = prepareInsert(driver, 'PromptSnapshot', Prisma.PromptSnapshotScalarFieldEnum);
  const insertWorkflow = prepareInsert(
    driver,
    'WorkflowRevision',
    Prisma.WorkflowRevisionScalarFieldEnum,
    'ON CONFLICT DO NOTHING',
  );
  const insertEvent = prepareInsert(driver, 'RunEvent', Prisma.RunEventScalarFieldEnum);
  const insertCall = prepareInsert(
    driver,
    'ToolCall',
    Prisma.ToolCallScalarFieldEnum,
    'ON CONFLICT ("id") DO NOTHING',
  );
  const insertPreview = prepareInsert(driver, 'CallPreview', Prisma.CallPreviewScalarFieldEnum);
  const finishOrInsertCall = prepareInsert(
    driver,
    'ToolCall',
    Prisma.ToolCallScalarFieldEnum,
    'ON CONFLICT ("id") DO UPDATE SET "outcomeJson" = excluded."outcomeJson", "finishedAt" = excluded."finishedAt"',
  );
  const upsertText = prepareInsert(
    driver,
    'SearchText',
    Prisma.SearchTextScalarFieldEnum,
    'ON CONFLICT ("id") DO UPDATE SET "conversationId" = excluded."conversationId", "text" = excluded."text"',
  );
  const replaceUsage = prepareInsert(driver, 'Usage', Prisma.UsageScalarFieldEnum, '', 'INSERT OR REPLACE');
  // The index on "status" makes each change cost two pages. So the column stays the same between driven
  // states, as the schema says.
  const keepOn = prepareChange(driver, changedColumns);
  const change = prepareChange(driver, [...changedColumns, 'status']);
  const changeLease = prepareChange(driver, [...changedColumns, 'status', 'leaseOwner', 'leaseUntil']);
  const updates = {
    keep: keepOn,
    release: changeLease,
    request: change,
    take: changeLease,
    withdraw: change,
  };
  const finishCall = driver.prepare(
    'UPDATE "ToolCall" SET "outcomeJson" = ?, "finishedAt" = ? WHERE "id" = ?',
  );
  const claim = driver
    .prepare<unknown[], RunRow>(
      `UPDATE "Run" SET "leaseUntil" = ${fromNowText}, "leaseOwner" = @owner
       WHERE "id" = @runId AND "workspaceId" = coalesce(@workspaceId, "workspaceId")
         AND ("leaseOwner" IS NULL OR "leaseOwner" = @owner OR "leaseUntil" < ${nowText})
       RETURNING *`,
    )
    .safeIntegers(false);
  const toRun = withTimes(claim);
  const renew = driver.prepare(
    `UPDATE "Run" SET "leaseUntil" = ${fromNowText}, "heartbeatAt" = COALESCE(@heartbeatAt, "heartbeatAt")
     WHERE "id" = @runId AND "leaseOwner" = @owner`,
  );
  const release = driver.prepare(
    `UPDATE "Run" SET "leaseOwner" = NULL, "leaseUntil" = NULL, "heartbeatAt" = @heartbeatAt
     WHERE "id" = @runId AND "leaseOwner" = @owner`,
  );
  const requestDriver = driver.prepare(
    `INSERT INTO "DriveRequest" ("runId", "requestedAt") SELECT "id", ${nowText} FROM "Run"
     WHERE "id" = @runId AND "status" IN (${drivenStatuses.map((status) => `'${status}'`).join(', ')})
     ON CONFLICT DO NOTHING`,
  );
  const withdrawRequest = driver.prepare('DELETE FROM "DriveRequest" WHERE "runId" = @runId');

  const insertWithPreview = ({ row, previewJson }: NewCall) => {
    if (insertCall(row) > 0) insertPreview({ callId: row.id, previewJson });
  };
  const changeCall = (change: CallChange) => {
    switch (change.type) {
      case 'insert':
        return insertWithPreview(change);
      case 'finish':
        return finishCall.run(change.outcomeJson, toTimeText(change.finishedAt), change.id);
      case 'finish_or_insert':
        return finishOrInsertCall(change.row);
    }
  };
  const request = (runId: RunId) => requestDriver.run({ runId });

  return {
    insert({ row, taking, snapshot, workflow, events, calls, callChanges }: NewRunRows) {
      if (insertRun({ ...row, ...toLease(taking) }) === 0) return false;
      insertSnapshot({ runId: row.id, ...snapshot });
      if (workflow) {
        const { id: workflowId, revision, source } = workflow;
        insertWorkflow({ workflowId, revision, source, firstUsedAt: row.createdAt });
      }
      for (const event of events) insertEvent(event);
      for (const call of calls) insertWithPreview(call);
      for (const call of callChanges) changeCall(call);
      if (!taking) request(row.id as RunId);
      return true;
    },
    apply({
      runId,
      version: before,
      owner,
      columns,
      events,
      calls,
      usage,
      driver: driving,
      taking,
    }: RunChange) {
      if (!updates[driving]({ ...columns, ...toLease(taking) }, { runId, before, owner })) return false;
      for (const event of events) insertEvent(event);
      failpoint('inside_transaction');
      for (const call of calls) changeCall(call);
      for (const row of usage) replaceUsage(row);
      if (driving === 'request') request(runId);
      if (driving === 'withdraw' || driving === 'take') withdrawRequest.run({ runId });
      return true;
    },
    claim(runId, owner, leaseMs, workspaceId) {
      const row = claim.get(leaseMs, { runId, owner, workspaceId });
      if (!row) return null;
      withdrawRequest.run({ runId });
      return toRun(row);
    },
    renewLease: (runId, owner, { leaseMs, heartbeatAt }) =>
      renew.run(leaseMs, { runId, owner, heartbeatAt: toValue(heartbeatAt) }).changes > 0,
    releaseLease(runId, owner, heartbeatAt) {
      if (release.run({ runId, owner, heartbeatAt: toValue(heartbeatAt) }).changes > 0) request(runId);
    },
    index: (row) => void upsertText(row),
  };
}

const changedColumns = [
  'version',
  'modelName',
  'modelJson',
  'stateJson',
  'steps',
  'activeMs',
  'malformedReplies',
  'rejectedCallHashesJson',
  'usageJson',
  'updatedAt',
] as const satisfies (keyof RunColumns)[];

/** Prepares a statement that inserts a row and returns how many it inserted. */
function prepareInsert<Column extends string>(
  driver: Sqlite.Database,
  table: string,
  columns: Record<Column, string>,
  onConflict = '',
  verb = 'INSERT',
): (row: Record<Column, unknown>) => number {
  const names = Object.keys(columns) as Column[];
  const values = names.map(toPlaceholder).join(', ');
  const statement = driver.prepare(
    `${verb} INTO "${table}" (${toList(names)}) VALUES (${values}) ${onConflict}`,
  );
  return (row) => statement.run(names.map((name) => toValue(row[name]))).changes;
}

/** The statement gets the milliseconds of a lease and computes its end. */
const toPlaceholder = (column: string) => (column === 'leaseUntil' ? fromNowText : '?');

/** `leaseUntil` is the number of milliseconds from now. */
type LeaseColumns = { leaseOwner: string | null; leaseUntil: number | null };

const toLease = (taking: Taking | null): LeaseColumns => ({
  leaseOwner: taking?.owner ?? null,
  leaseUntil: taking?.leaseMs ?? null,
});

type ChangedRun = RunColumns & LeaseColumns;

/**
 * Prepares a change of these columns of a run. The run must have the version `before`, and `owner` must hold
 * its lease (null allows any holder).
 */
function prepareChange(driver: Sqlite.Database, columns: readonly (keyof ChangedRun)[]) {
  const statement = driver.prepare(
    `UPDATE "Run" SET ${columns.map((column) => `"${column}" = ${toPlaceholder(column)}`).join(', ')}, "heartbeatAt" = NULL
     WHERE "id" = ? AND "version" = ? AND "leaseOwner" IS coalesce(?, "leaseOwner")`,
  );
  return (
    run: ChangedRun,
    { runId, before, owner }: { runId: RunId; before: number; owner: string | null },
  ) => statement.run([...columns.map((column) => toValue(run[column])), runId, before, owner]).changes > 0;
}

const toList = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** Writes a value as Prisma's adapter stores it: a time is its ISO text with an offset. */
function toValue(value: unknown): unknown {
  if (typeof value === 'string') return toSoundText(value);
  return value instanceof Date ? toTimeText(value) : value;
}
