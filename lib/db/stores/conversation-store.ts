import { type Actor, namesakesOf } from '../../domain/actor';
import type { AuditedChange, AuditKind } from '../../domain/audit-entry';
import { readCursor } from '../../domain/cursor';
import type { Reader } from '../../domain/reader';
import { type ActorId, createId } from '../../shared/ids';
import { type Conversation as ConversationRow, Prisma } from '../generated/client';
import { toRun } from '../ledger/run-rows';
import { excerptAround } from '../ledger/search-text';
import { indexTitle, toRunText, toSearchable } from '../ledger/search-texts';
import type { Database, WriteTransaction } from '../ports/database';
import type { RunWriter } from '../ports/run-writer.port';
import type { Conversation, ConversationStore, ListedConversation } from '../ports/stores.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { containing } from '../rows/containing';
import { readPage } from '../rows/paging';
import { readPart, readRow } from '../rows/read-row';
import { seenBy } from '../rows/seen-by';
import { orNull, readRows, readWhole, siftRows } from '../rows/sound-rows';
import { withState } from '../rows/stored-rows';
import { insertRow } from '../rows/write-row';
import { purgeBegunAt, purgeConversation } from './purge-conversation';
import { sliceForSearch } from './search-slices';

/** Reads what `reader` sees. Null is the server itself. */
export function createConversationStore(database: Database, reader: Reader | null = null): ConversationStore {
  const { read, write } = database;
  const seen = seenBy(reader);
  return {
    create: (title, workspaceId, actor) =>
      write((transaction, runs) => createConversation(transaction, runs, { title, workspaceId }, actor)),
    openBlank: (workspaceId, actor) =>
      write(async (transaction, runs) => {
        const query = {
          where: { title: '', deletedAt: null, createdById: actor.id, workspaceId, runs: { none: {} } },
          orderBy: { id: 'asc' },
        } as const;
        const [blank] = (await readRows(transaction, 'Conversation', query, toConversation)).items;
        if (!blank) return createConversation(transaction, runs, { title: '', workspaceId }, actor);
        const now = new Date();
        const data = { createdAt: now, updatedAt: now };
        await transaction.conversation.update({ where: { id: blank.id }, data, select: { id: true } });
        return { ...blank, ...data };
      }),
    async find(id) {
      const query = { where: { id, deletedAt: null, ...seen } };
      const row = await readWhole('Conversation', { id }, read.conversation.findFirst(query));
      return row && toConversation(row);
    },
    async list({ search, cursor, limit, isActive = false, startedBy = null, workspaceId = null }) {
      const text = containing(database, toSearchable(search ?? ''));
      const query = {
        where: {
          deletedAt: null,
          ...seen,
          ...(startedBy ? { createdById: { in: [...startedBy] } } : {}),
          ...(workspaceId === null ? {} : { workspaceId }),
          ...(search ? { searchTexts: { some: { text } } } : {}),
          ...(isActive ? { activeRunId: { not: null } } : {}),
        },
        include: {
          runs: {
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
            take: 1,
            select: { id: true, workflowId: true, startedById: true, stateJson: true },
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
        const { title: before, ...place } = await findTitle(transaction, id);
        const where = { id, deletedAt: null, ...seen };
        const { count } = await transaction.conversation.updateMany({ where, data: { title } });
        if (count !== 1) return false;
        await indexTitle(runs, id, title);
        const change = { kind: 'conversation_renamed', objectId: id, subject: title, ...place } as const;
        if (before !== title) await appendAuditEntry(transaction, actor, { ...change, before, after: title });
        return true;
      }),
    setPrivacy: (id, isPrivate, actor) =>
      write(async (transaction) => {
        const own = { in: [...namesakesOf(actor.id)] };
        const where = { id, deletedAt: null, createdById: own };
        if ((await transaction.conversation.count({ where })) !== 1) return 'refused';
        if (isPrivate && (await hasRunOfOthers(transaction, id, own))) return 'busy';
        const changed = { ...where, NOT: { isPrivate } };
        const { count } = await transaction.conversation.updateMany({ where: changed, data: { isPrivate } });
        const { title: subject, workspaceId } = await findTitle(transaction, id);
        const kind = isPrivate ? 'conversation_made_private' : 'conversation_opened';
        if (count === 1)
          await appendAuditEntry(transaction, actor, { kind, objectId: id, subject, isPrivate, workspaceId });
        return 'set';
      }),
    remove: (id, actor) =>
      write(async (transaction) => {
        const where = { id, deletedAt: null, activeRunId: null, ...seen };
        const data = { deletedAt: new Date() };
        const { count } = await transaction.conversation.updateMany({ where, data });
        if (count !== 1) return false;
        await appendAuditEntry(
          transaction,
          actor,
          await describeChange(transaction, 'conversation_deleted', id),
        );
        return true;
      }),
    restore: (id, actor) =>
      write(async (transaction) => {
        const where = { id, deletedAt: { not: null }, NOT: { deletedAt: purgeBegunAt }, ...seen };
        const { count } = await transaction.conversation.updateMany({ where, data: { deletedAt: null } });
        if (count !== 1) return false;
        await appendAuditEntry(
          transaction,
          actor,
          await describeChange(transaction, 'conversation_restored', id),
        );
        return true;
      }),
    async purge(before, limit) {
      const where = { deletedAt: { gte: purgeBegunAt, lt: before } };
      await write(({ conversation }) =>
        conversation.updateMany({ where, data: { deletedAt: purgeBegunAt } }),
      );
      const begun = {
        where: { deletedAt: purgeBegunAt },
        orderBy: { id: 'asc' },
        select: { id: true },
        ...(limit === undefined ? {} : { take: limit }),
      } as const;
      const { items: ids } = await readRows(read, 'Conversation', begun, ({ id }) => id);
      let count = 0;
      for (const id of ids) if (await purgeConversation(database, id)) count += 1;
      return count;
    },
  };
}

/**
 * Returns an empty title for a conversation without one, and for a title that cannot be read. Such a conversation
 * counts as private.
 */
async function findTitle({ conversation }: WriteTransaction, id: string) {
  const select = { title: true, isPrivate: true, workspaceId: true } as const;
  const found = await orNull(conversation.findUnique({ where: { id }, select }));
  return found ?? { title: '', isPrivate: true, workspaceId: null };
}

async function hasRunOfOthers(
  { conversation, run }: WriteTransaction,
  id: string,
  own: { in: ActorId[] },
): Promise<boolean> {
  const found = await conversation.findUnique({ where: { id }, select: { activeRunId: true } });
  if (!found?.activeRunId) return false;
  return (await run.count({ where: { id: found.activeRunId, NOT: { startedById: own } } })) > 0;
}

async function describeChange(
  transaction: WriteTransaction,
  kind: AuditKind,
  id: string,
): Promise<AuditedChange> {
  const { title: subject, ...place } = await findTitle(transaction, id);
  return { kind, objectId: id, subject, ...place };
}

async function createConversation(
  transaction: WriteTransaction,
  runs: RunWriter,
  { title, workspaceId }: Pick<Conversation, 'title' | 'workspaceId'>,
  actor: Actor,
) {
  const now = new Date();
  const row: ConversationRow = {
    id: createId('cnv'),
    title,
    activeRunId: null,
    createdById: actor.id,
    workspaceId,
    isPrivate: false,
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

function toLastRun(row: { id: string; workflowId: string | null; startedById: string; stateJson: string }) {
  const { workflowId, startedById, stateJson } = readPart('Run', withState, row);
  return { workflowId, startedBy: startedById, state: stateJson };
}

function toConversation(row: ConversationRow): Conversation {
  const { createdById, deletedAt: _, ...conversation } = readRow('Conversation', row);
  return { ...conversation, createdBy: createdById };
}
