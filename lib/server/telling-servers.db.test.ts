import '../logging/testing/quiet-log';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localActor } from '../domain/actor';
import { isTerminal } from '../domain/run';
import { type ScriptedServer, startAnsweringServer } from '../llm/testing/scripted-server';
import type { RunId } from '../shared/ids';
import { getRun } from '../use-cases/get-run';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { type App, startApp } from './app';

const secret = 'sk-Zz0123456789abcdefghijKLMN';
const [base64, hex] = (['base64', 'hex'] as const).map((form) => Buffer.from(secret).toString(form));
const said = `key ${secret} ${base64} ${hex}`;
const parts = [
  secret,
  secret.toLowerCase(),
  secret.slice(0, 14),
  secret.slice(8, 22),
  base64?.slice(4, 24),
  hex?.slice(4, 40),
];

const json = { 'content-type': 'application/json' };
const choice = (finish: string, message: object) => ({
  choices: [{ index: 0, finish_reason: finish, message }],
});
const call = { id: said, type: 'function', function: { name: said, arguments: said } };
const respond =
  (status: number, headers: Record<string, string>, body: unknown) => (response: ServerResponse) =>
    void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));

const answers: [string, (response: ServerResponse) => void][] = [
  [
    'every field of an answer',
    respond(
      200,
      { ...json, 'x-key': said },
      {
        ...choice(said, { role: 'assistant', content: said, reasoning: said, refusal: said }),
        ...{ id: said, object: said, model: said, system_fingerprint: said, provider: said },
        usage: { prompt_tokens: 5, completion_tokens: 5, note: said, cost_details: { [said]: 1 } },
      },
    ),
  ],
  ['a native call', respond(200, json, choice('tool_calls', { content: null, tool_calls: [call] }))],
  ['the reason of a filter', respond(200, json, choice('content_filter', { refusal: said }))],
  ['the title of a web page', respond(418, { 'content-type': 'text/html' }, `<html><title>${said}</title>`)],
  [
    'a refused request',
    respond(400, json, { error: { message: said, type: said, code: said, param: said } }),
  ],
  ['a window', respond(400, json, { error: { message: `maximum context length is 10 tokens ${said}` } })],
  ['a redirect', respond(307, { location: `http://${secret}.example/${secret}` }, '')],
  [
    'an event',
    respond(
      200,
      { 'content-type': 'text/event-stream' },
      `event: ${said}\ndata: {"error":{"message":"${said}"}}\n\n`,
    ),
  ],
  ['an encoding', respond(200, { 'content-encoding': secret }, said)],
  [
    'a list of models',
    respond(200, json, { data: [{ id: said, pricing: { prompt: said, completion: said } }] }),
  ],
];

let folder: string;
let app: App;
let server: ScriptedServer;
let answer = answers[0]?.[1];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-telling-'));
  server = await startAnsweringServer((response) => answer?.(response));
  const environment = {
    DATA_DIR: path.join(folder, 'data'),
    WORKSPACE_DIR: path.join(folder, 'files'),
    OPENAI_BASE_URL: server.baseUrl,
    OPENAI_MODEL: 'm',
    OPENAI_API_KEY: secret,
  };
  app = await startApp({ environment });
});
afterAll(async () => {
  await app.shutDown();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it.each(answers)(
  'a server that says the key in %s gets it into no list, run, event or row',
  async (_, respondWith) => {
    answer = respondWith;
    const listed = await app.services.models.listOfferedModels({ baseUrl: server.baseUrl, apiKey: secret });
    const { runId } = await startWorkflowRun(app.services, localActor, {
      workflowId: 'free-request',
      parameters: { request: 'Hello' },
    });
    const find = () => app.services.runs.find(runId as RunId);
    for (let run = await find(); run && !isTerminal(run.state.status); run = await find()) await sleep(20);
    const view = await getRun(app.services, localActor, { runId });
    const events = await app.services.runs.listEvents(runId as RunId);
    const names = (await readdir(path.join(folder, 'data'))).filter((name) =>
      name.startsWith('countersign.db'),
    );
    const rows = await Promise.all(names.map((name) => readFile(path.join(folder, 'data', name), 'latin1')));
    const told = [JSON.stringify([listed, view, events]), ...rows];
    expect(told.length).toBeGreaterThan(1);
    expect(parts.filter((part) => told.some((text) => text.includes(part ?? '')))).toEqual([]);
  },
);
