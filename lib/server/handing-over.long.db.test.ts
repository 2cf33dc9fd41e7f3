import '../logging/testing/quiet-log';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, hang, type ScriptedReply, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { localActor } from '../domain/actor';
import type { RunId } from '../shared/ids';
import { createConversation } from '../use-cases/conversations';
import { getRun } from '../use-cases/get-run';
import { listServers } from '../use-cases/list-servers';
import { sendMessage } from '../use-cases/send-message';
import { checkHealth } from '../use-cases/server-facts';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

/** These tests end one of two servers on a PostgreSQL database while it works. */

let postgresql: TestServer;
let folder: string;
let url: string;
let apps: App[];
beforeAll(async () => {
  postgresql = await openPostgresql();
});
afterAll(() => postgresql.close());
afterEach(async () => {
  for (const app of apps) await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-handing-over-'));
  await writeFile(path.join(folder, 'secret'), randomBytes(32).toString('hex'));
  url = await postgresql.createDatabase();
  apps = [];
}

async function start(name: string, replies: ScriptedReply[], more = {}): Promise<App> {
  const { model } = scriptedModel(replies);
  const app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, name),
      WORKSPACE_DIR: path.join(folder, 'files'),
      COUNTERSIGN_SECRET_FILE: path.join(folder, 'secret'),
      DATABASE_URL: url,
      ...more,
    },
    models: (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(model) }),
  });
  apps.push(app);
  return app;
}

async function send({ services }: App): Promise<RunId> {
  const { id } = await createConversation(services, localActor, {});
  return (await sendMessage(services, localActor, { conversationId: id, text: 'Go' })).runId as RunId;
}

const read = (name: string) => readFile(path.join(folder, 'files', name), 'utf8').catch(() => '');
const patience = { timeout: 20_000, interval: 20 };
const until = ({ services }: App, runId: RunId, status: string) =>
  vi.waitFor(async () => expect((await services.runs.find(runId))?.state.status).toBe(status), patience);

it('a server that drains keeps its command to the end, and the other one takes everything else', async () => {
  await open();
  const command = 'echo one >> f; until [ -e go ]; do sleep 0.05; done; echo $((11 * 11)) >> f';
  const first = await start('first', [call('run_command', { command }), hang]);
  const withTool = await send(first);
  await until(first, withTool, 'awaiting_approval');
  const run = await first.services.runs.find(withTool);
  const approvalId = run?.state.status === 'awaiting_approval' ? run.state.approvalId : '';
  await decideAsShown(first.services, localActor, { approvalId, decision: 'approve' });
  await vi.waitFor(async () => expect(await read('f')).toBe('one\n'), patience);
  const inReply = await send(first);
  await until(first, inReply, 'calling_model');

  const second = await start('second', ['The reply.', 'The later one.', 'The command is done.']);
  const toolsMustEnd = new AbortController();
  const drained = first.drain(toolsMustEnd.signal);
  const later = await send(first);
  expect(await checkHealth(first.services, localActor)).toMatchObject({ status: 'draining', activeRuns: 1 });
  for (const runId of [inReply, later]) await until(second, runId, 'completed');
  await vi.waitFor(async () => {
    const { servers } = await listServers(second.services, localActor);
    const seen = servers.map(({ isThis, state, leases }) => [isThis, state, leases]);
    expect(seen).toEqual([
      [true, 'working', 0],
      [false, 'draining', 1],
    ]);
  }, patience);
  expect((await second.services.runs.find(withTool))?.state.status).toBe('tool_running');

  await writeFile(path.join(folder, 'files', 'go'), '');
  await drained;
  await first.shutDown();
  await until(second, withTool, 'completed');
  expect(await read('f')).toBe('one\n121\n');
  expect((await listServers(second.services, localActor)).servers).toHaveLength(1);
  const events = await second.services.runs.listEvents(withTool);
  const ofCall = events.map(({ event }) => event.type).filter((type) => type.startsWith('tool_'));
  expect(ofCall).toEqual(['tool_call_requested', 'tool_started', 'tool_finished']);
});

it('a run leaves the line of a server when another one drives it', async () => {
  await open();
  const first = await start('first', [hang], { MAX_WORKING_RUNS: '1' });
  const held = await send(first);
  await until(first, held, 'calling_model');
  const waiting = await send(first);
  const placeOf = async () =>
    (await getRun(first.services, localActor, { runId: waiting })).wait?.place ?? null;
  await vi.waitFor(async () => expect(await placeOf()).toBe(1), patience);
  const second = await start('second', [hang]);
  await until(second, waiting, 'calling_model');
  await vi.waitFor(async () => expect(await placeOf()).toBe(null), patience);
  expect(first.services.installation.countWaitingRuns()).toBe(0);
});
