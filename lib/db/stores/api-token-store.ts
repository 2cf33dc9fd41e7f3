import type { ApiToken, ApiTokenStore } from '../ports/api-token-store.port';
import type { Database } from '../ports/database';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readRow } from '../rows/read-row';
import { readRows, readWhole } from '../rows/sound-rows';

export function createApiTokenStore({ read, write }: Database): ApiTokenStore {
  return {
    add: (token, most, by) =>
      write(async (transaction) => {
        const { id, actorId, name } = token;
        if ((await transaction.apiToken.count({ where: { actorId } })) >= most) return false;
        await transaction.apiToken.create({ data: token });
        await appendAuditEntry(transaction, by, { kind: 'token_created', objectId: id, subject: name });
        return true;
      }),
    async find(tokenHash) {
      const row = await readWhole('ApiToken', {}, read.apiToken.findUnique({ where: { tokenHash } }));
      return row && toToken(row);
    },
    async list(actorId) {
      const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
      return (await readRows(read, 'ApiToken', { where: { actorId }, orderBy }, toToken)).items;
    },
    touch: (id, lastUsedAt) =>
      write(async ({ apiToken }) => {
        await apiToken.updateMany({ where: { id }, data: { lastUsedAt } });
      }),
    remove: (actorId, id, by) =>
      write(async (transaction) => {
        const where = { id, actorId };
        const { items } = await readRows(transaction, 'ApiToken', { where }, toToken);
        const { count } = await transaction.apiToken.deleteMany({ where });
        const subject = items[0]?.name ?? '';
        if (count === 1)
          await appendAuditEntry(transaction, by, { kind: 'token_revoked', objectId: id, subject });
        return count === 1;
      }),
  };
}

function toToken(row: object): ApiToken {
  const { tokenHash: _, ...token } = readRow('ApiToken', row);
  return token;
}
