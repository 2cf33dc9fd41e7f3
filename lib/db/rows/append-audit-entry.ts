import type { Actor } from '../../domain/actor';
import type { AuditedChange } from '../../domain/audit-entry';
import { createId } from '../../shared/ids';
import type { WriteTransaction } from '../ports/database';

/** Notes who changed what, in the transaction that makes the change. */
export async function appendAuditEntry(
  { auditEntry }: Pick<WriteTransaction, 'auditEntry'>,
  { id: actorId }: Pick<Actor, 'id'>,
  { before = null, after = null, isPrivate = false, workspaceId = null, ...change }: AuditedChange,
): Promise<void> {
  const data = {
    id: createId('aud'),
    at: new Date(),
    actorId,
    ...change,
    before,
    after,
    isPrivate,
    workspaceId,
  };
  await auditEntry.create({ data, select: { id: true } });
}
