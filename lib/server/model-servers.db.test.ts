import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChaosConfig, LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  content,
  first,
  hasResult,
  last,
  type Message,
  type Played,
  playOn,
  readWritten,
  startOn,
  toTurn,
} from '../../tests/play-server';
import { localActor } from '../domain/actor';
import { hostedServers } from '../llm/testing/hosted-servers';
import { localServers } from '../llm/testing/local-servers';
import { oddServers } from '../llm/testing/odd-servers';
import { textOf } from '../llm/testing/personality';
import {
  chunk,
  DONE,
  respondJson,
  respondStream,
  startAnsweringServer,
  startScriptedServer,
} from '../llm/testing/scripted-server';
import { answerErrors, statusErrors } from '../llm/testing/server-errors';
import { getRun } from '../use-cases/get-run';
import { stopRun } from '../use-cases/steer-run';
import { watchRun } from '../use-cases/watch-run';
import { type App, startApp } from './app';

/**
 * These tests play a complete run against every kind of model server, with the real application, its openai
 * client over HTTP and a call that a person signs.
 */

let folder = '';
let app: App;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-servers-'));
  const environment = {
    DATA_DIR: path.join(folder, 'data'),
    WORKSPACE_DIR: path.join(folder, 'workspace'),
  };
  app = await startApp({ environment });
});
afterAll(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true });
});

const start = (baseUrl: string) => startOn(app, baseUrl);
const play = (baseUrl: string) => playOn(app, baseUrl);

async function expectDone({ run, signatures }: Played): Promise<void> {
  expect(run.state).toMatchObject({ status: 'completed', answer: last.words, endedBy: 'text' });
  expect(signatures).toBe(1);
  expect(await readWritten(app)).toBe(content);
}

const personalities = [...hostedServers, ...localServers, ...oddServers];
test.each(personalities.map(({ name, answer }) => [name, answer] as const))(
  'a run with a signature completes: %s',
  async (_name, answer) => {
    const server = await startAnsweringServer(
      (response, received) => answer(toTurn(received))(response, received),
      'chats',
    );
    await expectDone(await play(server.baseUrl));
    await server.close();
  },
);

const faults: ChaosConfig[] = [
  { dropRate: 1 },
  { malformedRate: 1 },
  { disconnectRate: 1 },
  { rateLimitRate: 1 },
];
test.each(faults)(
  'a run with a signature completes: aimock, whose first answers go wrong (%o)',
  async (chaos) => {
    const mock = new LLMock({ port: 0 });
    for (const turn of [first, last]) {
      const predicate = ({ messages }: { messages: Message[] }) => hasResult(messages) === (turn === last);
      mock.on({ predicate, sequenceIndex: 0 }, { content: 'never sent' }, { chaos });
      mock.on({ predicate }, { content: textOf(turn), reasoning: turn.thoughts });
    }
    await mock.start();
    await expectDone(await play(`${mock.url}/v1`));
    expect(mock.getRequests()).toHaveLength(4);
    await mock.stop();
  },
);

const finalErrors = [...statusErrors, ...answerErrors].filter(({ requests }) => requests < 3);
test.each(finalErrors.map((error) => [error.name, error] as const))(
  'an error that would come again ends the run in words: %s',
  async (_name, { answer, says, requests, code }) => {
    const server = await startAnsweringServer(answer, 'chats');
    const { run } = await play(server.baseUrl);
    await server.close();
    const isTooLong = code === 'context_exceeded';
    expect(run.state).toMatchObject({ status: 'failed', code: isTooLong ? code : 'provider_error' });
    expect(JSON.stringify(run.state)).toContain(JSON.stringify(says).slice(1, -1));
    expect(server.requests).toHaveLength(requests);
  },
);

test('Groq’s refusal of a native call is a malformed reply, and the run goes on', async () => {
  const refusal = {
    message: 'Tool choice is none, but model called a tool',
    code: 'tool_use_failed',
    failed_generation: '{"name": "write_file", "arguments": {"path": "hello.md"}}',
  };
  const answers = [
    respondJson(400, { error: refusal }),
    ...[first, last].map((turn) => respondStream([chunk({ content: textOf(turn) }, 'stop'), DONE])),
  ];
  const server = await startScriptedServer(answers, 'chats');
  const played = await play(server.baseUrl);
  await server.close();
  await expectDone(played);
  const second = server.requests[1]?.body['messages'] as { role: string; content: string }[];
  expect(second.at(-2)?.content).toBe(refusal.failed_generation);
  expect(second.at(-1)?.content).toContain('Error (foreign_format)');
});

const loadingModel = respondJson(503, {
  error: { code: 503, message: 'Loading model', type: 'unavailable_error' },
});
const busy = respondJson(429, { error: { message: 'slow down' } }, { 'retry-after': '45' });
const unanswered = respondJson(503, {}, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() });

test.each([
  ['a model that loads', loadingModel, 'is loading the model'],
  ['a limit with seconds', busy, 'asks to wait 45 seconds'],
  ['an outage with a date', unanswered, 'asks to wait '],
])('%s is waited for in sight, and Stop works at once', async (_name, answer, message) => {
  const server = await startAnsweringServer(answer, 'chats');
  const runId = await start(server.baseUrl);
  const openStream = await watchRun(app.services, localActor, { runId, lastVersion: null });
  const watching = new AbortController();
  for await (const { message: seen } of openStream(watching.signal)) {
    if (seen.type !== 'waiting') continue;
    expect(seen.wait?.message).toContain(message);
    break;
  }
  watching.abort();
  expect((await getRun(app.services, localActor, { runId })).wait?.message).toContain(message);
  const before = server.requests.length;
  await stopRun(app.services, localActor, { runId });
  while (app.services.installation.countActiveRuns() > 0) await sleep(5);
  expect((await app.services.runs.find(runId))?.state.status).toBe('cancelled');
  expect(server.requests).toHaveLength(before);
  await server.close();
});

test('a model that has loaded answers, and the run goes on', async () => {
  let asked = 0;
  const server = await startAnsweringServer((response, received) => {
    asked += 1;
    if (asked === 1) return loadingModel(response, received);
    return respondStream([chunk({ content: textOf(toTurn(received)) }, 'stop'), DONE])(response, received);
  }, 'chats');
  await expectDone(await play(server.baseUrl));
  await server.close();
});
