import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { playOn, startOn } from '../../tests/play-server';
import { startDemoModel } from '../demo-model/start-demo-model';
import { localActor } from '../domain/actor';
import { isTerminal } from '../domain/run';
import { createOpenAiModel } from '../llm/openai-model';
import { createProviders } from '../llm/providers';
import { chunksOf } from '../llm/testing/personality';
import { respondStream, type ScriptEntry, startAnsweringServer } from '../llm/testing/scripted-server';
import { stopRun } from '../use-cases/steer-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

/** The app takes this much silence for an end, in place of minutes. */
const silenceMs = 300;

let folder = '';
let app: App;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-hanging-servers-'));
});
afterEach(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true });
});

const start = (variables: Record<string, string>, timeouts: object) =>
  startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'workspace'),
      ...variables,
    },
    models: (settings) => {
      const { all, environment, fallback } = createProviders({ startDemoModel });
      const hasty = {
        ...environment,
        open: (target: Parameters<typeof createOpenAiModel>[0]) =>
          createOpenAiModel({ ...target, retryDelayMs: 1, ...timeouts }),
      };
      const others = all.filter((provider) => provider !== environment);
      return createModelSource({ model: null }, settings, {
        all: [hasty, ...others],
        environment: hasty,
        fallback,
      });
    },
  });

const { chunk } = chunksOf({});
const hanging: [name: string, answer: ScriptEntry][] = [
  ['before its answer', () => {}],
  ['before its first word', respondStream([], 'hang')],
  ['in the middle of a reply', respondStream([chunk({ content: 'I will' })], 'hang')],
];

test.each(hanging)(
  'a server that hangs %s: a person reads who is silent, and what to do',
  async (_, answer) => {
    app = await start({}, { requestTimeoutMs: silenceMs, idleTimeoutMs: silenceMs });
    const server = await startAnsweringServer(answer, 'chats');
    const { run } = await playOn(app, server.baseUrl);
    await server.close();
    const { host } = new URL(server.baseUrl);
    const message = run.state.status === 'failed' ? run.state.message : run.state.status;
    expect(message).toContain(`${host} sent nothing for`);
    expect(message).toContain('so the request was canceled. Look whether it still works');
  },
);

test.each(hanging)('a server that hangs %s is left when the run’s time is over', async (_, answer) => {
  app = await start({ AGENT_TIMEOUT_MS: '500' }, {});
  const server = await startAnsweringServer(answer, 'chats');
  const { run } = await playOn(app, server.baseUrl);
  await server.close();
  expect(run.state).toMatchObject({ status: 'failed', code: 'time_limit' });
});

test('Stop ends a run whose server hangs, and its request', async () => {
  app = await start({}, {});
  for (const [, answer] of hanging) {
    let isClosed = false;
    const server = await startAnsweringServer((response, received) => {
      response.on('close', () => (isClosed = true));
      return answer(response, received);
    }, 'chats');
    const runId = await startOn(app, server.baseUrl);
    while (server.requests.length === 0) await sleep(5);
    await stopRun(app.services, localActor, { runId });
    const run = await app.services.runs.find(runId);
    expect(run && isTerminal(run.state.status) && run.state.status).toBe('cancelled');
    while (!isClosed) await sleep(5);
    await server.close();
  }
});
