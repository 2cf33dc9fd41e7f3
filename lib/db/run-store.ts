import type { Actor } from '../domain/actor';
import { reduceRun } from '../domain/reduce-run';
import type { Run } from '../domain/run';
import { isTerminal, needsDriver } from '../domain/run';
import type { RecordedEvent, RunEvent } from '../domain/run-event';
import { AppError } from '../shared/app-error';
import { createId, type RunId } from '../shared/ids';
import { createdBy } from './created-by';
import type { Database, WriteTransaction } from './database';
import { requestDrivers, withdrawDriveRequest } from './drive-requests';
import { insertCall, projectEvent, projectState } from './project-event';
import { createRunLeases } from './run-leases';
import { toEventRow, toMutableColumns, toRecordedEvent, toRun, toRunRow } from './run-rows';
import { type CreateRun, type RunStore, StaleRun } from './run-store.port';
import { indexRun, indexTitle } from './search-texts';
import { readColumn, transcriptMessages } from './stored-shapes';
import { writeUnlessTaken } from './write-unless-taken';

/**
 * `onDriveRequest` is called once for each commit that asked for a driver, after it is on disk. It must return at once and must
 * not throw. Losing a call loses nothing: the request stays in the database until a driver takes the run.
 */
export function createRunStore(
  database: Database,
  onDriveRequest: (runId: RunId) => void = () => {},
): RunStore {
  const { read, write } = database;
  return {
    async create(request) {
      const created = await writeUnlessTaken(database, (transaction) => createRun(transaction, request));
      if (created.isNew) onDriveRequest(created.run.id);
      return created;
    },
    async commit(run, events, by) {
      const committed = await write((transaction) => commit(transaction, run, events, by));
      if (isRequest(committed, by.owner)) onDriveRequest(run.id);
      return committed;
    },

    async find(runId) {
      const row = await read.run.findFirst({ where: { id: runId, conversation: { deletedAt: null } } });
      return row && toRun(row);
    },
    async listOfConversation(conversationId, { before = null, kind, limit } = {}) {
      const edge = before && (await read.run.findFirst({ where: { id: before, conversationId } }));
      if (before && !edge) return [];
      const rows = await read.run.findMany({
        where: { conversationId, ...(kind ? { kind } : {}), ...(edge ? isOlderThan(edge) : {}) },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        ...(limit === undefined ? {} : { take: limit }),
      });
      return rows.reverse().map(toRun);
    },
    async listEvents(runId, afterVersion = 0) {
      const rows = await read.runEvent.findMany({
        where: { runId, version: { gt: afterVersion } },
        orderBy: { version: 'asc' },
      });
      return rows.map(toRecordedEvent);
    },
    async loadOpeningMessages(runId) {
      const snapshot = await read.promptSnapshot.findUniqueOrThrow({ where: { runId } });
      return readColumn(transcriptMessages, 'PromptSnapshot.messagesJson', snapshot.messagesJson);
    },
    async loadSystemPromptId(runId) {
      const where = { runId };
      const select = { systemPromptId: true };
      return (await read.promptSnapshot.findUniqueOrThrow({ where, select })).systemPromptId;
    },
    ...createRunLeases(database),
  };
}

const isOlderThan = ({ createdAt, id }: { createdAt: Date; id: string }) => ({
  OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }],
});

async function createRun(
  transaction: WriteTransaction,
  request: CreateRun,
): Promise<{ run: Run; isNew: boolean }> {
  const { run, idempotencyKey, workflow } = request;
  if (idempotencyKey) {
    const existing = await transaction.run.findUnique({ where: { idempotencyKey } });
    if (existing) return { run: toRun(existing), isNew: false };
  }
  await takeConversation(transaction, request);
  if (workflow) {
    const { id: workflowId, revision, source } = workflow;
    await transaction.workflowRevision.upsert({
      where: { workflowId_revision: { workflowId, revision } },
      create: { workflowId, revision, source, firstUsedAt: run.createdAt },
      update: {},
    });
  }
  await transaction.run.create({
    data: { ...toRunRow(run), idempotencyKey, workflowRevision: workflow?.revision ?? null },
  });
  for (const call of run.plan)
    await insertCall(transaction, run, call, request.previews?.get(call.id) ?? [], run.createdAt);
  await indexRun(transaction, run);
  await transaction.promptSnapshot.create({
    data: {
      runId: run.id,
      systemPromptId: request.systemPrompt.id,
      systemPromptVersion: request.systemPrompt.version,
      messagesJson: JSON.stringify(request.openingMessages),
    },
  });
  if (request.message !== null) {
    await transaction.message.create({
      data: {
        id: createId('msg'),
        conversationId: run.conversationId,
        runId: run.id,
        author: 'person',
        text: request.message,
        ...createdBy(run.startedBy),
        createdAt: run.createdAt,
      },
    });
  }
  const committed = await commit(transaction, run, [{ type: 'run_created' }], {
    actor: run.startedBy,
    owner: null,
  });
  return { run: committed, isNew: true };
}

/** One active run per conversation, decided by one conditional update. */
async function takeConversation(transaction: WriteTransaction, request: CreateRun): Promise<void> {
  const { run } = request;
  if (request.isNewConversation) {
    await transaction.conversation.create({
      data: {
        id: run.conversationId,
        title: request.conversationTitle,
        activeRunId: run.id,
        ...createdBy(run.startedBy),
        createdAt: run.createdAt,
        updatedAt: run.createdAt,
      },
    });
    await indexTitle(transaction, run.conversationId, request.conversationTitle);
    return;
  }
  await takeExistingConversation(transaction, run);
  const isUntitled = { id: run.conversationId, title: '' };
  const data = { title: request.conversationTitle };
  const { count } = await transaction.conversation.updateMany({ where: isUntitled, data });
  if (count === 1) await indexTitle(transaction, run.conversationId, data.title);
}

async function takeExistingConversation(transaction: WriteTransaction, run: Run): Promise<void> {
  const { count } = await transaction.conversation.updateMany({
    where: { id: run.conversationId, activeRunId: null, deletedAt: null },
    data: { activeRunId: run.id },
  });
  if (count === 1) return;
  const conversation = await transaction.conversation.findFirst({
    where: { id: run.conversationId, deletedAt: null },
  });
  if (!conversation) throw new AppError('not_found', 'This conversation was deleted or never existed.');
  const pending = await transaction.approval.findFirst({
    where: { conversationId: run.conversationId, status: 'pending' },
  });
  throw new AppError('run_active', 'Still working. You can reply when it finishes, or stop it first.', {
    ...(conversation.activeRunId ? { runId: conversation.activeRunId } : {}),
    ...(pending ? { approvalId: pending.id } : {}),
  });
}

/** The driver that writes goes on by itself. */
function isRequest(after: Run, owner: string | null): boolean {
  return owner === null && needsDriver(after.state.status);
}

async function commit(
  transaction: WriteTransaction,
  run: Run,
  events: readonly RunEvent[],
  { actor, owner }: { actor: Actor; owner: string | null },
): Promise<Run> {
  const at = new Date();
  const steps: { run: Run; recorded: RecordedEvent }[] = [];
  let after = run;
  for (const event of events) {
    after = reduceRun(after, event, { at, actor });
    steps.push({ run: after, recorded: { version: after.version, at, actor, event } });
  }
  // The version is the guard that lets one writer win; the lease keeps out a driver that was taken over.
  const { count } = await transaction.run.updateMany({
    where: { id: run.id, version: run.version, ...(owner ? { leaseOwner: owner } : {}) },
    data: toMutableColumns(after),
  });
  if (count !== 1) throw new StaleRun(run.id);
  await transaction.runEvent.createMany({ data: steps.map(({ recorded }) => toEventRow(run.id, recorded)) });
  for (const step of steps) await projectEvent(transaction, step.run, step.recorded);
  if (isTerminal(run.state.status) && !isTerminal(after.state.status))
    await takeExistingConversation(transaction, after);
  await projectState(transaction, after, { actor, at });
  if (isTerminal(after.state.status)) await indexRun(transaction, after);
  if (isRequest(after, owner)) await requestDrivers(transaction, [run.id]);
  else if (owner === null) await withdrawDriveRequest(transaction, run.id);
  return after;
}
