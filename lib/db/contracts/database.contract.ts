import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createId } from '../../shared/ids';
import { countTurns } from '../../shared/testing/count-turns';
import type { WriteTransaction } from '../ports/database';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, refusals } from '../testing/write-runs';

/** Tests the properties that the stores need of any database. */
export function describeDatabase(open: OpenStores): void {
  describe('the database', () => {
    let stores: Stores;
    beforeAll(async () => {
      stores = await open();
    });
    beforeEach(async () => {
      await stores.clear();
    });
    afterAll(() => stores.close());

    const put = (transaction: WriteTransaction, key: string, valueJson: string) => {
      const data = { key, valueJson, updatedById: 'usr_local', updatedAt: new Date() };
      return transaction.setting.upsert({ where: { key }, create: data, update: data });
    };
    const get = async (key: string) =>
      (await stores.database.read.setting.findUnique({ where: { key } }))?.valueJson;

    it('a failed write stores nothing', async () => {
      const broken = stores.database.write(async (transaction) => {
        await put(transaction, 'k', '1');
        throw new Error('on purpose');
      });
      await expect(broken).rejects.toThrow('on purpose');
      expect(await get('k')).toBeUndefined();
    });

    it('a transaction that is over writes nothing', async () => {
      const late = await stores.database.write(async (transaction) => [transaction]);
      const write = async () => {
        for (const transaction of late) await put(transaction, 'k', '1');
      };
      await expect(write()).rejects.toThrow();
      expect(await get('k')).toBeUndefined();
    });

    it('a write is read at once, and only when it is complete', async () => {
      await stores.database.write(async (transaction) => {
        await put(transaction, 'k', '1');
        expect(await get('k')).toBeUndefined();
      });
      expect(await get('k')).toBe('1');
    });

    it('a long write leaves turns to others, and nobody else writes in between', async () => {
      const turns = await countTurns(async () => {
        await Promise.all([
          stores.database.write(
            async (transaction, runs) => {
              await put(transaction, 'k', '1');
              for (let part = 0; part < 5; part += 1)
                await runs.renewLease(createId('run'), 'nobody', { leaseMs: 0, heartbeatAt: null });
              expect(await transaction.setting.findUnique({ where: { key: 'k' } })).toMatchObject({
                valueJson: '1',
              });
            },
            { isLong: true },
          ),
          stores.database.write((transaction) => put(transaction, 'k', '2')),
        ]);
      });
      expect(turns).toBeGreaterThan(5);
      expect(await get('k')).toBe('2');
    });

    it('transactions that read and then write take effect one after another', async () => {
      await stores.database.write((transaction) => put(transaction, 'sum', '0'));
      const results = await atOnce(20, () =>
        stores.database.write(async (transaction) => {
          const row = await transaction.setting.findUniqueOrThrow({ where: { key: 'sum' } });
          await put(transaction, 'sum', String(Number(row.valueJson) + 1));
        }),
      );
      expect(refusals(results)).toEqual([]);
      expect(await get('sum')).toBe('20');
    });

    it('a text keeps its zeros as pictures and its broken characters as marks, and is found with either', async () => {
      const broken = 'zero \0 and half \ud83e';
      await stores.database.write((transaction) => put(transaction, broken, JSON.stringify(broken)));
      expect(await get('zero ␀ and half \ufffd')).toBe(JSON.stringify(broken));
      expect(await get(broken)).toBe(JSON.stringify(broken));
    });

    it('migrates itself once, and keeps what was written', async () => {
      expect(stores.database.appliedMigrations.length).toBeGreaterThan(0);
      await stores.database.write((transaction) => put(transaction, 'k', '"Käse 🧀"'));
      stores = await stores.reopen();
      expect(stores.database.appliedMigrations).toEqual([]);
      expect(await get('k')).toBe('"Käse 🧀"');
    });
  });
}
