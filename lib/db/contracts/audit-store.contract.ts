import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, localActor } from '../../domain/actor';
import { type AuditEntry, type AuditKind, auditKinds } from '../../domain/audit-entry';
import type { ActorId } from '../../shared/ids';
import { nextTask } from '../../shared/next-task';
import { modelToSave } from '../testing/model-to-save';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, refusals } from '../testing/write-runs';

const mara: Actor = { id: 'usr_mara', name: 'Mara', role: 'admin' };

/** Tests the promises of `AuditStore`, and what the other stores append to it, on any database. */
export function describeAuditStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  const list = (change: { by?: ActorId; kind?: AuditKind; cursor?: string | null; limit?: number } = {}) =>
    stores.audit.list({ by: null, kind: null, cursor: null, limit: 100, ...change });
  /** Two entries of one millisecond may stand in either order. */
  const listed = async () =>
    (await list()).items
      .map(({ id: _, at: __, ...entry }) => entry)
      .sort((a, b) => auditKinds.indexOf(a.kind) - auditKinds.indexOf(b.kind));
  const says = (kind: AuditKind, subject: string, rest: Partial<AuditEntry> = {}) => ({
    kind,
    subject,
    objectId: null,
    by: mara.id,
    before: null,
    after: null,
    ...rest,
  });

  describe('the audit log', () => {
    it('says who renamed, deleted and restored a conversation, once for each change', async () => {
      const { id } = await stores.conversations.create('First', 'main', localActor);
      await stores.conversations.rename(id, 'Second', mara);
      await stores.conversations.rename(id, 'Second', mara);
      for (const _ of [1, 2]) await stores.conversations.remove(id, mara);
      await stores.conversations.rename(id, 'Third', mara);
      for (const _ of [1, 2]) await stores.conversations.restore(id, mara);
      expect(await listed()).toEqual([
        says('conversation_renamed', 'Second', { objectId: id, before: 'First', after: 'Second' }),
        says('conversation_deleted', 'Second', { objectId: id }),
        says('conversation_restored', 'Second', { objectId: id }),
      ]);
    });

    it('has one deletion and one restoration, however many people press at once', async () => {
      const { id } = await stores.conversations.create('Mine', 'main', localActor);
      expect(refusals(await atOnce(10, () => stores.conversations.remove(id, mara)))).toEqual([]);
      expect(refusals(await atOnce(10, () => stores.conversations.restore(id, localActor)))).toEqual([]);
      expect((await listed()).map(({ kind, by }) => [kind, by])).toEqual([
        ['conversation_deleted', mara.id],
        ['conversation_restored', localActor.id],
      ]);
    });

    it('says who changed a model and how, without a secret or an address’s path', async () => {
      const secret = 'sk-0123456789abcdef';
      const model = modelToSave({ id: 'mdl_a', baseUrl: 'http://127.0.0.1:9/private/v1', apiKey: secret });
      const { apiKey: _, ...unchanged } = model;
      await stores.settings.saveModel(model, mara, { isDefault: true });
      await stores.settings.saveModel(unchanged, mara);
      await stores.settings.saveModel({ ...unchanged, name: 'Ours', tuning: { temperature: 0.2 } }, mara);
      await stores.settings.chooseModel(null, mara);
      await stores.settings.removeModel('mdl_a', mara);
      for (const _ of [1, 2]) await stores.settings.removeModel('mdl_a', mara);
      const [address, a] = ['small at 127.0.0.1:9', { objectId: 'mdl_a' }];
      const entries = await listed();
      const chosen = entries.filter(({ kind }) => kind === 'default_model_chosen');
      expect(chosen.map(({ subject }) => subject).sort()).toEqual(['', address]);
      expect(entries.filter((entry) => !chosen.includes(entry))).toEqual([
        says('model_added', address, a),
        says('model_changed', 'Ours', {
          ...a,
          before: 'name none, temperature none',
          after: 'name “Ours”, temperature 0.2',
        }),
        says('model_removed', 'Ours', a),
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/sk-|private/);
    });

    it.each([
      ['another path', { baseUrl: 'http://127.0.0.1:9/b/v1' }, 'another path of the address'],
      ['another scheme', { baseUrl: 'https://127.0.0.1:9/a/v1' }, 'address https://127.0.0.1:9'],
      ['another provider', { provider: 'other' }, 'provider other'],
      ['another key', { apiKey: 'sk-another-0123456789' }, 'secrets of'],
    ])('says that a model has %s', async (_what, change, says) => {
      const model = modelToSave({
        id: 'mdl_a',
        baseUrl: 'http://127.0.0.1:9/a/v1',
        apiKey: 'sk-0123456789abcdef',
      });
      await stores.settings.saveModel(model, mara);
      while (Date.now() === Date.parse((await list()).items[0]?.at.toISOString() ?? '')) await nextTask();
      await stores.settings.saveModel({ ...model, ...change }, mara);
      const [changed] = (await list({ kind: 'model_changed' })).items;
      expect(changed?.after).toContain(says);
      expect(JSON.stringify(changed)).not.toMatch(/sk-|\/b\/v1/);
    });

    it('says who changed a prompt, by its title then', async () => {
      await stores.prompts.seed('coder', 'Coder', 'first');
      await stores.prompts.addVersion('coder', 'second', mara);
      await stores.prompts.addVersion('missing', 'text', mara);
      expect(await listed()).toEqual([
        says('prompt_changed', 'Coder', { objectId: 'coder', before: 'version 1', after: 'version 2' }),
      ]);
    });

    it('takes a change of every kind, and lists those of one person or one kind, page by page', async () => {
      for (const kind of auditKinds)
        for (const actor of [localActor, mara])
          await stores.audit.append({ kind, objectId: null, subject: `${kind} ${actor.name}` }, actor);
      const all: AuditEntry[] = [];
      for (let cursor: string | null = null; ; ) {
        const page = await list({ limit: 3, cursor });
        all.push(...page.items);
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      const expected = auditKinds.flatMap((kind) => [`${kind} You`, `${kind} Mara`]).toReversed();
      const subjects = (entries: readonly AuditEntry[]) => entries.map(({ subject }) => subject);
      expect(subjects(all)).toHaveLength(expected.length);
      expect(subjects(all).toSorted()).toEqual(expected.toSorted());
      const byMara = (await list({ by: mara.id })).items;
      expect(subjects(byMara).toSorted()).toEqual(auditKinds.map((kind) => `${kind} Mara`).toSorted());
      const ofKind = (await list({ kind: 'samples_reset' })).items;
      expect(subjects(ofKind).toSorted()).toEqual(['samples_reset Mara', 'samples_reset You']);
      expect((await list({ by: mara.id, kind: 'samples_reset' })).items).toHaveLength(1);
      expect((await list({ by: 'usr_nobody' })).items).toEqual([]);
    });

    it('names entries aside that cannot be read', async () => {
      await stores.audit.append({ kind: 'samples_reset', objectId: null, subject: '' }, mara);
      await stores.audit.append({ kind: 'samples_reset_undone', objectId: null, subject: '' }, mara);
      await stores.database.write((transaction) =>
        transaction.auditEntry.updateMany({ where: { kind: 'samples_reset' }, data: { kind: 'unknown' } }),
      );
      const { items, damaged } = await list();
      expect(items.map(({ kind }) => kind)).toEqual(['samples_reset_undone']);
      expect(damaged).toHaveLength(1);
    });
  });
}
