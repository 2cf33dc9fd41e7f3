import { type ApprovalStatus, type DecisionName, rejectedStatuses } from '../domain/decision';
import type { Risk } from '../domain/verdict';
import type { ActorId, ApprovalId, CallId, ConversationId, RunId } from '../shared/ids';
import type { Database } from './database';
import type {
  Approval as ApprovalRow,
  ApprovalDecision as DecisionRow,
  ToolCall as ToolCallRow,
} from './generated/client';
import { fromCursor, toPage } from './paging';
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
      return row && toCallRecord(row);
    },
  };
}

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
