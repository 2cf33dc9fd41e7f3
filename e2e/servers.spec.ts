import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { HttpClient } from './support/http-client';
import { call, type ScriptedModelServer, startScriptedModel } from './support/scripted-model';
import { type Cluster, openCluster } from './support/servers/cluster';
import { test } from './support/test';

/** Three servers work on one PostgreSQL database. Each connection to their one address goes to the next one. */

test.describe.configure({ mode: 'serial' });

let model: ScriptedModelServer;
let cluster: Cluster;

test.beforeAll(async () => {
  model = await startScriptedModel();
  // Three servers that migrate an empty database at once are one of the promises.
  cluster = await openCluster(3, { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'scripted' });
});
test.afterAll(async () => {
  await cluster.close();
  await model.close();
});
test.afterEach(() => model.expectUsedUp());

const readWorkspace = (name: string) => readFile(path.join(cluster.workspaceDir, name), 'utf8');
const start = async (client: HttpClient) => client.start('free-request', { request: 'Do it' });

test('one token is let in by each server, and each decides what another one asked', async () => {
  const { at, any } = cluster;
  for (let number = 0; number < 6; number += 1) expect((await any.get('/api/me')).status).toBe(200);
  model.script(call('write_file', { path: 'one.txt', content: 'Signed.' }), 'Done.');
  const { runId } = await start(at(0));
  const { header } = await at(1).until(runId, 'awaiting_approval');
  expect((await at(2).approve(header.approvalId)).status).toBe(200);
  await at(1).until(runId, 'completed');
  expect(await readWorkspace('one.txt')).toBe('Signed.');
});

test('a stop on another server keeps the words that had arrived', async () => {
  const { at, any } = cluster;
  model.script({ hold: 'These words had arrived.' });
  const { runId } = await start(at(0));
  await expect.poll(() => model.requests.at(-1)?.messages.length).toBeGreaterThan(0);
  await at(1).until(runId, 'calling_model');
  const text = async () => (await at(0).get(`/api/runs/${runId}`)).text;
  await expect.poll(text).toContain('These words had arrived.');
  expect((await at(2).post(`/api/runs/${runId}/stop`)).status).toBe(200);
  const { json } = await any.get(`/api/runs/${runId}`);
  expect(json.header.status).toBe('cancelled');
  expect(JSON.stringify(json)).toContain('These words had arrived.');
  model.release();
});

test('a server that is killed leaves its runs to the others: an answer goes on, a command asks', async () => {
  const { at, apps } = cluster;
  const [victim] = apps;
  model.script({ hold: 'Lost words' });
  const answering = await start(at(0));
  await at(1).until(answering.runId, 'calling_model');
  model.script(call('run_command', { command: 'echo once >> once.txt; sleep 60' }));
  const working = await start(at(0));
  const { header } = await at(1).until(working.runId, 'awaiting_approval');
  // The server that gets the signature runs the command.
  await at(0).approve(header.approvalId);
  const read = () => readWorkspace('once.txt').catch(() => '');
  await expect.poll(read).toBe('once\n');
  model.script('The others went on.');
  await victim?.stop('SIGKILL');
  model.release();
  await at(1).until(answering.runId, 'completed');
  await at(2).until(working.runId, 'outcome_unknown');
  expect(await read()).toBe('once\n');
  model.script('A person said so.');
  await at(2).post(`/api/runs/${working.runId}/outcome`, { choice: 'worked', result: 'It said once.' });
  await at(1).until(working.runId, 'completed');
  await victim?.start();
  expect((await at(0).get(`/api/runs/${working.runId}`)).json.header.status).toBe('completed');
});

test('servers that restart one after another lose nothing of a run that waits', async () => {
  const { any, apps } = cluster;
  model.script(call('write_file', { path: 'two.txt', content: 'Signed later.' }));
  const { runId } = await start(any);
  const { header } = await any.until(runId, 'awaiting_approval');
  for (const app of apps) {
    await app.stop('SIGTERM');
    expect((await any.get(`/api/runs/${runId}`)).json.header.status).toBe('awaiting_approval');
    await app.start();
  }
  model.script('Done.');
  expect((await any.approve(header.approvalId)).status).toBe(200);
  await any.until(runId, 'completed');
});

test('PostgreSQL that is gone for a moment leaves every server working', async () => {
  const { any, database } = cluster;
  await database.crash();
  model.script('Here again.');
  await expect.poll(async () => (await any.get('/api/health')).json?.status, { timeout: 20_000 }).toBe('ok');
  const { runId } = await start(any);
  await any.until(runId, 'completed');
});
