import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor, systemActor } from '../../domain/actor';
import { defaultRetention } from '../../domain/retention';
import type { ConversationId } from '../../shared/ids';
import type { OpenStores, Stores } from '../testing/open-stores';
import { writeRuns } from '../testing/write-runs';

/** Tests the promises of `RetentionStore` on any database. */
export function describeRetentionStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
  });
  afterAll(() => stores.close());

  const before = new Date('2026-01-10T00:00:00Z');
  /** Starts a conversation whose last change was on this day of January 2026. */
  async function add(day: number): Promise<ConversationId> {
    const { id } = await stores.conversations.create(`of day ${day}`, 'main', localActor);
    return age(id, day);
  }
  async function age(id: ConversationId, day: number): Promise<ConversationId> {
    const data = { updatedAt: new Date(Date.UTC(2026, 0, day)) };
    await stores.database.write(({ conversation }) => conversation.update({ where: { id }, data }));
    return id;
  }
  const isThere = async (id: ConversationId) => (await stores.conversations.find(id)) !== null;
  const begin = (limit = 9) => stores.retention.beginRemoval(before, limit, systemActor);
  const entries = async (kind: 'retention_changed' | 'conversations_expired') =>
    (await stores.audit.list({ by: null, kind, cursor: null, limit: 9 })).items;

  describe('how long conversations are kept', () => {
    it('is for ever until someone changes it, and the change outlives a restart', async () => {
      expect(await stores.retention.read()).toEqual({ keepDays: null });
      await stores.retention.change({ keepDays: 30 }, localActor);
      stores = await stores.reopen();
      expect(await stores.retention.read()).toEqual({ keepDays: 30 });
    });

    it('is in the audit log each time it really changes', async () => {
      for (const keepDays of [30, 30, 1, null]) await stores.retention.change({ keepDays }, localActor);
      const said = (await entries('retention_changed')).map(({ by, after }) => [by, after]);
      expect(said).toEqual([
        [localActor.id, 'conversations are kept for ever'],
        [localActor.id, 'conversations are kept for 1 day'],
        [localActor.id, 'conversations are kept for 30 days'],
      ]);
    });

    it.each(['{', '{"keepDays":0}', '{"keepDays":"1"}', '{"highRisk":"approver"}'])(
      'is for ever while the setting cannot be read: %s',
      async (valueJson) => {
        await stores.retention.change({ keepDays: 1 }, localActor);
        await stores.database.write(({ setting }) =>
          setting.update({ where: { key: 'retention' }, data: { valueJson } }),
        );
        expect(await stores.retention.read()).toEqual(defaultRetention);
      },
    );
  });

  describe('conversations whose time is over', () => {
    it('are counted, and go with an entry in the audit log; newer ones and those that are deleted stay', async () => {
      const [old, older, young, deleted] = [await add(9), await add(1), await add(10), await add(2)];
      await stores.conversations.remove(deleted, localActor);
      await age(deleted, 2);
      expect(await stores.retention.countPast(before)).toBe(2);
      expect(await begin()).toBe(2);
      expect([await isThere(old), await isThere(older), await isThere(young)]).toEqual([false, false, true]);
      expect(await entries('conversations_expired')).toMatchObject([
        { by: systemActor.id, subject: '2 conversations' },
      ]);
      expect(await stores.conversations.restore(old, localActor)).toBe(false);
      expect(await stores.conversations.restore(deleted, localActor)).toBe(true);
      expect(await stores.conversations.purge(new Date(0))).toBe(2);
      expect(await stores.database.read.conversation.count()).toBe(2);
    });

    it('stay while a run is active or waits for a signature in them', async () => {
      const { run } = await writeRuns(stores.runs).pending();
      await age(run.conversationId, 1);
      expect([await stores.retention.countPast(before), await begin()]).toEqual([0, 0]);
      expect(await isThere(run.conversationId)).toBe(true);
      await writeRuns(stores.runs).cancel(run);
      await age(run.conversationId, 1);
      expect(await begin()).toBe(1);
    });

    it('go a few at a time, the oldest first, and nothing is noted when none goes', async () => {
      const [second, first] = [await add(5), await add(4)];
      expect(await begin(1)).toBe(1);
      expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
      expect([await begin(1), await begin(1)]).toEqual([1, 0]);
      expect(await entries('conversations_expired')).toHaveLength(2);
      expect([
        await stores.conversations.purge(new Date(0), 1),
        await stores.conversations.purge(new Date(0), 5),
      ]).toEqual([1, 1]);
    });

    it('are removed and noted once, when two servers begin at the same time', async () => {
      for (let day = 1; day <= 6; day += 1) await add(day);
      const [one, other] = await Promise.all([begin(), begin()]);
      expect(one + other).toBe(6);
      const noted = (await entries('conversations_expired')).map(({ subject }) =>
        Number.parseInt(subject ?? '', 10),
      );
      expect(noted.reduce((sum, count) => sum + count, 0)).toBe(6);
      const removed = await Promise.all([1, 2].map(() => stores.conversations.purge(new Date(0), 20)));
      expect(removed.reduce((sum, count) => sum + count, 0)).toBe(6);
      expect(await stores.database.read.conversation.count()).toBe(0);
    });
  });
}
