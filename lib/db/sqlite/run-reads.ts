import type Sqlite from 'better-sqlite3';
import type {
  Approval as ApprovalRow,
  CallPreview as CallPreviewRow,
  ApprovalDecision as DecisionRow,
  Rule as RuleRow,
  RunEvent as RunEventRow,
  Run as RunRow,
  PromptSnapshot as SnapshotRow,
  ToolCall as ToolCallRow,
} from '../generated/client';
import type { ConversationPlace, EventRows, RequestRow, RunReader, RunSize } from '../ports/run-reader.port';
import type { Immediate } from './immediate';
import { nowText, toTime, toTimeText, withTimes } from './to-time';

export type RunReads = Immediate<RunReader>;

/**
 * A part of a ledger ends after this many characters, which take 5 ms to read and parse
 * (docs/performance.md).
 */
const partCharacters = 1_000_000;

/** A run counts as at most this many events, whatever its row says. */
const mostEvents = 1_000_000;

/**
 * Prepares these reads once, on a connection that reads. `docs/decisions/0015` says why they do not use
 * Prisma.
 */
export function prepareRunReads(driver: Sqlite.Database): RunReads {
  const now = driver.prepare<[], string>(`SELECT ${nowText}`).pluck();
  const runs = prepareRead<RunRow>(
    driver,
    'Run',
    `"id" = ? AND EXISTS (SELECT 1 FROM "Conversation" WHERE "id" = "Run"."conversationId" AND "deletedAt" IS NULL)`,
  );
  const versions = prepareRead<Pick<RunRow, 'id' | 'version'>>(
    driver,
    'Run',
    '"id" IN (SELECT "value" FROM json_each(?))',
    '"id", "version"',
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
    // This read finds a request even when its conversation is lost.
    `"id" = ? AND NOT EXISTS (SELECT 1 FROM "Conversation" WHERE "id" = "Approval"."conversationId" AND "deletedAt" IS NOT NULL)`,
  );
  const calls = prepareRead<ToolCallRow>(driver, 'ToolCall', '"id" = ?');
  const previews = prepareRead<CallPreviewRow>(driver, 'CallPreview', '"callId" = ?');
  const decisions = prepareRead<DecisionRow>(
    driver,
    'ApprovalDecision',
    '"approvalId" = ? ORDER BY "number"',
  );
  const rules = prepareRead<RuleRow>(driver, 'Rule', 'TRUE ORDER BY "createdAt", "id"');
  const conversations = prepareRead<NonNullable<RequestRow['conversation']>>(
    driver,
    'Conversation',
    '"id" = ?',
    '"title", "createdById", "workspaceId", "isPrivate"',
  );
  const places = prepareRead<ConversationPlace>(
    driver,
    'Conversation',
    '"id" = coalesce((SELECT "conversationId" FROM "Run" WHERE "id" = ?), ?)',
    '"createdById", "workspaceId", "isPrivate"',
  );
  const runsOfRequests = prepareRead<NonNullable<RequestRow['run']>>(
    driver,
    'Run',
    '"id" = ?',
    '"id", "title", "startedById", "maxSteps", "stateJson"',
  );
  return {
    now: () => toTime(now.get()) as Date,
    findRun: (runId) => runs.find(runId),
    listVersions: (runIds) => versions.list(JSON.stringify(runIds)),
    listEvents(runId, afterVersion) {
      const part: EventRows = { rows: [], hasMore: false };
      let characters = 0;
      for (const row of events.each(runId, afterVersion)) {
        if (characters > partCharacters) return { ...part, hasMore: true };
        part.rows.push(row);
        // A row that is not checked yet may hold any value.
        characters += row.payloadJson?.length ?? 0;
      }
      return part;
    },
    listSizes: prepareSizes(driver),
    findSnapshot: (runId) => snapshots.find(runId),
    findPlace: (id) => places.find(id, id),
    findApprovalRow: (approvalId) => approvals.find(approvalId),
    listRules: () => rules.list(),
    findApproval(approvalId) {
      const approval = approvals.find(approvalId);
      if (!approval) return null;
      const call = calls.find(approval.callId);
      return {
        ...approval,
        call: call && { ...call, preview: previews.find(call.id) },
        decisions: decisions.list(approvalId),
        conversation: conversations.find(approval.conversationId),
        run: runsOfRequests.find(approval.runId),
      };
    },
  };
}

type SizeRow = { id: unknown; createdAt: unknown; version: unknown; bytes: number | null };

function prepareSizes(driver: Sqlite.Database): RunReads['listSizes'] {
  const prepare = (isBehind: string) =>
    driver
      .prepare<unknown[], SizeRow>(
        `SELECT "id", "createdAt", "version", octet_length("parametersJson") + octet_length("stateJson") AS "bytes" FROM "Run"
        WHERE "conversationId" = ? AND ${isBehind} ORDER BY "createdAt" DESC, "id" DESC LIMIT ? OFFSET ?`,
      )
      .safeIntegers(false);
  const fromStart = prepare('1 = 1');
  // SQLite takes IS NULL to be false for a column that must not be NULL, so NULL is a value here.
  const fromPlace = prepare(
    '("createdAt" < ? OR ("createdAt" = ? AND "id" < ?) OR "createdAt" IS NOT DISTINCT FROM ?)',
  );
  return (conversationId, { after, skip }, limit) => {
    if (!after) return fromStart.all(conversationId, limit, skip).map(toSize);
    const at = toTimeText(after.at);
    return fromPlace.all(conversationId, at, at, after.id, null, limit, skip).map(toSize);
  };
}

/** Clamps the values, because nothing has checked the row yet. */
function toSize({ id, createdAt, version, bytes }: SizeRow): RunSize {
  return {
    place: toPlace(id, createdAt),
    bytes: bytes ?? 0,
    events: typeof version === 'number' ? Math.min(Math.max(version, 0), mostEvents) : 0,
  };
}

/**
 * Returns null also for a time that is written in another form. Such a text sorts in another place than its
 * time.
 */
function toPlace(id: unknown, createdAt: unknown): RunSize['place'] {
  if (typeof id !== 'string' || typeof createdAt !== 'string') return null;
  const at = new Date(createdAt);
  return !Number.isNaN(at.getTime()) && toTimeText(at) === createdAt ? { at, id } : null;
}

/** Prepares a read that returns values as SQLite holds them, except times. */
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
    /** Reads each row only when the caller asks for it. */
    *each(...keys: unknown[]): Generator<Row> {
      for (const row of statement.iterate(...keys)) yield read(row);
    },
  };
}
