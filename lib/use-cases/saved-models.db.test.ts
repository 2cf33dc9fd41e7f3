import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServices } from '../../tests/open-services';
import { modelSettings } from '../contracts/settings';
import { localActor } from '../domain/actor';
import { noWork } from '../domain/run-event';
import { respondJson, type ScriptedServer, startAnsweringServer } from '../llm/testing/scripted-server';
import { checkModel } from './check-model';
import { commitAsActor } from './commit-as-actor';
import { listWorkflows } from './list-workflows';
import { addModel, changeModel, chooseModel, getModelSettings, removeModel } from './saved-models';
import { sendMessage } from './send-message';
import { listServerModels } from './settings';
import { startWorkflowRun } from './start-workflow-run';
import { continueRun } from './steer-run';

let bench: Awaited<ReturnType<typeof openServices>>;
let folder: string;
const servers: ScriptedServer[] = [];

const workflow = (id: string, model: string | null) => `---
id: ${id}
title: ${id}
category: Test
icon: wand
description: A test.
tools: [read_file]
${model === null ? '' : `model: ${model}`}
---
Read.
`;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-workflows-'));
  await writeFile(path.join(folder, 'free.md'), workflow('free', null));
  await writeFile(path.join(folder, 'local.md'), workflow('local', 'Local Small'));
  await writeFile(path.join(folder, 'gone.md'), workflow('gone', 'Gone'));
  bench = await openServices({ workflowsDir: folder });
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
  for (const server of servers.splice(0)) await server.close();
});

const at = (port: number, facts: object = {}) => ({
  provider: 'openai_compatible',
  baseUrl: `http://127.0.0.1:${port}/v1`,
  model: 'small',
  ...facts,
});
const add = async (body: ReturnType<typeof at>) => {
  const before = (await getModelSettings(bench.services, localActor)).models.map(({ id }) => id);
  const { models } = await addModel(bench.services, localActor, body);
  return models.find(({ id }) => !before.includes(id))?.id ?? '';
};
const start = (workflowId: string, modelId?: string) =>
  startWorkflowRun(bench.services, localActor, {
    workflowId,
    parameters: {},
    ...(modelId === undefined ? {} : { modelId }),
  });
const modelOf = async (runId: string) => (await bench.services.runs.find(runId as `run_${string}`))?.model;
/** Ends the run as its driver would when the model cannot be reached. */
const endRun = (runId: string) =>
  commitAsActor(bench.services, localActor, runId, () => ({
    type: 'run_failed',
    code: 'provider_error',
    message: 'Not reachable.',
    ...noWork,
  }));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error,
  );

test('the list has every saved model and the demo; secrets are in no answer', async () => {
  const headers = [{ name: 'api-key', value: 'header-secret-1' }];
  const query = [{ name: 'code', value: 'query-secret-1' }];
  const id = await add(
    at(9, { apiKey: 'sk-secret-1', headers, query, temperature: 0.5, inputPrice: 1, outputPrice: 2 }),
  );
  const shown = await chooseModel(bench.services, localActor, { id });
  expect(modelSettings.parse(shown)).toEqual(shown);
  expect(shown).toMatchObject({
    id,
    name: 'small at 127.0.0.1:9',
    hasKey: true,
    headers: ['api-key'],
    query: ['code'],
    tuning: { temperature: 0.5, inputPrice: 1, outputPrice: 2 },
  });
  expect(shown.models.map((model) => [model.id, model.isDefault])).toEqual([
    [id, true],
    ['demo', false],
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/secret/);
});

test('a stored secret goes to the address it was stored for, and to no other', async () => {
  const headers = [{ name: 'api-key', value: 'header-secret-1' }];
  const query = [{ name: 'code', value: 'query-secret-1' }];
  const id = await add(at(9, { apiKey: 'sk-secret-1', headers, query }));
  const stored = { headers: [{ name: 'api-key', value: null }], query: [{ name: 'code', value: null }] };
  const moved = { id, ...at(10, stored) };
  const refused = await refusal(changeModel(bench.services, localActor, moved));
  expect(refused).toMatchObject({ code: 'invalid_body' });
  const enter = expect.stringContaining('Enter the value');
  expect(refused.details.fields).toEqual({ 'headers.0.value': enter, 'query.0.value': enter });
  expect(refused.message).toMatch(/^Value of header 1: .* Value of parameter 1: /);
  await changeModel(bench.services, localActor, { id, ...at(9, stored) });
  const saved = async () => (await bench.services.settings.readModels()).models;
  expect(await saved()).toMatchObject([{ apiKey: 'sk-secret-1', headers, query }]);
  await changeModel(bench.services, localActor, { id, ...at(10) });
  expect(await saved()).toMatchObject([{ apiKey: null, headers: [], query: [] }]);
});

test('a second model at the same address takes the key that is stored for it, also to be checked', async () => {
  const server = await startAnsweringServer((response, received) =>
    respondJson(200, { data: [{ id: String(received.headers.authorization) }] })(response, received),
  );
  servers.push(server);
  const body = { ...at(0), baseUrl: server.baseUrl };
  await add({ ...body, ...{ apiKey: 'sk-shared' } });
  await add({ ...body, model: 'big' });
  const { models } = await bench.services.settings.readModels();
  expect(models.map(({ apiKey }) => apiKey)).toEqual(['sk-shared', 'sk-shared']);
  const listed = await listServerModels(bench.services, localActor, { baseUrl: server.baseUrl });
  expect(listed.models.map(({ id }) => id)).toEqual(['Bearer sk-shared']);
  await expect(checkModel(bench.services, localActor, { ...body, model: 'other' })).resolves.toBeTypeOf(
    'function',
  );
});

test('each value that cannot be used is refused at its field', async () => {
  const headers = [
    { name: 'api key', value: 'x' },
    { name: 'Host', value: 'x' },
    { name: 'X-Title', value: 'line\nbreak' },
    { name: 'x-title', value: 'twice' },
  ];
  const query = [{ name: 'api_key', value: 'sk-in-the-address' }];
  const wrong = at(9, { baseUrl: 'http://me:secret@127.0.0.1/v1', headers, query, outputPrice: 2 });
  const { details, message } = await refusal(addModel(bench.services, localActor, wrong));
  expect(Object.keys(details.fields).sort()).toEqual([
    'baseUrl',
    'headers.0.name',
    'headers.1.name',
    'headers.2.value',
    'headers.3.name',
    'inputPrice',
    'query.0.name',
  ]);
  expect(message).not.toMatch(/line\n|sk-in-the-address|secret@/);
});

test('two models do not have one name, and none has the name of one that is always there', async () => {
  await add(at(9, { name: 'Local' }));
  const same = await refusal(addModel(bench.services, localActor, at(10, { name: 'local' })));
  expect(same.details.fields.name).toContain('Another saved model is named “local”');
  const reserved = await refusal(addModel(bench.services, localActor, at(10, { name: 'Demo' })));
  expect(reserved.details.fields.name).toContain('reserved');
  await add(at(10));
  expect(await refusal(addModel(bench.services, localActor, at(10)))).toMatchObject({ code: 'invalid_body' });
});

test('a run uses the picked model, and keeps it in messages and when it is continued', async () => {
  await add(at(9, { isDefault: true }));
  const picked = await add(at(10));
  const { runId, conversationId } = await start('free', picked);
  expect(await modelOf(runId)).toMatchObject({
    id: picked,
    baseUrl: 'http://127.0.0.1:10/v1',
    isPicked: true,
  });
  await endRun(runId);
  await continueRun(bench.services, localActor, { runId });
  expect(await modelOf(runId)).toMatchObject({ id: picked });
  await endRun(runId);
  const message = await sendMessage(bench.services, localActor, { conversationId, text: 'And now?' });
  expect(await modelOf(message.runId)).toMatchObject({ id: picked, isPicked: true });
  await endRun(message.runId);
  await removeModel(bench.services, localActor, { id: picked });
  for (const begin of [
    () => continueRun(bench.services, localActor, { runId: message.runId }),
    () => sendMessage(bench.services, localActor, { conversationId, text: 'And now?' }),
    () => start('free', picked),
  ])
    expect(await refusal(begin())).toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('no longer saved'),
    });
});

test('a run without a pick follows the default when it is continued', async () => {
  await add(at(9, { isDefault: true }));
  const other = await add(at(10));
  const { runId } = await start('free');
  await endRun(runId);
  await chooseModel(bench.services, localActor, { id: other });
  await continueRun(bench.services, localActor, { runId });
  expect(await modelOf(runId)).toMatchObject({ id: other });
});

test('a workflow runs with the model that its file names, and with no other', async () => {
  await add(at(9, { isDefault: true }));
  const named = await add(at(10, { name: 'local small' }));
  const { runId } = await start('local');
  expect(await modelOf(runId)).toMatchObject({ id: named, isPicked: true });
  const { models } = await getModelSettings(bench.services, localActor);
  expect(models.find(({ id }) => id === named)?.workflows).toEqual(['local']);
  const listed = await listWorkflows(bench.services, localActor);
  const views = new Map(listed.workflows.map(({ id, model }) => [id, model]));
  expect(views.get('local')).toEqual({ name: 'local small', problem: null });
  expect(views.get('free')).toBeNull();
  const missing = views.get('gone')?.problem;
  expect(missing).toContain('names the model “Gone”, and no saved model has that name');
  expect(await refusal(start('gone'))).toMatchObject({ code: 'model_unavailable', message: missing });
});

test('there is nothing to pick from until more than one model is saved', async () => {
  await add(at(9));
  const offered = async () => {
    const { models } = await listWorkflows(bench.services, localActor);
    return models.filter(({ isOffered }) => isOffered).map(({ name, isDefault }) => [name, isDefault]);
  };
  expect(await offered()).toEqual([]);
  await add(at(10, { isDefault: true }));
  const { model } = await listWorkflows(bench.services, localActor);
  expect(await offered()).toEqual([
    ['small at 127.0.0.1:9', false],
    ['small at 127.0.0.1:10', true],
  ]);
  expect(model.name).toBe('small at 127.0.0.1:10');
});

test('of models that are saved at once with one name, one is saved', async () => {
  const saves = await Promise.allSettled([9, 10, 11].map((port) => add(at(port, { name: 'Same' }))));
  expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const { models } = await getModelSettings(bench.services, localActor);
  expect(models.filter(({ name }) => name === 'Same')).toHaveLength(1);
});

test('a model that is removed while it is changed stays removed', async () => {
  const id = await add(at(9, { apiKey: 'sk-one' }));
  const [removed, changed] = await Promise.allSettled([
    removeModel(bench.services, localActor, { id }),
    changeModel(bench.services, localActor, { id, ...at(9, { model: 'other' }) }),
  ]);
  expect([removed.status, changed.status]).toEqual(['fulfilled', 'rejected']);
  const { models } = await getModelSettings(bench.services, localActor);
  expect(models.map(({ source }) => source)).not.toContain('settings');
});

test('the verdict of the last check is shown with its model', async () => {
  await add(at(9, { isDefault: true }));
  await add(at(10));
  const check = {
    ...{ baseUrl: 'http://127.0.0.1:9/v1', model: 'small', checkedAt: '2026-11-22T12:00:00.000Z' },
    ...{ verdict: 'with_care' as const, why: 'It is slow.', findings: [] },
    ...{ firstTokenMs: null, windowTokens: null, tokensPerSecond: null, structure: null },
  };
  await bench.services.modelChecks.keep(check, localActor);
  const verdict = {
    verdict: 'with_care',
    why: 'It is slow.',
    checkedAt: check.checkedAt,
    isOfOtherSettings: false,
  };
  const { models } = await getModelSettings(bench.services, localActor);
  expect(models.map((model) => model.check)).toEqual([verdict, null, null]);
  const listed = await listWorkflows(bench.services, localActor);
  expect([listed.model.check, listed.models.map((model) => model.check)]).toEqual([
    verdict,
    [verdict, null, null],
  ]);
});
