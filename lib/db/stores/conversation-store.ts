import type { Actor } from '../../domain/actor';
import { readCursor } from '../../domain/cursor';
import { createId } from '../../shared/ids';
import { type Conversation as ConversationRow, Prisma } from '../generated/client';
import { toRun } from '../ledger/run-rows';
import { excerptAround } from '../ledger/search-text';
import { indexTitle, toRunText, toSearchable } from '../ledger/search-texts';
import type { Database, WriteTransaction } from '../ports/database';
import type { RunWriter } from '../ports/run-writer.port';
import type { Conversation, ConversationStore, ListedConversation } from '../ports/stores.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readPage } from '../rows/paging';
import { readPart, readRow } from '../rows/read-row';
import { orNull, readRows, readWhole, siftRows } from '../rows/sound-rows';
import { withState } from '../rows/stored-rows';
import { insertRow } from '../rows/write-row';
import { purgeBegunAt, purgeConversation } from './purge-conversation';
import { sliceForSearch } from './search-slices';

export function createConversationStore(database: Database): ConversationStore {
  const { read, write } = database;
  return {
    create: (title, actor) =>
      write((transaction, runs) => createConversation(transaction, runs, title, actor)),
    openBlank: (actor) =>
      write(async (transaction, runs) => {
        const query = {
          where: { title: '', deletedAt: null, createdById: actor.id, runs: { none: {} } },
          orderBy: { id: 'asc' },
        } as const;
        const [blank] = (await readRows(transaction, 'Conversation', query, toConversation)).items;
        if (!blank) return createConversation(transaction, runs, '', actor);
        const now = new Date();
        const data = { createdAt: now, updatedAt: now };
        await transaction.conversation.update({ where: { id: blank.id }, data, select: { id: true } });
        return { ...blank, ...data };
      }),
    async find(id) {
      const query = { where: { id, deletedAt: null } };
      const row = await readWhole('Conversation', { id }, read.conversation.findFirst(query));
      return row && toConversation(row);
    },
    async list({ search, cursor, limit, isActive = false }) {
      const text = { contains: toSearchable(search ?? '') };
      const query = {
        where: {
          deletedAt: null,
          ...(search ? { searchTexts: { some: { text } } } : {}),
          ...(isActive ? { activeRunId: { not: null } } : {}),
        },
        include: {
          runs: {
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
            take: 1,
            select: { id: true, workflowId: true, stateJson: true },
          },
          searchTexts: { where: { text }, select: { id: true }, take: search ? 20 : 0 },
        },
      } satisfies Prisma.ConversationFindManyArgs;
      const slices = search ? sliceForSearch(read, readCursor(cursor).after) : undefined;
      const list = { query, scope: Prisma.sql`"deletedAt" IS NULL`, slices };
      const page = await readPage(read, 'Conversation', list, { cursor, limit }, (row) => {
        const foundIn = row.searchTexts.map(({ id }) => id);
        return { ...toConversation(row), lastRun: siftRows(row.runs, toLastRun), foundIn };
      });
      const excerpts = search ? await findExcerpts(read, page.items, search) : new Map<string, string>();
      const addExcerpt = ({ foundIn: _, ...item }: (typeof page.items)[number]): ListedConversation => ({
        ...item,
        excerpt: excerpts.get(item.id) ?? null,
      });
      return { ...page, items: page.items.map(addExcerpt) };
    },
    rename: (id, title, actor) =>
      write(async (transaction, runs) => {
        const before = await findTitle(transaction, id);
        const where = { id, deletedAt: null };
        const { count } = await transaction.conversation.updateMany({ where, data: { title } });
        if (count !== 1) return false;
        await indexTitle(runs, id, title);
        const change = { kind: 'conversation_renamed', objectId: id, subject: title } as const;
        if (before !== title) await appendAuditEntry(transaction, actor, { ...change, before, after: title });
        return true;
      }),
    remove: (id, actor) =>
      write(async (transaction) => {
        const where = { id, deletedAt: null, activeRunId: null };
        const data = { deletedAt: new Date() };
        const { count } = await transaction.conversation.updateMany({ where, data });
        if (count !== 1) return false;
        const subject = await findTitle(transaction, id);
        await appendAuditEntry(transaction, actor, { kind: 'conversation_deleted', objectId: id, subject });
        return true;
      }),
    restore: (id, actor) =>
      write(async (transaction) => {
        const where = { id, deletedAt: { not: null }, NOT: { deletedAt: purgeBegunAt } };
        const { count } = await transaction.conversation.updateMany({ where, data: { deletedAt: null } });
        if (count !== 1) return false;
        const subject = await findTitle(transaction, id);
        await appendAuditEntry(transaction, actor, { kind: 'conversation_restored', objectId: id, subject });
        return true;
      }),
    async purge(before) {
      const where = { deletedAt: { gte: purgeBegunAt, lt: before } };
      await write(({ conversation }) =>
        conversation.updateMany({ where, data: { deletedAt: purgeBegunAt } }),
      );
      const begun = {
        where: { deletedAt: purgeBegunAt },
        orderBy: { id: 'asc' },
        select: { id: true },
      } as const;
      const { items: ids } = await readRows(read, 'Conversation', begun, ({ id }) => id);
      let count = 0;
      for (const id of ids) if (await purgeConversation(database, id)) count += 1;
      return count;
    },
  };
}

/** Returns an empty title for a conversation without one, and for a title that cannot be read. */
async function findTitle({ conversation }: WriteTransaction, id: string): Promise<string> {
  const found = await orNull(conversation.findUnique({ where: { id }, select: { title: true } }));
  return found?.title ?? '';
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
    createdById: actor.id,
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
  found: { id: string; foundIn: string[] }[],
  search: string,
): Promise<Map<string, string>> {
  const runIds = found.flatMap(({ id, foundIn }) => (foundIn.includes(id) ? [] : foundIn.slice(0, 1)));
  const query = { where: { id: { in: runIds } }, orderBy: { id: 'asc' } } as const;
  const { items: runs } = await readRows(read, 'Run', query, toRun);
  return new Map(
    runs.flatMap((run) => {
      const excerpt = excerptAround(toRunText(run), search);
      return excerpt === null ? [] : [[run.conversationId, excerpt] as const];
    }),
  );
}

function toLastRun(row: { id: string; workflowId: string | null; stateJson: string }) {
  const { workflowId, stateJson } = readPart('Run', withState, row);
  return { workflowId, state: stateJson };
}

function toConversation(row: ConversationRow): Conversation {
  const { id, title, activeRunId, createdAt, updatedAt } = readRow('Conversation', row);
  return { id, title, activeRunId, createdAt, updatedAt };
}
