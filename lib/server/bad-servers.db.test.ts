import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playOn } from '../../tests/play-server';
import { chunksOf, done, event } from '../llm/testing/personality';
import {
  respondJson,
  respondStream,
  respondText,
  type ScriptEntry,
  startAnsweringServer,
} from '../llm/testing/scripted-server';
import { type App, startApp } from './app';

/**
 * These tests read what a person reads when a run meets a server that cannot work: what is wrong, and what to
 * do. HOST is the server's host.
 */

let folder = '';
let app: App;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-bad-servers-'));
  app = await startApp({
    environment: { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'workspace') },
  });
});
afterAll(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true });
});

const { chunk } = chunksOf({});
const refuse = (status: number, message: string, code = '') =>
  respondJson(status, { error: { message, code } });

const cases: [name: string, answer: ScriptEntry, reads: string][] = [
  [
    'a wrong key',
    refuse(401, 'Incorrect API key provided: key-****7890', 'invalid_api_key'),
    'HOST did not accept the API key (status 401). Replace the key in Settings. It said: "Incorrect API key provided: [key]"',
  ],
  [
    'a wrong address',
    respondJson(404, {}),
    'HOST did not answer like an OpenAI-compatible model server. Check the address: it usually ends with /v1.',
  ],
  [
    'a web page',
    respondText(200, '<!doctype html><title>Router</title>'),
    'HOST did not answer like an OpenAI-compatible model server. Check the address: it usually ends with /v1.',
  ],
  [
    'a web page with the type of a stream',
    respondText(200, '<!doctype html><title>Router</title>', 'text/event-stream'),
    'HOST did not answer like an OpenAI-compatible model server. Check the address: it usually ends with /v1.',
  ],
  [
    'a model that does not exist',
    refuse(404, 'The model `test-model` does not exist', 'model_not_found'),
    'HOST does not have the model "test-model" (status 404). Check its name in Settings. It said: "The model `test-model` does not exist"',
  ],
  [
    'no quota',
    refuse(429, 'You exceeded your current quota', 'insufficient_quota'),
    'There is no credit left at HOST (status 429). Add some there, or choose another model. It said: "You exceeded your current quota"',
  ],
  [
    'moderation',
    refuse(403, 'Your input was flagged by moderation', 'moderation'),
    'HOST stopped this with its content filter. Word the request in another way, or choose another model. It said: "Your input was flagged by moderation"',
  ],
  [
    'a country',
    refuse(403, 'Country, region, or territory not supported', 'unsupported_country_region_territory'),
    'HOST refused the request (status 403). It may not serve this account, country or network: if that cannot be changed, choose another model. It said: "Country, region, or territory not supported"',
  ],
  [
    'a window that is too small for the instructions',
    refuse(400, 'request (1830 tokens) exceeds the available context size (1024 tokens)'),
    'The request is too long for the model’s window at HOST (status 400). It said: "request (1830 tokens) exceeds the available context size (1024 tokens)" Give the model a larger context window on its server, or choose another model in Settings.',
  ],
  [
    'a filter in the middle of a reply',
    respondStream([chunk({ content: 'I will' }), chunk({}, 'content_filter'), done]),
    'HOST stopped this with its content filter. Word the request in another way, or choose another model.',
  ],
  [
    'a 503 that stays',
    refuse(503, 'The engine is overloaded'),
    'HOST could not handle the request (status 503). Try again later. It said: "The engine is overloaded"',
  ],
  [
    'a connection that breaks again and again',
    respondStream([chunk({ content: 'I will' })], 'break'),
    'The connection to HOST broke before the reply was complete. Try again; if it happens again, look at the server.',
  ],
  [
    'all tokens go into thinking',
    respondStream([
      chunk({ reasoning_content: 'The person wants a file.' }),
      chunk({}, 'length'),
      event({ choices: [], usage: { prompt_tokens: 1_800, completion_tokens: 2_296 } }),
      done,
    ]),
    'The model sent 3 replies in a row that weren’t valid. The model used 2,296 tokens for thinking and reached the reply limit before its first word. Allow longer replies or less thinking',
  ],
  [
    'nothing',
    respondStream([chunk({ content: '' }), chunk({}, 'stop'), done]),
    'The model sent 3 replies in a row that weren’t valid. The model sent nothing. Its window may be too small',
  ],
];

test.each(cases)('a person reads what is wrong and what to do: %s', async (name, answer, reads) => {
  const server = await startAnsweringServer(answer, 'chats');
  const { run } = await playOn(app, server.baseUrl);
  await server.close();
  const message = run.state.status === 'failed' ? run.state.message : run.state.status;
  expect(message.replaceAll(new URL(server.baseUrl).host, 'HOST')).toContain(reads);
  if (name !== 'a wrong key') expect(message).not.toMatch(/\bkey\b/i);
});

test('a person reads that nothing listens at the address', async () => {
  const server = await startAnsweringServer(respondJson(200, {}));
  await server.close();
  const { run } = await playOn(app, server.baseUrl);
  expect(run.state).toMatchObject({
    message: `Nothing is listening at ${new URL(server.baseUrl).host}. Is the model server running?`,
  });
});
