import { type ConversationId, createId, type RunId } from '../shared/ids';
import type { Database } from './database';
import type { Conversation as ConversationRow } from './generated/client';
import { fromCursor, toPage } from './paging';
import { readColumn, runState } from './stored-shapes';
import type { Conversation, ConversationStore } from './stores.port';

export function createConversationStore({ read, write }: Database): ConversationStore {
  return {
    create: (title, actor) =>
      write(async (transaction) => {
        const now = new Date();
        const row = await transaction.conversation.create({
          data: {
            id: createId('cnv'),
            title,
            createdById: actor.id,
            createdByName: actor.name,
            createdAt: now,
            updatedAt: now,
          },
        });
        return toConversation(row);
      }),
    async find(id) {
      const row = await read.conversation.findFirst({ where: { id, deletedAt: null } });
      return row && toConversation(row);
    },
    async list({ search, cursor, limit }) {
      const from = fromCursor(cursor);
      const rows = await read.conversation.findMany({
        where: {
          deletedAt: null,
          ...(search ? { title: { contains: search } } : {}),
          ...(from
            ? { OR: [{ updatedAt: { lt: from.at } }, { updatedAt: from.at, id: { lt: from.id } }] }
            : {}),
        },
        orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
        include: {
          runs: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 1, select: { stateJson: true } },
        },
      });
      return toPage(
        rows,
        limit,
        (row) => ({ at: row.updatedAt, id: row.id }),
        (row) => ({
          ...toConversation(row),
          lastRun: row.runs[0]
            ? { state: readColumn(runState, 'Run.stateJson', row.runs[0].stateJson) }
            : null,
        }),
      );
    },
    rename: (id, title) =>
      write(async (transaction) => {
        const where = { id, deletedAt: null };
        const { count } = await transaction.conversation.updateMany({ where, data: { title } });
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

function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id as ConversationId,
    title: row.title,
    activeRunId: row.activeRunId as RunId | null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
