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
import type { ConversationPlace, RequestRow, RunReader, RunSize } from '../ports/run-reader.port';
import { findTogether } from './find-together';
import { now, type Query, type Statement } from './statements';

/** A part of a ledger ends after this much, which takes 5 ms to parse (docs/performance.md). */
const partBytes = 1_000_000;
const partEvents = 1_000;

const readNow: Statement = { name: 'now', text: `SELECT ${now} AS "now"` };
const readRun: Statement = {
  name: 'run_find',
  text: `SELECT * FROM "Run" WHERE "id" = $1
    AND EXISTS (SELECT 1 FROM "Conversation" WHERE "id" = "Run"."conversationId" AND "deletedAt" IS NULL)`,
};
const readVersions: Statement = {
  name: 'run_versions',
  text: 'SELECT "id", "version" FROM "Run" WHERE "id" = ANY ($1::text[])',
};
const readEvents: Statement = {
  name: 'events_list',
  text: `SELECT * FROM (
      SELECT *, count(*) OVER () AS "found",
        sum(octet_length("payloadJson")) OVER (ORDER BY "version") - octet_length("payloadJson") AS "before"
      FROM (
        SELECT * FROM "RunEvent" WHERE "runId" = $1 AND "version" > $2 ORDER BY "version" LIMIT ${partEvents + 1}
      ) AS "next"
    ) AS "weighed" WHERE "before" <= ${partBytes} ORDER BY "version" LIMIT ${partEvents}`,
};
const readSnapshot: Statement = {
  name: 'snapshot_find',
  text: 'SELECT * FROM "PromptSnapshot" WHERE "runId" = $1',
};
const readApproval: Statement = {
  name: 'approval_find',
  // This read finds a request even when its conversation is lost.
  text: `SELECT * FROM "Approval" WHERE "id" = $1 AND NOT EXISTS (
    SELECT 1 FROM "Conversation" WHERE "id" = "Approval"."conversationId" AND "deletedAt" IS NOT NULL)`,
};
const readCall: Statement = { name: 'call_find', text: 'SELECT * FROM "ToolCall" WHERE "id" = $1' };
const readPreview: Statement = {
  name: 'preview_find',
  text: 'SELECT * FROM "CallPreview" WHERE "callId" = $1',
};
const readDecisions: Statement = {
  name: 'decisions_list',
  text: 'SELECT * FROM "ApprovalDecision" WHERE "approvalId" = $1 ORDER BY "number"',
};
const readRules: Statement = { name: 'rules_list', text: 'SELECT * FROM "Rule" ORDER BY "createdAt", "id"' };
const readConversation: Statement = {
  name: 'conversation_of_request',
  text: 'SELECT "title", "createdById", "workspaceId", "isPrivate" FROM "Conversation" WHERE "id" = $1',
};
const readPlaces: Statement = {
  name: 'conversation_places',
  text: `SELECT "asked"."id", "createdById", "workspaceId", "isPrivate"
    FROM unnest($1::text[]) AS "asked" ("id") JOIN "Conversation"
    ON "Conversation"."id" = coalesce((SELECT "conversationId" FROM "Run" WHERE "id" = "asked"."id"), "asked"."id")`,
};
const readRunOfRequest: Statement = {
  name: 'run_of_request',
  text: 'SELECT "id", "title", "startedById", "maxSteps", "stateJson" FROM "Run" WHERE "id" = $1',
};
const toSizes = (name: string, isBehind: string): Statement => ({
  name,
  text: `SELECT "id", "createdAt", "version" AS "events",
      octet_length("parametersJson") + octet_length("stateJson") AS "bytes"
    FROM "Run" WHERE "conversationId" = $1 AND ${isBehind} ORDER BY "createdAt" DESC, "id" DESC LIMIT $2 OFFSET $3`,
});
const readSizes = toSizes('sizes', 'TRUE');
const readSizesAfter = toSizes('sizes_after', '("createdAt" < $4 OR ("createdAt" = $4 AND "id" < $5))');

type FoundEvent = RunEventRow & { found: number; before: number };
type FoundSize = { id: string; createdAt: Date; events: number; bytes: number };

/** Creates the reader of runs. Each connection prepares its statements once. */
export function createRunReader(query: Query): RunReader {
  const list = async <Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row[]> =>
    (await query<Row>(statement, values)).rows;
  const find = async <Row extends object>(statement: Statement, ...values: unknown[]): Promise<Row | null> =>
    (await list<Row>(statement, ...values))[0] ?? null;
  const toSize = ({ id, createdAt, events, bytes }: FoundSize): RunSize => ({
    place: { at: createdAt, id },
    bytes,
    events,
  });
  return {
    async now() {
      return (await find<{ now: Date }>(readNow))?.now ?? new Date(Number.NaN);
    },
    findRun: (runId) => find<RunRow>(readRun, runId),
    listVersions: (runIds) => list<Pick<RunRow, 'id' | 'version'>>(readVersions, runIds),
    async listEvents(runId, afterVersion) {
      const found = await list<FoundEvent>(readEvents, runId, afterVersion);
      const rows = found.map(({ found: _, before: __, ...row }) => row);
      return { rows, hasMore: rows.length < (found[0]?.found ?? 0) };
    },
    async listSizes(conversationId, { after, skip }, limit) {
      const sizes = after
        ? await list<FoundSize>(readSizesAfter, conversationId, limit, skip, after.at, after.id)
        : await list<FoundSize>(readSizes, conversationId, limit, skip);
      return sizes.map(toSize);
    },
    findSnapshot: (runId) => find<SnapshotRow>(readSnapshot, runId),
    findPlace: findTogether(async (ids) => {
      const places = await list<{ id: string } & ConversationPlace>(readPlaces, ids);
      return new Map(places.map(({ id, ...place }) => [id, place]));
    }),
    findApprovalRow: (approvalId) => find<ApprovalRow>(readApproval, approvalId),
    listRules: () => list<RuleRow>(readRules),
    async findApproval(approvalId) {
      const approval = await find<ApprovalRow>(readApproval, approvalId);
      if (!approval) return null;
      const [call, preview, decisions, conversation, run] = await Promise.all([
        find<ToolCallRow>(readCall, approval.callId),
        find<CallPreviewRow>(readPreview, approval.callId),
        list<DecisionRow>(readDecisions, approvalId),
        find<NonNullable<RequestRow['conversation']>>(readConversation, approval.conversationId),
        find<NonNullable<RequestRow['run']>>(readRunOfRequest, approval.runId),
      ]);
      return { ...approval, call: call && { ...call, preview }, decisions, conversation, run };
    },
  };
}
