import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { openPostgresql, type TestServer } from '@/lib/db/testing/postgresql';
import { type App, createApp } from './support/app';
import { type HttpClient, programClient } from './support/http-client';
import { call, type ScriptedModelServer, startScriptedModel } from './support/scripted-model';
import { test } from './support/test';

/** Three servers work on one PostgreSQL database. Each connection to their one address goes to the next one. */

test.describe.configure({ mode: 'serial' });

let database: TestServer;
let model: ScriptedModelServer;
let folder: string;
let apps: App[];
let balancer: Server;
let clients: HttpClient[];
let any: HttpClient;

test.beforeAll(async () => {
  database = await openPostgresql();
  model = await startScriptedModel();
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-servers-'));
  await writeFile(path.join(folder, 'secret'), randomBytes(32).toString('hex'));
  let next = 0;
  const sockets = new Set<Socket>();
  balancer = createServer((socket) => {
    const running = apps.filter(({ pid }) => isAlive(pid()));
    next += 1;
    const target = running[next % running.length];
    if (!target) {
      socket.destroy();
      return;
    }
    const inner = connect(Number(new URL(target.baseURL).port), '127.0.0.1');
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      sockets.add(one);
    }
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  balancer.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  const publicUrl = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const url = await database.createDatabase();
  apps = [1, 2, 3].map(() =>
    createApp(async () => ({
      COUNTERSIGN_PROFILE: 'local',
      DATABASE_URL: url,
      COUNTERSIGN_SECRET_FILE: path.join(folder, 'secret'),
      WORKSPACE_DIR: path.join(folder, 'files'),
      PUBLIC_URL: publicUrl,
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'scripted',
    })),
  );
  // Three servers that migrate an empty database at once are one of the promises.
  await Promise.all(apps.map((app) => app.start()));
  const [first] = apps;
  const authorization = () => first?.ownerHeaders().authorization ?? '';
  clients = apps.map((app) => programClient(app, authorization));
  any = programClient({ baseURL: publicUrl }, authorization);
});
test.afterAll(async () => {
  for (const app of apps) await app.dispose();
  balancer.close();
  await model.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});
test.afterEach(() => model.expectUsedUp());

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

const at = (index: number): HttpClient => clients[index] ?? any;
const start = async (client: HttpClient) => client.start('free-request', { request: 'Do it' });

test('one token is let in by each server, and each decides what another one asked', async () => {
  for (let number = 0; number < 6; number += 1) expect((await any.get('/api/me')).status).toBe(200);
  model.script(call('write_file', { path: 'one.txt', content: 'Signed.' }), 'Done.');
  const { runId } = await start(at(0));
  const { header } = await at(1).until(runId, 'awaiting_approval');
  expect((await at(2).approve(header.approvalId)).status).toBe(200);
  await at(1).until(runId, 'completed');
  expect(await readFile(path.join(folder, 'files', 'one.txt'), 'utf8')).toBe('Signed.');
});

test('a stop on another server keeps the words that had arrived', async () => {
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
  const [victim] = apps;
  model.script({ hold: 'Lost words' });
  const answering = await start(at(0));
  await at(1).until(answering.runId, 'calling_model');
  model.script(call('run_command', { command: 'echo once >> once.txt; sleep 60' }));
  const working = await start(at(0));
  const { header } = await at(1).until(working.runId, 'awaiting_approval');
  // The server that gets the signature runs the command.
  await at(0).approve(header.approvalId);
  const read = () => readFile(path.join(folder, 'files', 'once.txt'), 'utf8').catch(() => '');
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
  await database.crash();
  model.script('Here again.');
  await expect.poll(async () => (await any.get('/api/health')).json?.status, { timeout: 20_000 }).toBe('ok');
  const { runId } = await start(any);
  await any.until(runId, 'completed');
});
