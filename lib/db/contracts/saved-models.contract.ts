import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor } from '../../domain/actor';
import { modelToSave } from '../testing/model-to-save';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, refusals } from '../testing/write-runs';

/** Tests the promises of `SettingStore` on any database. */
export function describeSavedModels(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
  });
  afterAll(() => stores.close());

  const read = () => stores.settings.readModels();
  const ids = async () => (await read()).models.map(({ id }) => id);

  describe('saved models', () => {
    it('are read as they were written, in their order, also after a restart', async () => {
      const tuning = {
        temperature: 0,
        maxTokens: 900,
        stop: ['\n{"tool_result"'],
        reasoningEffort: 'low',
        windowTokens: 32_768,
        prices: { input: 2, cached: 0.5, output: 10 },
      };
      const query = [{ name: 'api-version', value: '2024-10-21' }];
      const headers = [{ name: 'api-key', value: 'azure-secret' }];
      const first = modelToSave({ id: 'mdl_1', name: 'Azure', apiKey: 'sk-one', headers, query, tuning });
      await stores.settings.saveModel(first, localActor);
      await stores.settings.saveModel(modelToSave({ id: 'mdl_2', apiKey: null }), localActor, {
        isDefault: true,
      });
      stores = await stores.reopen();
      expect(await read()).toEqual({
        models: [
          { ...first, lostKey: null },
          { ...modelToSave({ id: 'mdl_2', apiKey: null }), lostKey: null },
        ],
        defaultId: 'mdl_2',
        damage: null,
      });
    });

    it('are the same object until something is saved', async () => {
      await stores.settings.saveModel(modelToSave({ id: 'mdl_1' }), localActor);
      const before = await read();
      expect(await read()).toBe(before);
      await stores.settings.chooseModel('mdl_1', localActor);
      expect(await read()).not.toBe(before);
      expect((await read()).defaultId).toBe('mdl_1');
    });

    it('keep secrets that are left out, take new ones, and lose those that are removed', async () => {
      const headers = [
        { name: 'api-key', value: 'first' },
        { name: 'X-Title', value: 'second' },
      ];
      await stores.settings.saveModel(modelToSave({ apiKey: 'sk-one', headers }), localActor);
      const kept = [{ name: 'API-Key', value: null }];
      await stores.settings.saveModel(modelToSave({ model: 'big', headers: kept }), localActor);
      expect((await read()).models).toMatchObject([
        { model: 'big', apiKey: 'sk-one', headers: [{ name: 'API-Key', value: 'first' }] },
      ]);
      const changed = [
        { name: 'api-key', value: 'third' },
        { name: 'never-stored', value: null },
      ];
      await stores.settings.saveModel(modelToSave({ apiKey: null, headers: changed }), localActor);
      expect((await read()).models).toMatchObject([
        { apiKey: null, headers: [{ name: 'api-key', value: 'third' }] },
      ]);
    });

    it('keep the values of a query in the same way, those of headers apart', async () => {
      const query = [
        { name: 'code', value: 'first' },
        { name: 'api-version', value: '1' },
      ];
      await stores.settings.saveModel(
        modelToSave({ query, headers: [{ name: 'other', value: 'x' }] }),
        localActor,
      );
      const kept = [
        { name: 'code', value: null },
        { name: 'other', value: null },
        { name: 'tier', value: 'new' },
      ];
      await stores.settings.saveModel(modelToSave({ query: kept }), localActor);
      expect((await read()).models).toMatchObject([
        {
          headers: [],
          query: [
            { name: 'code', value: 'first' },
            { name: 'tier', value: 'new' },
          ],
        },
      ]);
    });

    it('are removed one by one; a default that is removed is no longer one', async () => {
      for (const id of ['mdl_1', 'mdl_2', 'mdl_3'])
        await stores.settings.saveModel(modelToSave({ id }), localActor);
      await stores.settings.chooseModel('mdl_2', localActor);
      expect(await stores.settings.removeModel('mdl_1', localActor)).toBe(true);
      expect([await ids(), (await read()).defaultId]).toEqual([['mdl_2', 'mdl_3'], 'mdl_2']);
      expect(await stores.settings.removeModel('mdl_2', localActor)).toBe(true);
      expect(await read()).toMatchObject({ defaultId: null });
      expect(await stores.settings.removeModel('mdl_2', localActor)).toBe(false);
      await stores.settings.chooseModel('demo', localActor);
      expect(await read()).toMatchObject({ defaultId: 'demo' });
    });

    it('saved many at once are all there, each with its own key', async () => {
      const results = await atOnce(10, (index) =>
        stores.settings.saveModel(modelToSave({ id: `mdl_${index}`, apiKey: `sk-${index}` }), localActor),
      );
      expect(refusals(results)).toEqual([]);
      const { models } = await read();
      expect(models).toHaveLength(10);
      for (const { id, apiKey } of models) expect(apiKey).toBe(id.replace('mdl_', 'sk-'));
    });

    it('are read as they were written last, also when a read was under way', async () => {
      const early = read();
      await stores.settings.saveModel(modelToSave({ model: 'one' }), localActor);
      await early;
      const reads = [read(), read()];
      await stores.settings.saveModel(modelToSave({ model: 'two' }), localActor);
      await Promise.all(reads);
      expect((await read()).models).toMatchObject([{ model: 'two' }]);
    });

    it('hold keys and the values of headers and queries encrypted', async () => {
      const headers = [{ name: 'api-key', value: 'plain-header-text' }];
      const query = [{ name: 'code', value: 'plain-query-text' }];
      await stores.settings.saveModel(modelToSave({ apiKey: 'sk-plain-text', headers, query }), localActor);
      const stored = JSON.stringify(await stores.database.read.setting.findMany());
      expect(stored).toContain('api-key');
      expect(stored).not.toContain('plain-');
    });

    it('whose query an older build stored in clear text are read, and sealed at the next start or change', async () => {
      const query = [{ name: 'code', value: 'plain-query-text' }];
      for (const hide of [
        () => stores.settings.hideOlderValues(),
        () => stores.settings.saveModel(modelToSave({ id: 'mdl_other' }), localActor),
        () => stores.settings.chooseModel('mdl_old', localActor),
      ]) {
        await stores.clear();
        await stores.settings.saveModel(modelToSave({ id: 'mdl_old', apiKey: 'sk-old', query }), localActor);
        const [row] = await stores.database.read.setting.findMany();
        const { isQuerySealed: _, ...sealed } = JSON.parse(row?.valueJson ?? '').models[0];
        const valueJson = JSON.stringify({ models: [{ ...sealed, query }], defaultId: null });
        await stores.database.write((transaction) =>
          transaction.setting.update({ where: { key: 'model' }, data: { valueJson } }),
        );
        stores = await stores.reopen();
        const old = { id: 'mdl_old', apiKey: 'sk-old', query, lostKey: null };
        expect((await read()).models).toMatchObject([old]);
        await hide();
        expect(JSON.stringify(await stores.database.read.setting.findMany())).not.toContain('plain-query');
        stores = await stores.reopen();
        expect((await read()).models[0]).toMatchObject(old);
      }
    });

    it('include the one model of a build that could save no more', async () => {
      await stores.settings.saveModel(modelToSave({ apiKey: 'sk-old' }), localActor);
      const [row] = await stores.database.read.setting.findMany();
      const { apiKey } = JSON.parse(row?.valueJson ?? '').models[0];
      const store = (value: object) =>
        stores.database.write((transaction) =>
          transaction.setting.update({ where: { key: 'model' }, data: { valueJson: JSON.stringify(value) } }),
        );
      await store({ provider: 'openai_compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'old', apiKey });
      stores = await stores.reopen();
      expect(await read()).toMatchObject({
        models: [{ id: 'mdl_first', model: 'old', apiKey: 'sk-old', lostKey: null }],
        defaultId: 'mdl_first',
      });
      await store({ provider: 'demo' });
      stores = await stores.reopen();
      expect(await read()).toEqual({ models: [], defaultId: 'demo', damage: null });
    });
  });
}
