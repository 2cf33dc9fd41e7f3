import type { Actor } from '../domain/actor';
import { createId } from '../shared/ids';
import { excerptAround } from '../shared/search-text';
import { createdBy } from './created-by';
import { DamagedRow, partDamaged } from './damaged-row.port';
import type { Database, WriteTransaction } from './database';
import type { Conversation as ConversationRow } from './generated/client';
import { insertRow } from './insert-row';
import { fromCursor, toPage } from './paging';
import { mapSound, readEach, readOne } from './read-each';
import { readPart, readRow } from './read-row';
import { toRun } from './run-rows';
import type { RunWriter } from './run-writer.port';
import { indexTitle, toRunText, toSearchable } from './search-texts';
import { withState } from './stored-rows';
import type { Conversation, ConversationStore, ListedConversation } from './stores.port';

export function createConversationStore({ read, write }: Database): ConversationStore {
  return {
    create: (title, actor) =>
      write((transaction, runs) => createConversation(transaction, runs, title, actor)),
    openBlank: (actor) =>
      write(async (transaction, runs) => {
        const blank = await transaction.conversation.findFirst({
          where: { title: '', deletedAt: null, createdById: actor.id, runs: { none: {} } },
        });
        if (!blank) return createConversation(transaction, runs, '', actor);
        const now = new Date();
        const data = { createdAt: now, updatedAt: now };
        return toConversation(await transaction.conversation.update({ where: { id: blank.id }, data }));
      }),
    async find(id) {
      const find = () => read.conversation.findFirst({ where: { id, deletedAt: null } });
      const row = await readOne('Conversation', { id }, find);
      return row && toConversation(row);
    },
    async list({ search, cursor, limit }) {
      const from = fromCursor(cursor);
      const text = { contains: toSearchable(search ?? '') };
      const selected = {
        where: {
          deletedAt: null,
          ...(search ? { searchTexts: { some: { text } } } : {}),
          ...(from
            ? { OR: [{ updatedAt: { lt: from.at } }, { updatedAt: from.at, id: { lt: from.id } }] }
            : {}),
        },
        orderBy: [{ updatedAt: 'desc' as const }, { id: 'desc' as const }],
        take: limit + 1,
      };
      const include = {
        runs: {
          orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
          take: 1,
          select: { id: true, stateJson: true },
        },
        searchTexts: { where: { text }, select: { id: true }, take: search ? 20 : 0 },
      };
      const rows = await readEach(
        'Conversation',
        () => read.conversation.findMany({ ...selected, include }),
        () => read.conversation.findMany({ ...selected, select: { id: true } }),
        ({ id }) => read.conversation.findUnique({ where: { id }, include }),
      );
      const excerpts = search
        ? await findExcerpts(read, partDamaged(rows).items, search)
        : new Map<string, string>();
      return toPage(
        rows,
        limit,
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
        const where = { id, deletedAt: { not: null } };
        const { count } = await transaction.conversation.updateMany({ where, data: { deletedAt: null } });
        return count === 1;
      }),
    purge: (before) =>
      write(async (transaction) => {
        const { count } = await transaction.conversation.deleteMany({ where: { deletedAt: { lt: before } } });
        return count;
      }),
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

/** By conversation, for those whose title does not hold the search: the first run that does. */
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
    () => read.run.findMany({ where: { id: { in: runIds } } }),
    async () => runIds.map((id) => ({ id })),
    ({ id }) => read.run.findUnique({ where: { id } }),
  );
  const runs = partDamaged(mapSound(found, toRun)).items;
  return new Map(
    runs.flatMap((run) => {
      const excerpt = excerptAround(toRunText(run), search);
      return excerpt === null ? [] : [[run.conversationId, excerpt] as const];
    }),
  );
}

function readState(row: { id: string; stateJson: string }): ListedConversation['lastRun'] {
  const [run] = mapSound([row], ({ id }) => readPart('Run', withState, row, id));
  return run instanceof DamagedRow ? run : run ? { state: run.stateJson } : null;
}

function toConversation(row: ConversationRow): Conversation {
  const { id, title, activeRunId, createdAt, updatedAt } = readRow('Conversation', row);
  return { id, title, activeRunId, createdAt, updatedAt };
}
