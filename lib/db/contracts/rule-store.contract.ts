import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor } from '../../domain/actor';
import { defaultSigning, strictestSigning } from '../../domain/signing';
import type { OpenStores, Stores } from '../testing/open-stores';
import { storedRule } from '../testing/stored-rule';

/** Tests the promises of `RuleStore` on any database. */
export function describeRuleStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
  });
  afterAll(() => stores.close());

  const add = (change: Parameters<typeof storedRule>[0]) =>
    stores.database.write((transaction) => transaction.rule.create({ data: storedRule(change) }));
  const listed = async () => (await stores.rules.list()).items.map(({ id }) => id);

  describe('rules that people add', () => {
    it('are none at first', async () => {
      expect(await stores.rules.list()).toEqual({ items: [], damaged: [] });
    });

    it('are read as their rows say, the oldest first', async () => {
      const condition = { tool: 'run_command', workflowId: 'tidy', startedBy: localActor.id };
      await add({ id: 'rul_b', createdAt: new Date(2_000), conditionJson: JSON.stringify(condition) });
      await add({ id: 'rul_a', createdAt: new Date(1_000), decision: 'ask', signatures: 2 });
      const says = { minimumRisk: 'low', reason: 'We agreed on it.' };
      expect(await stores.rules.list()).toEqual({
        items: [
          { id: 'rul_a', condition: { tool: 'write_file' }, decision: 'ask', signatures: 2, ...says },
          { id: 'rul_b', condition, decision: 'allow', signatures: 1, ...says },
        ],
        damaged: [],
      });
    });

    it('no longer count from the moment at which they are revoked, and count at once when they are new', async () => {
      await add({ id: 'rul_a' });
      await add({ id: 'rul_b', revokedAt: new Date() });
      expect(await listed()).toEqual(['rul_a']);
      await stores.database.write((transaction) =>
        transaction.rule.update({ where: { id: 'rul_a' }, data: { revokedAt: new Date() } }),
      );
      expect(await listed()).toEqual([]);
      await add({ id: 'rul_c' });
      expect(await listed()).toEqual(['rul_c']);
    });

    it.each([
      ['a condition of a later version', { conditionJson: '{"tool":"write_file","path":"notes"}' }],
      ['a condition that is no JSON', { conditionJson: '{' }],
      ['a permission for every tool', { conditionJson: '{}' }],
      ['a decision that this version does not know', { decision: 'sometimes' }],
      ['no signature', { decision: 'ask', signatures: 0 }],
      ['a risk that is none', { minimumRisk: 'none' }],
      ['the name of a built-in rule', { id: 'only_reads' }],
    ])('are named aside when they cannot be read: %s', async (_what, change) => {
      await add({ id: 'rul_sound' });
      const { id } = await add({ id: 'rul_odd', createdAt: new Date(0), ...change });
      const { items, damaged } = await stores.rules.list();
      expect(items.map((rule) => rule.id)).toEqual(['rul_sound']);
      expect(damaged).toMatchObject([{ id, message: expect.stringContaining('This rule is damaged') }]);
    });
  });

  describe('the setting of who signs a high risk', () => {
    const damage = (valueJson: string) =>
      stores.database.write((transaction) =>
        transaction.setting.update({ where: { key: 'signing' }, data: { valueJson } }),
      );

    it('is an approver until someone changes it, and stays after a restart', async () => {
      expect(await stores.rules.signing()).toEqual(defaultSigning);
      await stores.rules.changeSigning({ highRisk: 'other_approver' }, localActor);
      expect(await stores.rules.signing()).toEqual({ highRisk: 'other_approver' });
      stores = await stores.reopen();
      expect(await stores.rules.signing()).toEqual({ highRisk: 'other_approver' });
      await stores.rules.changeSigning(defaultSigning, localActor);
      expect(await stores.rules.signing()).toEqual(defaultSigning);
    });

    it('is the strictest one while its row cannot be read, until someone sets it again', async () => {
      await stores.rules.changeSigning(defaultSigning, localActor);
      for (const value of ['{', '{"highRisk":"nobody"}', '{"models":[],"defaultId":null}']) {
        await damage(value);
        stores = await stores.reopen();
        expect(await stores.rules.signing()).toEqual(strictestSigning);
      }
      await stores.rules.changeSigning(defaultSigning, localActor);
      expect(await stores.rules.signing()).toEqual(defaultSigning);
    });

    it('is in the audit log each time it really changes', async () => {
      for (const highRisk of ['other_approver', 'other_approver', 'approver'] as const)
        await stores.rules.changeSigning({ highRisk }, localActor);
      const { items } = await stores.audit.list({
        by: null,
        kind: 'signing_changed',
        cursor: null,
        limit: 9,
      });
      expect(items.map(({ by }) => by)).toEqual([localActor.id, localActor.id]);
    });
  });
}
