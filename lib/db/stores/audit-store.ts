import type { AuditEntry } from '../../domain/audit-entry';
import { type AuditEntry as AuditEntryRow, Prisma } from '../generated/client';
import type { Database } from '../ports/database';
import type { AuditStore } from '../ports/stores.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readPage } from '../rows/paging';
import { readRow } from '../rows/read-row';

export function createAuditStore({ read, write }: Database): AuditStore {
  return {
    list({ by, kind, cursor, limit }) {
      const where = { ...(by === null ? {} : { actorId: by }), ...(kind === null ? {} : { kind }) };
      const scope = Prisma.sql`(${by} IS NULL OR "actorId" = ${by}) AND (${kind} IS NULL OR "kind" = ${kind})`;
      return readPage(read, 'AuditEntry', { query: { where }, scope }, { cursor, limit }, toEntry);
    },
    append: (change, actor) => write((transaction) => appendAuditEntry(transaction, actor, change)),
  };
}

function toEntry(row: AuditEntryRow): AuditEntry {
  const { actorId, ...entry } = readRow('AuditEntry', row);
  return { ...entry, by: actorId };
}
