import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor, systemActor } from '../../domain/actor';
import { createId } from '../../shared/ids';
import type { ModelCheck } from '../ports/model-stores.port';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled, refusals, writeRuns } from '../testing/write-runs';

/** Tests the promises of `PromptStore`, `ModelCheckStore` and `StartHistory` on any database. */
export function describeSettingsStores(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
  });
  afterAll(() => stores.close());

  describe('system prompts', () => {
    it('are written once, however many servers start at once', async () => {
      const results = await atOnce(10, (index) =>
        stores.prompts.seed('default', 'Assistant', `Text ${index}`),
      );
      expect(refusals(results)).toEqual([]);
      const [prompt] = await stores.prompts.list();
      expect(prompt).toMatchObject({ id: 'default', title: 'Assistant', version: 1 });
      expect(prompt?.versions).toHaveLength(1);
    });

    it('get one version for each edit, and none is lost', async () => {
      await stores.prompts.seed('default', 'Assistant', 'Text');
      const results = await atOnce(10, (index) =>
        stores.prompts.addVersion('default', `Edit ${index}`, localActor),
      );
      expect(fulfilled(results)).toEqual(Array.from({ length: 10 }, () => true));
      const [prompt] = await stores.prompts.list();
      expect(prompt?.versions.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
      expect(new Set(prompt?.versions.map(({ text }) => text)).size).toBe(11);
      expect(prompt?.versions[0]).toMatchObject({ createdBy: localActor.id, text: prompt?.text });
      expect(await stores.prompts.find('default')).toEqual({
        id: 'default',
        version: 11,
        text: prompt?.text,
      });
    });

    it('are read as they were written last, also when a read was under way', async () => {
      await stores.prompts.seed('default', 'Assistant', 'Text');
      await stores.prompts.list();
      const early = [stores.prompts.list(), stores.prompts.find('default')];
      await stores.prompts.addVersion('default', 'Edit', localActor);
      await Promise.all(early);
      expect(await stores.prompts.find('default')).toMatchObject({ version: 2, text: 'Edit' });
      expect((await stores.prompts.list())[0]?.versions).toHaveLength(2);
    });

    it('that do not exist have no versions', async () => {
      expect(await stores.prompts.addVersion('other', 'Text', localActor)).toBe(false);
      expect(await stores.prompts.find('other')).toBeNull();
      expect(await stores.prompts.list()).toEqual([]);
    });
  });

  describe('checks of models', () => {
    const check = (model: string, why: string): ModelCheck => ({
      baseUrl: 'http://127.0.0.1:9/v1',
      model,
      checkedAt: '2026-11-22T12:00:00.000Z',
      verdict: 'fits',
      why,
      findings: [{ id: 'usage', title: 'Reports', result: 'passed', says: 'Yes.' }],
      firstTokenMs: 12,
      windowTokens: null,
      tokensPerSecond: 30.5,
      structure: null,
    });

    it('are kept one for each model, the latest first, beside the settings', async () => {
      await stores.settings.chooseModel('demo', localActor);
      await stores.modelChecks.keep(check('one', 'first'), localActor);
      await stores.modelChecks.keep(check('two', 'second'), localActor);
      await stores.modelChecks.keep(check('one', 'third'), localActor);
      expect(await stores.modelChecks.list()).toEqual([check('one', 'third'), check('two', 'second')]);
      expect(await stores.settings.readModels()).toEqual({ models: [], defaultId: 'demo', damage: null });
    });

    it('know who changed them last, as the chosen model does', async () => {
      const authors = async () =>
        (await stores.database.read.setting.findMany({ orderBy: { key: 'asc' } })).map(
          ({ key, updatedById }) => [key, updatedById],
        );
      const mara = { id: createId('usr'), name: 'Mara', role: 'admin' };
      await stores.settings.chooseModel('demo', mara);
      await stores.modelChecks.keep(check('four', 'first'), localActor);
      expect(await authors()).toEqual([
        ['model', mara.id],
        ['model_checks', localActor.id],
      ]);
      await stores.modelChecks.noteSchemaRefused({ baseUrl: 'http://127.0.0.1:9/v1', model: 'four' });
      expect((await authors())[1]).toEqual(['model_checks', systemActor.id]);
    });

    it('are kept apart for settings that differ', async () => {
      const of = (temperature: number, why: string) => {
        return { ...check('three', why), settings: { temperature, headers: ['x-team'], query: [] } };
      };
      await stores.modelChecks.keep(of(0, 'cold'), localActor);
      await stores.modelChecks.keep(of(1, 'warm'), localActor);
      await stores.modelChecks.keep(of(0, 'colder'), localActor);
      stores = await stores.reopen();
      const kept = (await stores.modelChecks.list()).filter(({ model }) => model === 'three');
      expect(kept).toEqual([of(0, 'colder'), of(1, 'warm')]);
    });

    it('lose the values of queries that an older build kept with them', async () => {
      const query = [{ name: 'code', value: 'plain-query-text' }];
      const settings = { temperature: 1, headers: ['x-team'], query };
      const where = { key: 'model_checks' };
      await stores.modelChecks.keep(check('old', 'first'), localActor);
      const row = await stores.database.read.setting.findUniqueOrThrow({ where });
      const { checks, refusals } = JSON.parse(row.valueJson);
      const valueJson = JSON.stringify({ checks: [{ ...checks[0], settings }], refusals });
      await stores.database.write((transaction) =>
        transaction.setting.update({ where, data: { valueJson } }),
      );
      stores = await stores.reopen();
      const expected = [{ ...check('old', 'first'), settings: { ...settings, query: ['code'] } }];
      expect(await stores.modelChecks.list()).toEqual(expected);
      await stores.modelChecks.hideOlderValues();
      expect(JSON.stringify(await stores.database.read.setting.findMany())).not.toContain('plain-query');
      expect(await stores.modelChecks.list()).toEqual(expected);
    });

    it('say how runs use a schema, until a server refuses it, and a new check counts again', async () => {
      const address = { baseUrl: 'http://127.0.0.1:9/v1', model: 'one' };
      const use = () => stores.modelChecks.findSchemaUse(address);
      expect(await use()).toBe('after_fault');
      await stores.modelChecks.keep({ ...check('one', 'first'), structure: 'better' }, localActor);
      await stores.modelChecks.keep({ ...check('two', 'second'), structure: 'refused' }, localActor);
      expect(await use()).toBe('first');
      expect(await stores.modelChecks.findSchemaUse({ ...address, model: 'two' })).toBe('never');
      await stores.modelChecks.noteSchemaRefused(address);
      stores = await stores.reopen();
      expect(await use()).toBe('never');
      const kept = await stores.modelChecks.list();
      expect(kept.filter(({ model }) => model === 'one' || model === 'two')).toHaveLength(2);
      await stores.modelChecks.keep({ ...check('one', 'third'), structure: 'no_better' }, localActor);
      expect(await use()).toBe('after_fault');
    });

    it('keep the refusals of several models that are noted at the same time', async () => {
      const models = ['a', 'b', 'c', 'd'].map((model) => ({ baseUrl: 'http://127.0.0.1:9/v1', model }));
      await Promise.all(models.map((model) => stores.modelChecks.noteSchemaRefused(model)));
      const uses = await Promise.all(models.map((model) => stores.modelChecks.findSchemaUse(model)));
      expect(uses).toEqual(['never', 'never', 'never', 'never']);
    });
  });

  it('the history has the last start of each workflow that is not deleted', async () => {
    const write = writeRuns(stores.runs);
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await write.answered('One', { path: 'old' }, 'Done.', { workflowId: 'one', createdAt: at(1) });
    const latest = await write.answered('One', { path: 'new' }, 'Done.', {
      workflowId: 'one',
      createdAt: at(3),
    });
    await write.answered('Two', {}, 'Done.', { workflowId: 'two', createdAt: at(2) });
    await write.answered('Message', {}, 'Done.', { workflowId: null, createdAt: at(4) });
    expect(await stores.history.lastStarts()).toEqual(
      new Map([
        ['one', { startedAt: at(3), parameters: { path: 'new' } }],
        ['two', { startedAt: at(2), parameters: {} }],
      ]),
    );
    await stores.conversations.remove(latest.conversationId, localActor);
    expect((await stores.history.lastStarts()).get('one')).toMatchObject({ parameters: { path: 'old' } });
  });
}
