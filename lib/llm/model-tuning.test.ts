import { afterEach, expect, test } from 'vitest';
import { toResultText } from '../domain/result-text';
import { listOfferedModels } from './model-servers';
import { createOpenAiModel, type OpenAiModelOptions } from './openai-model';
import { collectReply } from './testing/collect-reply';
import {
  chunk,
  DONE,
  type ReceivedRequest,
  respondJson,
  respondStream,
  type ScriptEntry,
  type ScriptedServer,
  startAnsweringServer,
} from './testing/scripted-server';

let server: ScriptedServer | null = null;
afterEach(() => server?.close());

const usage = { prompt_tokens: 1_000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 600 } };
const good = respondStream([
  chunk({ content: 'Hello' }, 'stop'),
  `data: ${JSON.stringify({ choices: [], usage })}\n\n`,
  DONE,
]);

async function ask(options: Partial<OpenAiModelOptions>, answer: ScriptEntry = good, replies = 1) {
  server = await startAnsweringServer(answer);
  const model = createOpenAiModel({
    baseUrl: server.baseUrl,
    apiKey: null,
    model: 'm',
    name: 'M',
    ...options,
  });
  let collected = await collectReply(model);
  for (let count = 1; count < replies; count += 1) collected = await collectReply(model);
  return { ...collected, model, requests: server.requests };
}
const bodyOf = (requests: ReceivedRequest[]) => requests.at(-1)?.body ?? {};

test.each([
  ['temperature', { temperature: 0 }, 'temperature', 0],
  ['the longest reply', { maxTokens: 900 }, 'max_tokens', 900],
  ['stop sequences', { stop: ['\n{"tool_result"', 'END'] }, 'stop', ['\n{"tool_result"', 'END']],
  ['the effort of reasoning', { reasoningEffort: 'low' }, 'reasoning_effort', 'low'],
])('%s reaches the wire', async (_name, options, field, sent) => {
  expect(bodyOf((await ask(options)).requests)[field]).toEqual(sent);
});

test('what is not set is not sent, the temperature is 0.2, and a reply ends before an invented result', async () => {
  const body = bodyOf((await ask({ stop: [] })).requests);
  expect(body['temperature']).toBe(0.2);
  expect(body['stop']).toEqual([toResultText('read_file', 1, 'ok', 'x').replace(/^(\[Result: ).*/s, '\n$1')]);
  const fields = ['messages', 'model', 'stop', 'stream', 'stream_options', 'temperature'];
  expect(Object.keys(body).sort()).toEqual(fields);
});

test('a model that takes no stop sequence is asked without it from then on', async () => {
  const words = "Unsupported parameter: 'stop' is not supported with this model.";
  const refuse = respondJson(400, { error: { message: words, param: 'stop' } });
  const answer: ScriptEntry = (response, received) =>
    ('stop' in received.body ? refuse : good)(response, received);
  const { text, requests } = await ask({}, answer, 2);
  expect(text).toBe('Hello');
  expect(requests.map(({ body }) => 'stop' in body)).toEqual([true, false, false]);
  expect(bodyOf(requests)['temperature']).toBe(0.2);
});

test('a setting that a server refuses is left out from then on, and another name is tried', async () => {
  const { text, requests } = await ask(
    { maxTokens: 900, reasoningEffort: 'high' },
    async (response, received) => {
      const refuse = (message: string) => respondJson(400, { error: { message } })(response, received);
      if ('reasoning_effort' in received.body) return refuse('reasoning_effort is not supported');
      if ('max_tokens' in received.body) return refuse('use max_completion_tokens instead of max_tokens');
      return good(response, received);
    },
    2,
  );
  expect(text).toBe('Hello');
  expect(requests).toHaveLength(4);
  expect(bodyOf(requests)).toMatchObject({ max_completion_tokens: 900, temperature: 0.2 });
  expect(bodyOf(requests)).not.toHaveProperty('reasoning_effort');
});

test('headers and the query go with every request, and a header may take the place of the key', async () => {
  const extras = {
    headers: [
      { name: 'api-key', value: 'azure-secret-1' },
      { name: 'HTTP-Referer', value: 'https://countersign.example' },
    ],
    query: [{ name: 'api-version', value: '2024-10-21' }],
  };
  const { requests } = await ask(extras);
  await listOfferedModels({ baseUrl: server?.baseUrl ?? '', apiKey: null, ...extras });
  expect(requests.map(({ path }) => path)).toEqual([
    '/v1/chat/completions?api-version=2024-10-21',
    '/v1/models?api-version=2024-10-21',
  ]);
  for (const { headers } of requests) {
    expect(headers['api-key']).toBe('azure-secret-1');
    expect(headers['http-referer']).toBe('https://countersign.example');
    expect(headers.authorization).toBeUndefined();
  }
});

test('a server that repeats a header’s value does not get it into a message', async () => {
  const secret = 'azure-secret-value-123456';
  const refuse = respondJson(401, { error: { message: `bad api-key ${secret}` } });
  const { error } = await ask({ headers: [{ name: 'api-key', value: secret }] }, refuse);
  expect(error?.message).toContain('did not accept the API key');
  expect(error?.message).not.toContain(secret.slice(0, 8));
});

test('prices make an amount, and what the server says it costs counts more', async () => {
  const prices = { input: 2, cached: 0.5, output: 10 };
  const { reply } = await ask({ prices });
  // The amount is 400 × $2 + 600 × $0.50 + 100 × $10, each per million.
  expect(reply?.usage?.amountUsd).toBeCloseTo(0.0021, 10);
  const uncached = await ask({ prices: { input: 2, output: 10 } });
  expect(uncached.reply?.usage?.amountUsd).toBeCloseTo(0.003, 10);
  const billed = respondStream([
    chunk({ content: 'Hello' }, 'stop'),
    `data: ${JSON.stringify({ choices: [], usage: { ...usage, cost: 0.5 } })}\n\n`,
    DONE,
  ]);
  expect((await ask({ prices }, billed)).reply?.usage?.amountUsd).toBe(0.5);
});

test.each([
  [8_192, null, 8_192],
  [8_192, 4_096, 4_096],
  [8_192, 32_768, 8_192],
  [undefined, 4_096, 4_096],
])('of an entered window of %s and a told one of %s, %s counts', async (windowTokens, told, counts) => {
  const { model } = await ask({ windowTokens }, (response, received) =>
    received.path === '/v1/models'
      ? respondJson(200, { data: [{ id: 'm', max_model_len: told }] })(response, received)
      : good(response, received),
  );
  expect(await model.findWindow(new AbortController().signal)).toBe(counts);
});
