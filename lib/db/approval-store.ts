import { type ApprovalStatus, type DecisionName, rejectedStatuses } from '../domain/decision';
import { toSettledOutcome } from '../domain/reduce-run';
import type { RecordedEvent } from '../domain/run-event';
import type { Risk } from '../domain/verdict';
import type { ActorId, ApprovalId, CallId, ConversationId, RunId } from '../shared/ids';
import type { Database } from './database';
import type {
  Approval as ApprovalRow,
  ApprovalDecision as DecisionRow,
  ToolCall as ToolCallRow,
} from './generated/client';
import { fromCursor, toPage } from './paging';
import { toRecordedEvent, toToldOutcome } from './run-rows';
import { toSearchable } from './search-texts';
import { jsonObject, presentations, readColumn, runState, toolOutcome } from './stored-shapes';
import type { Approval, ApprovalStore, CallRecord, CallStore, RecordedDecision } from './stores.port';

const withContext = {
  call: true,
  decisions: { orderBy: { number: 'asc' } },
  conversation: { select: { title: true } },
  run: { select: { title: true, startedByName: true, maxSteps: true, stateJson: true } },
} as const;

const statusIn = {
  pending: 'pending',
  decided: { not: 'pending' },
  approved: 'approved',
  rejected: { in: [...rejectedStatuses] },
  expired: 'expired',
};

const isKept = { deletedAt: null };

type RowWithContext = ApprovalRow & {
  call: ToolCallRow;
  decisions: DecisionRow[];
  conversation: { title: string };
  run: { title: string; startedByName: string; maxSteps: number; stateJson: string };
};

export function createApprovalStore({ read }: Database): ApprovalStore {
  return {
    async find(id) {
      const row = await read.approval.findFirst({
        where: { id, conversation: isKept },
        include: withContext,
      });
      return row && toApproval(row);
    },
    async findBrief(id) {
      const row = await read.approval.findFirst({
        where: { id, conversation: isKept },
        select: { runId: true, status: true, callHash: true },
      });
      return (
        row && { id, runId: row.runId as RunId, status: row.status as ApprovalStatus, callHash: row.callHash }
      );
    },
    countPending: () => read.approval.count({ where: { status: 'pending' } }),
    async listOverdue(now) {
      const rows = await read.approval.findMany({
        where: { status: 'pending', expiresAt: { lte: now } },
        select: { id: true, runId: true },
        orderBy: { expiresAt: 'asc' },
      });
      return rows.map(({ id, runId }) => ({ id: id as ApprovalId, runId: runId as RunId }));
    },
    async list({ filter, search, cursor, limit }) {
      const from = fromCursor(cursor);
      const isPending = filter === 'pending';
      const order = isPending ? 'asc' : 'desc';
      const beyond = isPending ? 'gt' : 'lt';
      const rows = await read.approval.findMany({
        where: {
          conversation: isKept,
          status: statusIn[filter],
          ...(search ? { searchText: { contains: toSearchable(search) } } : {}),
          ...(from
            ? {
                OR: [
                  { requestedAt: { [beyond]: from.at } },
                  { requestedAt: from.at, id: { [beyond]: from.id } },
                ],
              }
            : {}),
        },
        orderBy: [{ requestedAt: order }, { id: order }],
        take: limit + 1,
        include: withContext,
      });
      return toPage(rows, limit, (row) => ({ at: row.requestedAt, id: row.id }), toApproval);
    },
  };
}

export function createCallStore({ read }: Database): CallStore {
  return {
    async find(runId, callId) {
      const row = await read.toolCall.findFirst({ where: { id: callId, runId } });
      if (row) return toCallRecord(row);
      const events = await read.runEvent.findMany({
        where: { runId, payloadJson: { contains: callId } },
        orderBy: { version: 'asc' },
      });
      return events.map(toRecordedEvent).reduce(addToCall(callId), null);
    },
  };
}

/** Adds up the events of a call that has no row of its own. */
const addToCall =
  (callId: CallId) =>
  (call: CallRecord | null, { event, at }: RecordedEvent): CallRecord | null => {
    if (event.type === 'tool_call_requested') {
      if (event.call.id !== callId) return call;
      const { id, step, tool, parameters, layers, headline } = event.call;
      const error = event.foreseenError;
      const outcome = error && ({ ok: false, error, detail: null } as const);
      return { id, step, tool, parameters, layers, headline, preview: [], startedAt: null, outcome };
    }
    if (!call || !('callId' in event) || event.callId !== callId) return call;
    switch (event.type) {
      case 'tool_started':
        return { ...call, startedAt: at };
      case 'tool_finished':
        return { ...call, outcome: toToldOutcome(event.outcome) };
      case 'outcome_settled':
        if (event.settlement.choice !== 'worked') return call;
        return { ...call, outcome: toSettledOutcome(event.settlement.result) };
      default:
        return call;
    }
  };

function toApproval(row: RowWithContext): Approval {
  return {
    id: row.id as ApprovalId,
    runId: row.runId as RunId,
    conversationId: row.conversationId as ConversationId,
    conversationTitle: row.conversation.title,
    workflowTitle: row.run.title,
    startedBy: row.run.startedByName,
    maxSteps: row.run.maxSteps,
    runState: readColumn(runState, 'Run.stateJson', row.run.stateJson),
    call: toCallRecord(row.call),
    callHash: row.callHash,
    status: row.status as ApprovalStatus,
    risk: row.risk as Risk,
    riskReason: row.riskReason,
    commentary: row.commentary,
    requestedAt: row.requestedAt,
    expiresAt: row.expiresAt,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedByName,
    reason: row.reason,
    decisions: row.decisions.map(toDecision),
  };
}

function toDecision(row: DecisionRow): RecordedDecision {
  return {
    decision: row.decision as DecisionName,
    by: { id: row.actorId as ActorId, name: row.actorName },
    words: row.words,
    digest: row.digest,
    at: row.at,
  };
}

function toCallRecord(row: ToolCallRow): CallRecord {
  return {
    id: row.id as CallId,
    step: row.step,
    tool: row.tool,
    parameters: readColumn(jsonObject, 'ToolCall.parametersJson', row.parametersJson),
    layers: row.layers,
    headline: row.headline,
    preview: readColumn(presentations, 'ToolCall.previewJson', row.previewJson),
    startedAt: row.startedAt,
    outcome:
      row.outcomeJson === null ? null : readColumn(toolOutcome, 'ToolCall.outcomeJson', row.outcomeJson),
  };
}
