import { setImmediate as nextRound } from 'node:timers/promises';
import { readCursor } from '../../domain/cursor';
import type { RecordedEvent } from '../../domain/run-event';
import type { RunId } from '../../shared/ids';
import { Prisma } from '../generated/client';
import type { Database } from '../ports/database';
import { requireSound } from '../ports/listed.port';
import type { RunStore } from '../ports/run-store.port';
import { toReversed, toSelection } from '../rows/paging';
import { readRow, refuseRow } from '../rows/read-row';
import { readRows } from '../rows/sound-rows';
import { createRunCommits } from './commit-run';
import { findStarted } from './create-run';
import { createRunLeases } from './run-leases';
import { toRecordedEvent, toRun } from './run-rows';

export function createRunStore(database: Database): RunStore {
  const { read, runReads } = database;
  const findSnapshot = async (runId: RunId) => {
    const row = await runReads.findSnapshot(runId);
    return row ? readRow('PromptSnapshot', row) : refuseRow('PromptSnapshot', runId, 'it is missing');
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
    findStarted: (key) => findStarted(read, key),
    async find(runId) {
      const row = await runReads.findRun(runId);
      return row && toRun(row);
    },
    isSeen: async () => true,
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
    ...createRunCommits(database),
    ...createRunLeases(database),
  };
}

const notOther = { agent: { kind: { not: 'direct' } }, direct: { kind: { not: 'agent' } } };

/** The numbers of a ledger have no gap, so the event with this number is lost. */
const refuseEvent = (runId: RunId, version: number) =>
  refuseRow('RunEvent', `${runId} ${version}`, 'it is missing');
