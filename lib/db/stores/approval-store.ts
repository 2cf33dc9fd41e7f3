import { setImmediate as nextRound } from 'node:timers/promises';
import { readCursor } from '../../domain/cursor';
import { approvedStatuses, rejectedStatuses } from '../../domain/decision';
import { isSignable, type Reader } from '../../domain/reader';
import { toSettledOutcome } from '../../domain/reduce-run';
import type { RecordedEvent } from '../../domain/run-event';
import type { CallId } from '../../shared/ids';
import { type ApprovalDecision as DecisionRow, Prisma } from '../generated/client';
import { toRecordedEvent, toToldOutcome } from '../ledger/run-rows';
import { toSearchable } from '../ledger/search-texts';
import type { Database } from '../ports/database';
import type { CallRow, RequestRow } from '../ports/run-reader.port';
import type {
  ApprovalStore,
  CallRecord,
  CallStore,
  ListedApproval,
  RecordedDecision,
} from '../ports/stores.port';
import { containing } from '../rows/containing';
import { joinListed, readPage } from '../rows/paging';
import { readPart, readRow, refuseRow } from '../rows/read-row';
import {
  inSeen,
  isInWorkspaceOf,
  isKeptFrom,
  isSeenPlace,
  signableBy,
  signableByOthers,
  signedBy,
} from '../rows/seen-by';
import { isDamage, readRows, readWhole } from '../rows/sound-rows';
import { approvalStatuses, ofConversationInRequest, ofRunInRequest, withRun } from '../rows/stored-rows';

const longCharacters = 500_000;

const withPreview = { preview: true } as const;

const withContext = {
  // The store only asks whether a preview exists.
  call: { include: { preview: { select: { callId: true } } } },
  decisions: { orderBy: { number: 'asc' } },
  conversation: { select: { title: true, createdById: true, workspaceId: true, isPrivate: true } },
  run: { select: { id: true, title: true, startedById: true, maxSteps: true, stateJson: true } },
} as const;

const knownStatuses = Object.keys(approvalStatuses).sort();
/**
 * Finds unknown statuses before, between and after the known ones, so that the index helps. Such a status may
 * have been `pending`.
 */
const unknownStatus: Prisma.ApprovalWhereInput = {
  OR: [null, ...knownStatuses].map((before, place) => {
    const after = knownStatuses[place];
    return {
      status: { ...(before === null ? {} : { gt: before }), ...(after === undefined ? {} : { lt: after }) },
    };
  }),
};

/** Lists show a request even when its conversation is lost. */
const isKept = { NOT: { conversation: { deletedAt: { not: null } } } };

/** A listed request comes with its call, run and conversation, but without the text of its preview. */
type ListedRow = Omit<RequestRow, 'call'> & {
  call: (Omit<CallRow, 'preview'> & { preview: { callId: string } | null }) | null;
};

/** Reads what `reader` sees, and the requests of others' private conversations that they may sign. */
export function createApprovalStore(database: Database, reader: Reader | null = null): ApprovalStore {
  const { read, runReads } = database;
  const toItem = (row: ListedRow) => toListed(row, reader);
  const pending = { status: 'pending', ...signableBy(reader) };
  const others = { status: 'pending', ...signableByOthers(reader) };
  const inStatus = (status: string | Prisma.StringFilter<'Approval'>) => ({ status, ...inSeen(reader) });
  const selected = {
    pending,
    others,
    signed: { AND: [pending, signedBy(reader)] },
    decided: inStatus({ not: 'pending' }),
    approved: inStatus({ in: [...approvedStatuses] }),
    rejected: inStatus({ in: [...rejectedStatuses] }),
    expired: inStatus('expired'),
  };
  return {
    async find(id) {
      const rows = await runReads.findApproval(id);
      if (!rows) return null;
      if (reader && !isSeenPlace(reader, rows.conversation) && !isShownToSign(reader, rows)) return null;
      await turnIfLong(rows.call);
      const listed = toItem(rows);
      return { ...listed, call: await addPreview(listed.call, rows.call) };
    },
    async findBrief(id) {
      const row = await runReads.findApprovalRow(id);
      if (!row) return null;
      const { runId, status, callHash } = readRow('Approval', row);
      if (reader && !isSeenPlace(reader, await runReads.findPlace(runId))) {
        const rows = await runReads.findApproval(id);
        if (!rows || !isShownToSign(reader, rows)) return null;
      }
      return { id, runId, status, callHash };
    },
    countPending: () => read.approval.count({ where: pending }),
    countOthers: () => read.approval.count({ where: others }),
    async listOverdue(now) {
      const query = {
        where: { status: 'pending', expiresAt: { lte: now } },
        orderBy: { expiresAt: 'asc' },
        select: { id: true, runId: true },
      } as const;
      const overdue = await readRows(read, 'Approval', query, (row) => readPart('Approval', withRun, row));
      return overdue.items;
    },
    async list({ filter, search, cursor, limit }) {
      const isPending = filter === 'pending' || filter === 'others' || filter === 'signed';
      const searched = search ? { searchText: containing(database, toSearchable(search)) } : {};
      const page = await readPage(
        read,
        'Approval',
        {
          query: { where: { AND: [isKept, selected[filter], searched] }, include: withContext },
          scope: Prisma.sql`"status" IN (${Prisma.join(knownStatuses)})`,
          order: isPending ? 'asc' : 'desc',
        },
        { cursor, limit },
        toItem,
      );
      const { after, skip } = readCursor(cursor);
      if (filter !== 'pending' || search || after || skip > 0) return page;
      const unknown = {
        where: { AND: [isKept, unknownStatus, inSeen(reader)] },
        include: withContext,
        take: limit,
      };
      return { ...page, ...joinListed(await readRows(read, 'Approval', unknown, toItem), page) };
    },
  };
}

/** Reads what `reader` sees. Null is the server itself. */
export function createCallStore({ read, runReads }: Database, reader: Reader | null = null): CallStore {
  return {
    async find(runId, callId) {
      if (!isSeenPlace(reader, reader && (await runReads.findPlace(runId)))) return null;
      const row = await readWhole(
        'ToolCall',
        { id: callId },
        read.toolCall.findFirst({ where: { id: callId, runId }, include: withPreview }),
      );
      if (row) {
        await turnIfLong(row);
        return addPreview(toListedCall(row), row);
      }
      const events = await readWhole(
        'RunEvent',
        { runId },
        read.runEvent.findMany({
          where: { runId, payloadJson: { contains: callId } },
          orderBy: { version: 'asc' },
        }),
      );
      return events.map(toRecordedEvent).reduce(addToCall(callId), null);
    },
  };
}

/** Adds up the events of a call that has no row of its own. */
const addToCall =
  (callId: CallId) =>
  (call: CallRecord | null, { event }: RecordedEvent): CallRecord | null => {
    if (event.type === 'tool_call_requested') {
      if (event.call.id !== callId) return call;
      const { id, step, tool, parameters, layers, headline } = event.call;
      const error = event.foreseenError;
      const outcome = error && ({ ok: false, error, detail: null } as const);
      return { id, step, tool, parameters, layers, headline, preview: [], outcome };
    }
    if (!call || !('callId' in event) || event.callId !== callId) return call;
    switch (event.type) {
      case 'tool_finished':
        return { ...call, outcome: toToldOutcome(event.outcome) };
      case 'outcome_settled':
        if (event.settlement.choice !== 'worked') return call;
        return { ...call, outcome: toSettledOutcome(event.settlement.result) };
      default:
        return call;
    }
  };

/**
 * Builds a request without its preview. Refuses one whose call, run or conversation is lost or cannot be
 * read: nobody can sign a request that no page can show.
 */
function toListed(row: ListedRow, reader: Reader | null): ListedApproval {
  const approval = readRow('Approval', row);
  const refuse = (problem: string) => refuseRow('Approval', approval.id, problem);
  const call = row.call ?? refuse('its call is missing');
  if (!call.preview) refuse('its preview is missing');
  const run = row.run ?? refuse('its run is missing');
  const conversation = row.conversation ?? refuse('its conversation is missing');
  const { title, startedById, maxSteps, stateJson } = readPart('Run', ofRunInRequest, run);
  const { title: conversationTitle, workspaceId } = readPart(
    'Conversation',
    ofConversationInRequest,
    conversation,
    approval.conversationId,
  );
  return {
    id: approval.id,
    runId: approval.runId,
    workspaceId,
    conversation:
      reader && isKeptFrom(reader, conversation)
        ? null
        : { id: approval.conversationId, title: conversationTitle },
    workflowTitle: title,
    startedBy: startedById,
    maxSteps,
    runState: stateJson,
    call: toListedCall(call),
    callHash: approval.callHash,
    status: approval.status,
    risk: approval.risk,
    riskReason: approval.riskReason,
    commentary: approval.commentary,
    requestedAt: approval.requestedAt,
    expiresAt: approval.expiresAt,
    decidedAt: approval.decidedAt,
    decidedBy: approval.decidedById,
    reason: approval.reason,
    decisions: row.decisions.map(toDecision),
  };
}

/**
 * Tells whether the reader is shown a request of someone else's private conversation, in a workspace that the
 * reader is in. It must not throw, because damage would tell that there is such a request.
 */
function isShownToSign(reader: Reader, rows: RequestRow): boolean {
  if (!reader.seesForeignRequests || !rows.run) return false;
  if (rows.conversation && !isInWorkspaceOf(reader, rows.conversation)) return false;
  try {
    const { risk, signerRole = null, barredSignerId = null } = readRow('Approval', rows);
    const { startedById: startedBy } = readPart('Run', ofRunInRequest, rows.run);
    return isSignable(reader, { startedBy, risk, signerRole, barredSignerId });
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

function toDecision(row: DecisionRow): RecordedDecision {
  const { decision, actorId, words, digest, at } = readRow('ApprovalDecision', row);
  return { decision, by: actorId, words, digest, at };
}

async function addPreview(call: ListedApproval['call'], row: CallRow | null): Promise<CallRecord> {
  await turnIfLong(row);
  const preview = row?.preview ? readRow('CallPreview', row.preview).previewJson : [];
  return { ...call, preview };
}

/**
 * Gives way to other work when a call is long. A change of 100,000 lines takes 20 ms each to read, to parse
 * as a preview and to parse as an outcome.
 */
async function turnIfLong(call: CallRow | null): Promise<void> {
  // A row that is not checked yet may hold any value.
  const characters = (call?.outcomeJson?.length ?? 0) + (call?.preview?.previewJson?.length ?? 0);
  if (characters > longCharacters) await nextRound();
}

function toListedCall(row: Omit<CallRow, 'preview'>): ListedApproval['call'] {
  const call = readRow('ToolCall', row);
  return {
    id: call.id,
    step: call.step,
    tool: call.tool,
    parameters: call.parametersJson,
    layers: call.layers,
    headline: call.headline,
    outcome: call.outcomeJson,
  };
}
