import type { Passkey } from '../../domain/account';
import type { AccountStore } from '../ports/account-store.port';
import type { Database } from '../ports/database';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readRow } from '../rows/read-row';
import { readRows, readWhole } from '../rows/sound-rows';

type Functions = 'passkeys' | 'findPasskey' | 'addPasskey' | 'notePasskeyUse' | 'removePasskey';

export function createAccountPasskeys({ read, write }: Database): Pick<AccountStore, Functions> {
  return {
    async passkeys(actorId) {
      const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
      return (await readRows(read, 'Passkey', { where: { actorId }, orderBy }, toPasskey)).items;
    },
    async findPasskey(id) {
      const where = { id };
      const row = await readWhole('Passkey', where, read.passkey.findUnique({ where }));
      return row && toPasskey(row);
    },
    addPasskey: (passkey, most, by) =>
      write(async (transaction) => {
        const { id, actorId, name } = passkey;
        if ((await transaction.passkey.count({ where: { actorId } })) >= most) return false;
        if ((await transaction.passkey.count({ where: { id } })) > 0) return false;
        // The person may have been removed while the device made the key.
        if ((await transaction.account.count({ where: { actorId } })) === 0) return false;
        await transaction.passkey.create({ data: { ...passkey, lastUsedAt: null } });
        await appendAuditEntry(transaction, by, { kind: 'passkey_added', objectId: id, subject: name });
        return true;
      }),
    notePasskeyUse: (id, counter, lastUsedAt) =>
      write(async ({ passkey }) => {
        // Devices that do not count always say 0.
        const grows = counter === 0 ? { counter: 0 } : { counter: { lt: counter } };
        const { count } = await passkey.updateMany({
          where: { id, ...grows },
          data: { counter, lastUsedAt },
        });
        return count === 1;
      }),
    removePasskey: (actorId, id, by) =>
      write(async (transaction) => {
        const where = { id, actorId };
        const { items } = await readRows(transaction, 'Passkey', { where }, toPasskey);
        const { count } = await transaction.passkey.deleteMany({ where });
        const subject = items[0]?.name ?? '';
        if (count === 1)
          await appendAuditEntry(transaction, by, { kind: 'passkey_removed', objectId: id, subject });
        return count === 1;
      }),
  };
}

const toPasskey = (row: object): Passkey => readRow('Passkey', row);
