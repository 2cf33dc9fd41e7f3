import type { AuditEntry } from '../../domain/audit-entry';
import type { Reader } from '../../domain/reader';
import { isOpenTo } from '../../domain/workspace';
import { type AuditEntry as AuditEntryRow, Prisma } from '../generated/client';
import type { Database } from '../ports/database';
import type { AuditStore } from '../ports/stores.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readPage } from '../rows/paging';
import { readRow } from '../rows/read-row';
import { seenBy } from '../rows/seen-by';
import { orNull } from '../rows/sound-rows';

/**
 * Hides from `reader` the words about others' private conversations, and about foreign workspaces. Null is the
 * server itself.
 */
export function createAuditStore({ read, write }: Database, reader: Reader | null = null): AuditStore {
  return {
    async list({ by, kind, cursor, limit }) {
      const where = { ...(by === null ? {} : { actorId: by }), ...(kind === null ? {} : { kind }) };
      const ofActor = by === null ? [] : [Prisma.sql`"actorId" = ${by}`];
      const ofKind = kind === null ? [] : [Prisma.sql`"kind" = ${kind}`];
      const scope = Prisma.join([Prisma.sql`1 = 1`, ...ofActor, ...ofKind], ' AND ');
      const page = await readPage(
        read,
        'AuditEntry',
        { query: { where }, scope },
        { cursor, limit },
        toEntry,
      );
      const hides = reader ? await findHidden(read, reader, page.items) : () => false;
      return { ...page, items: page.items.map((entry) => toSeen(entry, hides(entry))) };
    },
    append: (change, actor) => write((transaction) => appendAuditEntry(transaction, actor, change)),
  };
}

type StoredEntry = AuditEntry & { isPrivate: boolean; workspaceId: string | null };

function toSeen({ isPrivate: _, workspaceId: __, ...entry }: StoredEntry, isHidden: boolean): AuditEntry {
  return isHidden ? { ...entry, subject: null, before: null, after: null } : entry;
}

/**
 * Finds the entries that are about a conversation which someone else keeps private now, or kept private then.
 * Who made such a change saw the conversation.
 */
async function findHidden(
  read: Database['read'],
  reader: Reader,
  entries: readonly StoredEntry[],
): Promise<(entry: StoredEntry) => boolean> {
  const ids = entries.flatMap(({ objectId }) => objectId ?? []);
  const [hidden, own] = [{ NOT: seenBy(reader) }, { createdById: { in: [...reader.ids] } }];
  const find = async (where: Prisma.ConversationWhereInput) => [
    ...((await orNull(
      read.conversation.findMany({ where: { AND: [where, { id: { in: ids } }] }, select: { id: true } }),
    )) ?? []),
    ...((await orNull(
      read.approval.findMany({ where: { conversation: where, id: { in: ids } }, select: { id: true } }),
    )) ?? []),
  ];
  const toIds = (rows: readonly { id: string }[]) => new Set<string | null>(rows.map(({ id }) => id));
  const [hiddenIds, ownIds] = [toIds(await find(hidden)), toIds(await find(own))];
  return ({ objectId, by, isPrivate, workspaceId }) => {
    if (hiddenIds.has(objectId)) return true;
    const { ids: readerIds, workspaces } = reader;
    if (workspaceId !== null && workspaces && !isOpenTo(workspaces, readerIds, { workspaceId, ownerId: by }))
      return true;
    return isPrivate && !reader.ids.includes(by) && !ownIds.has(objectId);
  };
}

function toEntry(row: AuditEntryRow): StoredEntry {
  const { actorId, workspaceId = null, ...entry } = readRow('AuditEntry', row);
  return { ...entry, workspaceId, by: actorId };
}
