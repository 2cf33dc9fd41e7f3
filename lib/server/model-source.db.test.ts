import { localActor } from '../domain/actor';
import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config';
import { modelBody } from '../contracts/settings';
import { openDatabase } from '../db/open-database';
import type { Database } from '../db/ports/database';
import type { ModelToSave, SettingStore } from '../db/ports/model-stores.port';
import { createSettingStore } from '../db/stores/saved-model-store';
import { openSecretBox } from '../db/stores/secret-box';
import { modelToSave } from '../db/testing/model-to-save';
import { createProviders } from '../llm/providers';
import { collectReply } from '../llm/testing/collect-reply';
import {
  chunk,
  DONE,
  respondJson,
  respondStream,
  type ScriptEntry,
  type ScriptedServer,
  startScriptedServer,
} from '../llm/testing/scripted-server';
import { hideSecrets } from '../logging/hide-secrets';
import type { ServerProvider } from '../models/provider.port';
import { createModelSource } from './model-source';

let folder: string;
let database: Database;
let settings: SettingStore;
const servers: ScriptedServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-models-'));
  database = await openDatabase({
    url: `file:${path.join(folder, 'data.db')}`,
    prismaDir: path.resolve('prisma'),
  });
  settings = createSettingStore(database, await openSecretBox(folder));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
  for (const server of servers.splice(0)) await server.close();
});

const answer = (text: string) => respondStream([chunk({ content: text }, 'stop'), DONE]);

/** Cuts the text into pieces of a stream that are shorter than any key. */
const cut = (text: string) => (text.match(/.{1,5}/g) ?? []).map((content) => chunk({ content }));

async function serve(...script: ScriptEntry[]): Promise<ScriptedServer> {
  const server = await startScriptedServer(script, 'chats');
  servers.push(server);
  return server;
}

const use = (server: ScriptedServer, model: string, apiKey: string | null) =>
  settings.saveModel(modelToSave({ baseUrl: server.baseUrl, model, apiKey }), localActor, {
    isDefault: true,
  });

describe('the model of a run', () => {
  it('stays the one it was bound to when the settings choose another model of the same server', async () => {
    const server = await serve(answer('Hello'));
    const source = createModelSource({ model: null }, settings);
    await use(server, 'first', null);
    const { bound } = await source.inForce();
    await use(server, 'second', null);
    const model = await source.open(bound);
    expect(model && (await collectReply(model)).text).toBe('Hello');
    expect(server.requests[0]?.body['model']).toBe('first');
  });

  it('is asked with the key that is set up for its server at the time of the call', async () => {
    const server = await serve(answer('Hello'));
    const source = createModelSource({ model: null }, settings);
    await use(server, 'first', 'key-one');
    const { bound } = await source.inForce();
    expect(JSON.stringify(bound)).not.toContain('key-one');
    await use(server, 'first', 'key-two');
    const model = await source.open(bound);
    if (model) await collectReply(model);
    expect(server.requests[0]?.headers.authorization).toBe('Bearer key-two');
  });

  it('shows no key of another saved model that its server repeats, as it is or encoded', async () => {
    const other = 'sk-of-another-model-0123456789';
    const said = [
      other,
      Buffer.from(other).toString('base64'),
      encodeURIComponent(other),
      JSON.stringify(other),
    ];
    const words = said.map((text) => respondStream([...cut(`It is ${text}.`), chunk({}, 'stop'), DONE]));
    const server = await serve(...words, respondJson(401, { error: { message: `Not ${other}` } }));
    const saved = modelToSave({ id: 'mdl_other', baseUrl: 'http://127.0.0.1:9/v1', apiKey: other });
    await settings.saveModel(saved, localActor, { isDefault: false });
    await use(server, 'first', null);
    const source = createModelSource({ model: null }, settings);
    const model = await source.open((await source.inForce()).bound);
    if (!model) throw new Error('The model is gone');
    for (const _ of said) {
      const { text, reply } = await collectReply(model);
      expect([text, reply?.content]).toEqual([text, text]);
      expect(text).toMatch(/^It is "?\[key\]\w?=*"?\.$/);
    }
    expect((await collectReply(model)).error?.message).toContain('Not [key]');
  });

  it('is gone when another server took its place and its key was removed', async () => {
    const [first, second] = [await serve(), await serve()];
    const source = createModelSource({ model: null }, settings);
    await use(first, 'first', 'key');
    const { bound } = await source.inForce();
    await use(second, 'second', 'another key');
    expect(await source.open(bound)).toBeNull();
    await settings.removeModel('mdl_test', localActor);
    expect(await source.open(bound)).toBeNull();
  });

  it('needs no settings when its server wants no key', async () => {
    const first = await serve(answer('Still here'));
    const source = createModelSource({ model: null }, settings);
    await use(first, 'first', null);
    const { bound } = await source.inForce();
    await settings.removeModel('mdl_test', localActor);
    const model = await source.open(bound);
    expect(model && (await collectReply(model)).text).toBe('Still here');
  });

  it('is found in the environment when the settings name another', async () => {
    const [first, second] = [await serve(answer('Hello')), await serve()];
    const environment = { baseUrl: first.baseUrl, model: 'first', apiKey: 'from-the-environment' };
    const source = createModelSource({ model: environment }, settings);
    const { bound } = await source.inForce();
    await use(second, 'second', 'key');
    const model = await source.open(bound);
    if (model) await collectReply(model);
    expect(first.requests[0]?.headers.authorization).toBe('Bearer from-the-environment');
  });

  it('remembers across steps that its server refuses token counts', async () => {
    const refuse = respondJson(400, { error: { message: 'stream_options is not supported' } });
    const server = await serve(refuse, answer('one'), answer('two'), answer('three'));
    const source = createModelSource({ model: null }, settings);
    await use(server, 'first', null);
    const { bound } = await source.inForce();
    const texts: string[] = [];
    for (let step = 0; step < 3; step += 1) {
      const model = await source.open(bound);
      if (model) texts.push((await collectReply(model)).text);
    }
    expect(texts).toEqual(['one', 'two', 'three']);
  });
});

describe('several models', () => {
  const save = (server: ScriptedServer, facts: Partial<ModelToSave>) =>
    settings.saveModel(modelToSave({ baseUrl: server.baseUrl, ...facts }), localActor);

  it('of one server are asked each with its own key, headers, query and settings', async () => {
    const server = await startScriptedServer([answer('one'), answer('two')]);
    servers.push(server);
    const source = createModelSource({ model: null }, settings);
    const headers = [{ name: 'api-key', value: 'header-secret' }];
    const query = [{ name: 'api-version', value: '2024-10-21' }];
    await save(server, { id: 'mdl_1', apiKey: 'key-one', tuning: { temperature: 0 } });
    await save(server, { id: 'mdl_2', apiKey: null, headers, query, tuning: { maxTokens: 900 } });
    for (const id of ['mdl_1', 'mdl_2']) {
      const model = await source.open((await source.find(id))?.bound ?? null);
      if (model) await collectReply(model);
    }
    const [first, second] = server.requests;
    expect(first?.headers.authorization).toBe('Bearer key-one');
    expect(first?.body).toMatchObject({ temperature: 0 });
    expect(first?.body).not.toHaveProperty('max_tokens');
    expect(second?.path).toBe('/v1/chat/completions?api-version=2024-10-21');
    expect(second?.headers).toMatchObject({ 'api-key': 'header-secret' });
    expect(second?.headers.authorization).toBeUndefined();
    expect(second?.body).toMatchObject({ temperature: 0.2, max_tokens: 900 });
  });

  it('a run whose model was edited keeps its name and asks nothing that was set for another', async () => {
    const server = await serve(answer('one'));
    const source = createModelSource({ model: null }, settings);
    await save(server, { model: 'first', apiKey: 'key', tuning: { temperature: 0 } });
    const bound = (await source.find('mdl_test'))?.bound ?? null;
    await save(server, { model: 'second', tuning: { temperature: 1 } });
    const model = await source.open(bound);
    if (model) await collectReply(model);
    expect(server.requests[0]?.body).toMatchObject({ model: 'first', temperature: 0.2 });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer key');
  });

  it('a run with headers only is gone with them', async () => {
    const server = await serve();
    const source = createModelSource({ model: null }, settings);
    await save(server, { apiKey: null, headers: [{ name: 'api-key', value: 'header-secret' }] });
    const bound = (await source.find('mdl_test'))?.bound ?? null;
    await settings.removeModel('mdl_test', localActor);
    expect(await source.open(bound)).toBeNull();
  });

  it('of the environment, saved and built in are one list with one default', async () => {
    const environment = { baseUrl: 'http://127.0.0.1:10/v1', model: 'from-env', apiKey: null };
    const source = createModelSource({ model: environment }, settings);
    const list = async () =>
      (await source.list()).map(
        ({ id, name, isDefault }) => `${id}: ${name}${isDefault ? ' (default)' : ''}`,
      );
    expect(await list()).toEqual([
      'environment: from-env at 127.0.0.1:10 (default)',
      'demo: Demo (scripted, no AI)',
    ]);
    await settings.saveModel(modelToSave({ name: 'Local' }), localActor, { isDefault: true });
    expect(await list()).toEqual([
      'mdl_test: Local (default)',
      'environment: from-env at 127.0.0.1:10',
      'demo: Demo (scripted, no AI)',
    ]);
    await settings.removeModel('mdl_test', localActor);
    expect(await source.describe()).toMatchObject({ id: 'environment' });
    await settings.chooseModel('demo', localActor);
    expect(await source.describe()).toMatchObject({ id: 'demo', source: 'demo' });
  });

  it('the environment without a model asks its server for the only one', async () => {
    const listing = respondJson(200, { data: [{ id: 'the-only-one' }] });
    const server = await startScriptedServer([listing, answer('Hello')]);
    servers.push(server);
    const source = createModelSource(
      { model: { baseUrl: server.baseUrl, model: null, apiKey: 'key' } },
      settings,
    );
    const { bound } = await source.inForce();
    expect(bound).toMatchObject({ id: 'environment', model: 'the-only-one' });
    const model = await source.open(bound);
    expect(model && (await collectReply(model)).text).toBe('Hello');
    expect(await source.describe()).toMatchObject({ problem: null, model: 'the-only-one' });
  });
});

describe('a provider with another protocol', () => {
  const echo: ServerProvider = {
    id: 'echo',
    label: 'An echo',
    description: 'Repeats the last message.',
    needsServer: true,
    open: ({ name }) => ({
      name,
      findWindow: async () => null,
      async *streamReply({ messages }) {
        const content = messages.at(-1)?.content ?? '';
        const reply = {
          content,
          toolCalls: [],
          finishReason: 'stop' as const,
          isDamaged: false,
          model: null,
          usage: null,
          firstTokenMs: null,
        };
        yield { type: 'finished' as const, reply };
      },
    }),
    listOfferedModels: async () => ({ ok: true, models: [{ id: 'echo-1', prices: null }] }),
  };
  const providers = () => {
    const shipped = createProviders({ startDemoModel: () => Promise.reject(new Error('Not used')) });
    return { ...shipped, all: [...shipped.all, echo] };
  };
  const choice = { provider: 'echo', baseUrl: 'http://127.0.0.1:9', model: 'echo-1', apiKey: null };

  it('is chosen, bound to runs and asked once it is in the list', async () => {
    const source = createModelSource({ model: null }, settings, providers());
    expect(modelBody(source.providers()).parse(choice)).toEqual(choice);
    await settings.saveModel(modelToSave(choice), localActor, { isDefault: true });
    expect(await source.describe()).toMatchObject({ source: 'settings', provider: 'echo', problem: null });
    const { bound } = await source.inForce();
    expect(bound).toMatchObject({ provider: 'echo', model: 'echo-1' });
    const model = await source.open(bound);
    expect(model && (await collectReply(model)).reply?.content).toBe('Hello');
    const server = { baseUrl: choice.baseUrl, apiKey: null };
    expect(await source.listOfferedModels(server, 'echo')).toEqual({
      ok: true,
      models: [{ id: 'echo-1', prices: null }],
    });
    expect(source.openEntered({ ...server, model: 'echo-1' }, 'echo')?.name).toBe('echo-1 at 127.0.0.1:9');
  });

  it('is refused, and its settings count as not set, where the list does not have it', async () => {
    const source = createModelSource({ model: null }, settings);
    expect(modelBody(source.providers()).safeParse(choice).success).toBe(false);
    await settings.saveModel(modelToSave(choice), localActor, { isDefault: true });
    expect(await source.describe()).toMatchObject({ source: 'demo', provider: 'demo' });
    expect(await source.open({ ...choice, hasKey: false })).toBeNull();
    expect(await source.listOfferedModels({ baseUrl: choice.baseUrl, apiKey: null }, 'echo')).toMatchObject({
      ok: false,
    });
  });
});

describe('the environment’s model', () => {
  it('is asked with the headers, the query and the settings of its variables', async () => {
    const server = await serve(answer('Hello'));
    const { model } = loadConfig({
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: 'deployment',
      OPENAI_HEADERS: '{"api-key":"azure-secret-1234"}',
      OPENAI_QUERY: '{"api-version":"2024-10-21"}',
      OPENAI_REASONING_EFFORT: 'low',
    });
    const source = createModelSource({ model }, settings);
    const opened = await source.open(null);
    if (!opened) throw new Error('The model was not opened');
    expect((await collectReply(opened)).text).toBe('Hello');
    const [request] = server.requests;
    expect(request?.path).toBe('/v1/chat/completions?api-version=2024-10-21');
    expect(request?.headers).toMatchObject({ 'api-key': 'azure-secret-1234' });
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.body).toMatchObject({ model: 'deployment', reasoning_effort: 'low' });
    expect(JSON.stringify(await source.describe())).not.toContain('azure-secret');
    expect(hideSecrets('sent azure-secret-1234')).not.toContain('azure-secret-1234');
  });
});
