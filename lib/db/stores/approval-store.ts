import { setImmediate as nextRound } from 'node:timers/promises';
import { rejectedStatuses } from '../../domain/decision';
import { toSettledOutcome } from '../../domain/reduce-run';
import type { RecordedEvent } from '../../domain/run-event';
import { type Position, readCursor } from '../../shared/cursor';
import type { CallId } from '../../shared/ids';
import { type ApprovalDecision as DecisionRow, Prisma } from '../generated/client';
import { toRecordedEvent, toToldOutcome } from '../ledger/run-rows';
import { toSearchable } from '../ledger/search-texts';
import { DamagedRow, partDamaged } from '../ports/damaged-row.port';
import type { Database } from '../ports/database';
import type { CallRow, RequestRow } from '../ports/run-reader.port';
import type {
  ApprovalStore,
  CallRecord,
  CallStore,
  ListedApproval,
  RecordedDecision,
} from '../ports/stores.port';
import { listWithoutTime, toPage } from '../rows/paging';
import { mapSound, readEach, readOne } from '../rows/read-each';
import { readPart, readRow } from '../rows/read-row';
import { approvalStatuses, ofRunInRequest, withRun, withTitle } from '../rows/stored-rows';

const longCharacters = 500_000;

const withPreview = { preview: true } as const;

const withContext = {
  // The store only asks whether a preview exists.
  call: { include: { preview: { select: { callId: true } } } },
  decisions: { orderBy: { number: 'asc' } },
  conversation: { select: { title: true } },
  run: { select: { id: true, title: true, startedByName: true, maxSteps: true, stateJson: true } },
} as const;

const statusIn = {
  pending: 'pending',
  decided: { not: 'pending' },
  approved: 'approved',
  rejected: { in: [...rejectedStatuses] },
  expired: 'expired',
};

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

/**
 * Finds the rows on the far side of a position. Rows without a time come first in a list that begins with the
 * oldest, and last in the other.
 */
async function isBeyond(
  read: Database['read'],
  { at, id }: Position,
  beyond: 'gt' | 'lt',
): Promise<Prisma.ApprovalWhereInput> {
  const last =
    beyond === 'lt'
      ? await listWithoutTime(read, 'Approval', Prisma.sql`"status" IN (${Prisma.join(knownStatuses)})`)
      : [];
  return {
    OR: [
      { requestedAt: { [beyond]: at } },
      { requestedAt: at, id: { [beyond]: id } },
      ...(last.length > 0 ? [{ id: { in: last } }] : []),
    ],
  };
}

type Selection = Pick<Prisma.ApprovalFindManyArgs, 'where' | 'orderBy' | 'skip' | 'take'>;

export function createApprovalStore({ read, runReads }: Database): ApprovalStore {
  const readRows = (selected: Selection) =>
    readEach<Selection, ListedRow>(
      'Approval',
      selected,
      (part) => read.approval.findMany({ ...part, include: withContext }),
      (part) => read.approval.findMany({ ...part, select: { id: true } }),
    );
  return {
    async find(id) {
      const rows = await runReads.findApproval(id);
      if (!rows) return null;
      await turnIfLong(rows.call);
      const listed = toListed(rows);
      return { ...listed, call: await addPreview(listed.call, rows.call) };
    },
    async findBrief(id) {
      const row = await runReads.findApprovalRow(id);
      if (!row) return null;
      const { runId, status, callHash } = readRow('Approval', row);
      return { id, runId, status, callHash };
    },
    countPending: () => read.approval.count({ where: { status: 'pending' } }),
    async listOverdue(now) {
      const rows = await readEach(
        'Approval',
        { where: { status: 'pending', expiresAt: { lte: now } }, orderBy: { expiresAt: 'asc' } } as const,
        (part) => read.approval.findMany({ ...part, select: { id: true, runId: true } }),
        (part) => read.approval.findMany({ ...part, select: { id: true } }),
      );
      return partDamaged(mapSound(rows, (row) => readPart('Approval', withRun, row, row.id))).items;
    },
    async list({ filter, search, cursor, limit }) {
      const { after, skip } = readCursor(cursor);
      const isPending = filter === 'pending';
      const order = isPending ? 'asc' : 'desc';
      const selected = {
        where: {
          ...isKept,
          status: statusIn[filter],
          ...(search ? { searchText: { contains: toSearchable(search) } } : {}),
          ...(after ? await isBeyond(read, after, isPending ? 'gt' : 'lt') : {}),
        },
        orderBy: [{ requestedAt: order } as const, { id: order } as const],
        skip,
        take: limit + 1,
      };
      const isStart = isPending && !search && !after && skip === 0;
      const unknown = isStart ? await readRows({ where: { ...isKept, ...unknownStatus }, take: limit }) : [];
      const page = toPage(
        await readRows(selected),
        { cursor, limit },
        (row) => ({ at: row.requestedAt, id: row.id }),
        toListed,
      );
      const first = partDamaged(mapSound(unknown, toListed));
      return {
        ...page,
        items: [...first.items, ...page.items],
        damaged: [...first.damaged, ...page.damaged],
      };
    },
  };
}

export function createCallStore({ read }: Database): CallStore {
  return {
    async find(runId, callId) {
      const row = await readOne('ToolCall', { id: callId }, () =>
        read.toolCall.findFirst({ where: { id: callId, runId }, include: withPreview }),
      );
      if (row) {
        await turnIfLong(row);
        return addPreview(toListedCall(row), row);
      }
      const events = await readOne('RunEvent', { runId }, () =>
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
 * Builds a request without its preview. Throws `DamagedRow`, also when its call, run or conversation is
 * damaged: nobody can sign a request that no page can show.
 */
function toListed(row: ListedRow): ListedApproval {
  const approval = readRow('Approval', row);
  const { call, run, conversation } = row;
  if (!call) throw new DamagedRow('Approval', approval.id, 'its call is missing');
  if (!call.preview) throw new DamagedRow('Approval', approval.id, 'its preview is missing');
  if (!run) throw new DamagedRow('Approval', approval.id, 'its run is missing');
  if (!conversation) throw new DamagedRow('Approval', approval.id, 'its conversation is missing');
  const { title, startedByName, maxSteps, stateJson } = readPart('Run', ofRunInRequest, run, run.id);
  return {
    id: approval.id,
    runId: approval.runId,
    conversationId: approval.conversationId,
    conversationTitle: readPart('Conversation', withTitle, conversation, approval.conversationId).title,
    workflowTitle: title,
    startedBy: startedByName,
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
    decidedBy: approval.decidedByName,
    reason: approval.reason,
    decisions: row.decisions.map(toDecision),
  };
}

function toDecision(row: DecisionRow): RecordedDecision {
  const { decision, actorId, actorName, words, digest, at } = readRow('ApprovalDecision', row);
  return { decision, by: { id: actorId, name: actorName }, words, digest, at };
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
  // A damaged row may hold any value.
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
