import { setImmediate as nextRound } from 'node:timers/promises';
import { readCursor } from '../../domain/cursor';
import { needsDriver, type Run } from '../../domain/run';
import type { RecordedEvent } from '../../domain/run-event';
import { failpoint } from '../../shared/failpoint';
import { createId, type RunId } from '../../shared/ids';
import { Prisma } from '../generated/client';
import type { Database, WriteTransaction } from '../ports/database';
import { requireSound } from '../ports/listed.port';
import {
  type CreatedRun,
  type CreateRun,
  type DriverSource,
  type KeyedRequest,
  type RunStore,
  StaleRun,
  type StartedEarlier,
} from '../ports/run-store.port';
import type { NewRunRows, RunChange, RunWriter, Taking } from '../ports/run-writer.port';
import { toReversed, toSelection } from '../rows/paging';
import { readRow, refuseRow } from '../rows/read-row';
import { readRows, readWhole } from '../rows/sound-rows';
import { insertRow } from '../rows/write-row';
import { KeyTaken, writeUnlessTaken } from '../rows/write-unless-taken';
import { projectCommit, takeConversation } from './project-commit';
import { type PlannedCommit, planCommit, reduceBeginning, reduceEvents, type Step } from './run-change';
import { createRunLeases } from './run-leases';
import { toNewCall, toRecordedEvent, toRun, toRunRow } from './run-rows';
import { indexRun, indexTitle } from './search-texts';
import { noDrivers, toTaking, withDriver } from './with-driver';

const longCharacters = 500_000;

export function createRunStore(database: Database): RunStore {
  let drivers: DriverSource = noDrivers;
  const { read, runReads, write } = database;
  const findSnapshot = async (runId: RunId) => {
    const row = await runReads.findSnapshot(runId);
    return row ? readRow('PromptSnapshot', row) : refuseRow('PromptSnapshot', runId, 'it is missing');
  };
  const commitPlanned = async (run: Run, commit: PlannedCommit): Promise<Run> => {
    const { after, change } = commit;
    const apply = async (runs: RunWriter) => {
      if (!(await runs.apply(change))) throw new StaleRun(run.id);
    };
    const isLong = isLongChange(change);
    // A driver that goes on writes only the rows of its run.
    const isRunAlone = change.driver === 'keep';
    if (isRunAlone && !isLong) await apply(database.runs);
    else {
      await write(
        async (transaction, runs) => {
          await apply(runs);
          if (!isRunAlone) await projectCommit(transaction, runs, run, commit);
        },
        { isLong },
      );
    }
    if (change.owner === null) failpoint('decision_committed');
    return after;
  };
  const listEvents = async (runId: RunId, afterVersion = 0): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    for (;;) {
      const last = afterVersion + events.length;
      const { rows, hasMore } = await runReads.listEvents(runId, last);
      const part = rows.map(toRecordedEvent);
      const gap = part.findIndex(({ version }, index) => version !== last + index + 1);
      if (gap !== -1) refuseEvent(runId, last + gap + 1);
      events.push(...part);
      if (!hasMore) return events;
      // A long ledger takes a while to read and parse, so other work goes on in between.
      await nextRound();
    }
  };
  return {
    async create(request) {
      const { openingMessages } = request;
      return withDriver(drivers, request.run.id, async (driver) => {
        const characters = openingMessages.reduce((sum, { content }) => sum + content.length, 0);
        const { created, recorded } = await writeUnlessTaken(
          database,
          (transaction, runs) => createRun(transaction, runs, request, driver && toTaking(driver)),
          { isLong: characters > longCharacters },
        );
        failpoint('run_created');
        if (created.isNew && !driver) drivers.dispatch(created.run.id);
        const ledger = { openingMessages, recorded };
        return { answer: created, taken: created.isNew ? { run: created.run, ledger } : null };
      });
    },
    async commit(run, events, { actor, owner, ledger: read }) {
      const at = new Date();
      const decided = reduceEvents(run, events, { by: actor.id, at });
      const last = decided.at(-1)?.run ?? run;
      if (owner !== null || !needsDriver(last.state.status))
        return commitPlanned(run, planCommit(run, decided, { owner }));
      return withDriver(drivers, run.id, async (driver) => {
        const steps = driver ? [...decided, ...reduceBeginning(last, at)] : decided;
        const taking = driver && toTaking(driver);
        const after = await commitPlanned(run, planCommit(run, steps, { owner, taking }));
        if (!driver) drivers.dispatch(run.id);
        const ledger = read ? { ...read, recorded: [...read.recorded, ...toRecorded(steps)] } : null;
        return { answer: after, taken: { run: after, ledger } };
      });
    },

    driveWith(source) {
      drivers = source;
    },
    findStarted: (key) => findStarted(read, key),
    async find(runId) {
      const row = await runReads.findRun(runId);
      return row && toRun(row);
    },
    async findLatest(conversationId, kind) {
      // A kind that cannot be read may be any kind.
      const where = { conversationId, ...notOther[kind] };
      const query: Prisma.RunFindManyArgs = {
        where,
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: 1,
      };
      return requireSound(await readRows(read, 'Run', query, toRun));
    },
    async listOfConversation(conversationId, { cursor = null, limit } = {}) {
      const scope = Prisma.sql`"conversationId" = ${conversationId}`;
      const list = { query: { where: { conversationId } }, scope };
      const selection = await toSelection(read, 'Run', list, cursor);
      const take = limit === undefined ? {} : { take: limit };
      return toReversed(await readRows(read, 'Run', { ...selection, ...take }, toRun));
    },
    listSizes: (conversationId, { cursor, limit }) =>
      runReads.listSizes(conversationId, readCursor(cursor), limit),
    listEvents,
    async loadLedger({ id, version }) {
      const events = await listEvents(id);
      return events.length < version ? refuseEvent(id, events.length + 1) : events;
    },
    async loadOpeningMessages(runId) {
      return (await findSnapshot(runId)).messagesJson;
    },
    async loadSystemPromptId(runId) {
      return (await findSnapshot(runId)).systemPromptId;
    },
    ...createRunLeases(database),
  };
}

/** Tells whether writing the change in one piece may keep the event loop busy for too long. */
function isLongChange({ events, calls }: RunChange): boolean {
  const texts = [
    ...events.map(({ payloadJson }) => payloadJson),
    ...calls.map((call) => ('outcomeJson' in call ? call.outcomeJson : call.row.outcomeJson)),
    ...calls.map((call) => ('previewJson' in call ? call.previewJson : null)),
  ];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) > longCharacters;
}

const notOther = { agent: { kind: { not: 'direct' } }, direct: { kind: { not: 'agent' } } };

/** The numbers of a ledger have no gap, so the event with this number is lost. */
const refuseEvent = (runId: RunId, version: number) =>
  refuseRow('RunEvent', `${runId} ${version}`, 'it is missing');

async function createRun(
  transaction: WriteTransaction,
  runs: RunWriter,
  request: CreateRun,
  taking: Taking | null,
): Promise<{ created: CreatedRun; recorded: readonly RecordedEvent[] }> {
  const { run, key } = request;
  const started = key && (await findStarted(transaction, key));
  if (started) return { created: { ...started, isNew: false }, recorded: [] };
  await startConversation(transaction, runs, request);
  const { commit, rows } = toNewRun(request, taking);
  if (!(await runs.insert(rows))) throw new KeyTaken();
  await indexRun(runs, run);
  if (request.message !== null) {
    await insertRow(transaction, 'Message', {
      id: createId('msg'),
      conversationId: run.conversationId,
      runId: run.id,
      author: 'person',
      text: request.message,
      createdById: run.startedBy,
      createdAt: run.createdAt,
    });
  }
  const created = { run: commit.after, isNew: true, isSameRequest: true };
  return { created, recorded: toRecorded(commit.steps) };
}

async function findStarted(
  { run }: Pick<WriteTransaction, 'run'>,
  { idempotencyKey, requestHash }: KeyedRequest,
): Promise<StartedEarlier | null> {
  const where = { idempotencyKey };
  const row = await readWhole('Run', where, run.findUnique({ where }));
  // A run without a hash is older than that column. It counts as the same request, sent again while the
  // server was updated.
  return (
    row && { run: toRun(row), isSameRequest: row.requestHash === null || row.requestHash === requestHash }
  );
}

const toRecorded = (steps: readonly Step[]) => steps.map(({ recorded }) => recorded);

function toNewRun(request: CreateRun, taking: Taking | null): { commit: PlannedCommit; rows: NewRunRows } {
  const { run, key, workflow, systemPrompt } = request;
  const at = run.createdAt;
  const first = reduceEvents(run, [{ type: 'run_created' }], { by: run.startedBy, at });
  const steps = taking ? [...first, ...reduceBeginning(first.at(-1)?.run ?? run, at)] : first;
  const commit = planCommit(run, steps, { owner: null, taking });
  const { after, change } = commit;
  const rows: NewRunRows = {
    row: {
      ...toRunRow(after),
      idempotencyKey: key?.idempotencyKey ?? null,
      requestHash: key?.requestHash ?? null,
      workflowRevision: workflow?.revision ?? null,
    },
    snapshot: {
      systemPromptId: systemPrompt.id,
      systemPromptVersion: systemPrompt.version,
      messagesJson: JSON.stringify(request.openingMessages),
    },
    workflow,
    events: change.events,
    taking: change.taking,
    callChanges: change.calls,
    calls: run.plan.map((call) =>
      toNewCall(run.id, call, request.previews?.get(call.id) ?? [], run.createdAt),
    ),
  };
  return { commit, rows };
}

/** Creates the conversation of a new run, or takes it if none of its runs is active. */
async function startConversation(
  transaction: WriteTransaction,
  runs: RunWriter,
  request: CreateRun,
): Promise<void> {
  const { run } = request;
  if (request.isNewConversation) {
    await insertRow(transaction, 'Conversation', {
      id: run.conversationId,
      title: request.conversationTitle,
      activeRunId: run.id,
      createdById: run.startedBy,
      createdAt: run.createdAt,
      updatedAt: run.createdAt,
      deletedAt: null,
    });
    await indexTitle(runs, run.conversationId, request.conversationTitle);
    return;
  }
  await takeConversation(transaction, run);
  const isUntitled = { id: run.conversationId, title: '' };
  const data = { title: request.conversationTitle };
  const { count } = await transaction.conversation.updateMany({ where: isUntitled, data });
  if (count === 1) await indexTitle(runs, run.conversationId, data.title);
}
