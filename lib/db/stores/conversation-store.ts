import type { Actor } from '../../domain/actor';
import { readCursor } from '../../shared/cursor';
import { createId } from '../../shared/ids';
import type { Conversation as ConversationRow, Prisma } from '../generated/client';
import { toRun } from '../ledger/run-rows';
import { excerptAround } from '../ledger/search-text';
import { indexTitle, toRunText, toSearchable } from '../ledger/search-texts';
import { DamagedRow, partDamaged } from '../ports/damaged-row.port';
import type { Database, WriteTransaction } from '../ports/database';
import type { RunWriter } from '../ports/run-writer.port';
import type { Conversation, ConversationStore, ListedConversation } from '../ports/stores.port';
import { createdBy } from '../rows/created-by';
import { toPage } from '../rows/paging';
import { mapSound, readEach, readOne } from '../rows/read-each';
import { readPart, readRow } from '../rows/read-row';
import { withState } from '../rows/stored-rows';
import { insertRow } from '../rows/write-row';
import { purgeBegunAt, purgeConversation } from './purge-conversation';
import { sliceForSearch, toRest } from './search-slices';

export function createConversationStore(database: Database): ConversationStore {
  const { read, write } = database;
  return {
    create: (title, actor) =>
      write((transaction, runs) => createConversation(transaction, runs, title, actor)),
    openBlank: (actor) =>
      write(async (transaction, runs) => {
        const rows = await readEach(
          'Conversation',
          {
            where: { title: '', deletedAt: null, createdById: actor.id, runs: { none: {} } },
            orderBy: { id: 'asc' },
          } as const,
          (part) => transaction.conversation.findMany(part),
          (part) => transaction.conversation.findMany({ ...part, select: { id: true } }),
        );
        const [blank] = partDamaged(mapSound(rows, toConversation)).items;
        if (!blank) return createConversation(transaction, runs, '', actor);
        const now = new Date();
        const data = { createdAt: now, updatedAt: now };
        await transaction.conversation.update({ where: { id: blank.id }, data, select: { id: true } });
        return { ...blank, ...data };
      }),
    async find(id) {
      const find = () => read.conversation.findFirst({ where: { id, deletedAt: null } });
      const row = await readOne('Conversation', { id }, find);
      return row && toConversation(row);
    },
    async list({ search, cursor, limit, isActive = false }) {
      const { after, skip } = readCursor(cursor);
      const text = { contains: toSearchable(search ?? '') };
      const most = skip + limit + 1;
      const orderBy = [{ updatedAt: 'desc' as const }, { id: 'desc' as const }];
      const include = {
        runs: {
          orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
          take: 1,
          select: { id: true, workflowId: true, stateJson: true },
        },
        searchTexts: { where: { text }, select: { id: true }, take: search ? 20 : 0 },
      };
      const readWithin = (place: Prisma.ConversationWhereInput, take: number) => {
        const isFound = search ? { searchTexts: { some: { text } } } : {};
        const active = isActive ? { activeRunId: { not: null } } : {};
        const selected = { where: { ...place, deletedAt: null, ...isFound, ...active }, orderBy, take };
        return readEach(
          'Conversation',
          selected,
          (part) => read.conversation.findMany({ ...part, include }),
          (part) => read.conversation.findMany({ ...part, select: { id: true } }),
        );
      };
      const rows: Awaited<ReturnType<typeof readWithin>> = [];
      for await (const slice of search ? sliceForSearch(read, after) : [toRest(read, after)]) {
        rows.push(...(await readWithin(slice, most - rows.length)));
        if (rows.length === most) break;
      }
      rows.splice(0, skip);
      const excerpts = search
        ? await findExcerpts(read, partDamaged(rows).items, search)
        : new Map<string, string>();
      return toPage(
        rows,
        { cursor, limit },
        (row) => ({ at: row.updatedAt, id: row.id }),
        (row): ListedConversation => ({
          ...toConversation(row),
          lastRun: row.runs[0] ? readState(row.runs[0]) : null,
          excerpt: excerpts.get(row.id) ?? null,
        }),
      );
    },
    rename: (id, title) =>
      write(async (transaction, runs) => {
        const where = { id, deletedAt: null };
        const { count } = await transaction.conversation.updateMany({ where, data: { title } });
        if (count === 1) await indexTitle(runs, id, title);
        return count === 1;
      }),
    remove: (id) =>
      write(async (transaction) => {
        const where = { id, deletedAt: null, activeRunId: null };
        const data = { deletedAt: new Date() };
        const { count } = await transaction.conversation.updateMany({ where, data });
        return count === 1;
      }),
    restore: (id) =>
      write(async (transaction) => {
        const where = { id, deletedAt: { not: null }, NOT: { deletedAt: purgeBegunAt } };
        const { count } = await transaction.conversation.updateMany({ where, data: { deletedAt: null } });
        return count === 1;
      }),
    async purge(before) {
      const where = { deletedAt: { gte: purgeBegunAt, lt: before } };
      await write(({ conversation }) =>
        conversation.updateMany({ where, data: { deletedAt: purgeBegunAt } }),
      );
      const findIds = (part: object) => read.conversation.findMany({ ...part, select: { id: true } });
      const begun = { where: { deletedAt: purgeBegunAt }, orderBy: { id: 'asc' } } as const;
      let count = 0;
      for (const { id } of partDamaged(await readEach('Conversation', begun, findIds, findIds)).items)
        if (await purgeConversation(database, id)) count += 1;
      return count;
    },
  };
}

async function createConversation(
  transaction: WriteTransaction,
  runs: RunWriter,
  title: string,
  actor: Actor,
) {
  const now = new Date();
  const row: ConversationRow = {
    id: createId('cnv'),
    title,
    activeRunId: null,
    ...createdBy(actor),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  await insertRow(transaction, 'Conversation', row);
  await indexTitle(runs, row.id, title);
  return toConversation(row);
}

/** Maps each conversation whose title does not hold the search to an excerpt of the first run that does. */
async function findExcerpts(
  read: Database['read'],
  rows: { id: string; searchTexts: { id: string }[] }[],
  search: string,
): Promise<Map<string, string>> {
  const runIds = rows.flatMap(({ id, searchTexts }) =>
    searchTexts.some((found) => found.id === id) ? [] : searchTexts.slice(0, 1).map((found) => found.id),
  );
  const found = await readEach(
    'Run',
    { where: { id: { in: runIds } }, orderBy: { id: 'asc' } } as const,
    (part) => read.run.findMany(part),
    (part) => read.run.findMany({ ...part, select: { id: true } }),
  );
  const runs = partDamaged(mapSound(found, toRun)).items;
  return new Map(
    runs.flatMap((run) => {
      const excerpt = excerptAround(toRunText(run), search);
      return excerpt === null ? [] : [[run.conversationId, excerpt] as const];
    }),
  );
}

function readState(row: {
  id: string;
  workflowId: string | null;
  stateJson: string;
}): ListedConversation['lastRun'] {
  const [run] = mapSound([row], ({ id }) => readPart('Run', withState, row, id));
  if (run instanceof DamagedRow || run === undefined) return run ?? null;
  return { workflowId: run.workflowId, state: run.stateJson };
}

function toConversation(row: ConversationRow): Conversation {
  const { id, title, activeRunId, createdAt, updatedAt } = readRow('Conversation', row);
  return { id, title, activeRunId, createdAt, updatedAt };
}
