import type Sqlite from 'better-sqlite3';
import type {
  Approval as ApprovalRow,
  CallPreview as CallPreviewRow,
  ApprovalDecision as DecisionRow,
  RunEvent as RunEventRow,
  Run as RunRow,
  PromptSnapshot as SnapshotRow,
  ToolCall as ToolCallRow,
} from '../generated/client';
import type { EventRows, RequestRow, RunReader } from '../run-reader.port';
import type { Immediate } from './immediate';
import { withTimes } from './to-time';

export type RunReads = Immediate<RunReader>;

/** What a part of a ledger holds before it ends, in characters: 5 ms to read and parse (docs/performance.md). */
const partCharacters = 1_000_000;

/** Prepared once, on a connection that reads. `docs/decisions/0015` says why they do not go through Prisma. */
export function prepareRunReads(driver: Sqlite.Database): RunReads {
  const runs = prepareRead<RunRow>(
    driver,
    'Run',
    `"id" = ? AND EXISTS (SELECT 1 FROM "Conversation" WHERE "id" = "Run"."conversationId" AND "deletedAt" IS NULL)`,
  );
  const events = prepareRead<RunEventRow>(
    driver,
    'RunEvent',
    '"runId" = ? AND "version" > ? ORDER BY "version"',
  );
  const snapshots = prepareRead<SnapshotRow>(driver, 'PromptSnapshot', '"runId" = ?');
  const approvals = prepareRead<ApprovalRow>(
    driver,
    'Approval',
    // A request whose conversation is lost is not hidden.
    `"id" = ? AND NOT EXISTS (SELECT 1 FROM "Conversation" WHERE "id" = "Approval"."conversationId" AND "deletedAt" IS NOT NULL)`,
  );
  const calls = prepareRead<ToolCallRow>(driver, 'ToolCall', '"id" = ?');
  const previews = prepareRead<CallPreviewRow>(driver, 'CallPreview', '"callId" = ?');
  const decisions = prepareRead<DecisionRow>(
    driver,
    'ApprovalDecision',
    '"approvalId" = ? ORDER BY "number"',
  );
  const titles = prepareRead<{ title: string }>(driver, 'Conversation', '"id" = ?', '"title"');
  const runsOfRequests = prepareRead<NonNullable<RequestRow['run']>>(
    driver,
    'Run',
    '"id" = ?',
    '"id", "title", "startedByName", "maxSteps", "stateJson"',
  );
  return {
    findRun: (runId) => runs.find(runId),
    listEvents(runId, afterVersion) {
      const part: EventRows = { rows: [], hasMore: false };
      let characters = 0;
      for (const row of events.each(runId, afterVersion)) {
        if (characters > partCharacters) return { ...part, hasMore: true };
        part.rows.push(row);
        // A damaged row may hold anything.
        characters += row.payloadJson?.length ?? 0;
      }
      return part;
    },
    findSnapshot: (runId) => snapshots.find(runId),
    findApproval(approvalId) {
      const approval = approvals.find(approvalId);
      if (!approval) return null;
      const call = calls.find(approval.callId);
      return {
        ...approval,
        call: call && { ...call, preview: previews.find(call.id) },
        decisions: decisions.list(approvalId),
        conversation: titles.find(approval.conversationId),
        run: runsOfRequests.find(approval.runId),
      };
    },
  };
}

/** Values are as SQLite holds them, except times. */
function prepareRead<Row extends object>(
  driver: Sqlite.Database,
  table: string,
  condition: string,
  columns = '*',
) {
  const statement = driver
    .prepare<unknown[], Row>(`SELECT ${columns} FROM "${table}" WHERE ${condition}`)
    .safeIntegers(false);
  const read = withTimes(statement);
  return {
    find(...keys: unknown[]): Row | null {
      const row = statement.get(...keys);
      return row ? read(row) : null;
    },
    list: (...keys: unknown[]): Row[] => statement.all(...keys).map(read),
    /** Reads a row when it is asked for. */
    *each(...keys: unknown[]): Generator<Row> {
      for (const row of statement.iterate(...keys)) yield read(row);
    },
  };
}
