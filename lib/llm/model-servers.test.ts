import { expect, test } from 'vitest';
import { findLocalServers, listOfferedModels } from './model-servers';
import { respondJson, respondText, startScriptedServer } from './testing/scripted-server';

const models = respondJson(200, { object: 'list', data: [{ id: 'small' }, { id: 'big' }] });

test('models are listed by name, with the key', async () => {
  const server = await startScriptedServer([models]);
  expect(await listOfferedModels({ baseUrl: server.baseUrl, apiKey: 'k' })).toEqual({
    ok: true,
    models: [
      { id: 'big', prices: null },
      { id: 'small', prices: null },
    ],
  });
  expect(server.requests[0]).toMatchObject({ path: '/v1/models', headers: { authorization: 'Bearer k' } });
  await server.close();
});

test('a list without anything around it is a list', async () => {
  const server = await startScriptedServer([
    respondJson(200, [{ id: 'small', context_length: 8192 }, { id: 'big' }]),
  ]);
  expect(await listOfferedModels({ baseUrl: server.baseUrl, apiKey: null })).toEqual({
    ok: true,
    models: [
      { id: 'big', prices: null },
      { id: 'small', prices: null },
    ],
  });
  await server.close();
});

test.each([
  {
    name: 'an error',
    entry: respondJson(200, [{ error: { message: 'no', code: 500 } }]),
    code: 'unavailable',
  },
  { name: 'a wrong key', entry: respondJson(401, { error: { message: 'no' } }), code: 'unauthorized' },
  { name: 'a web page', entry: respondText(200, '<html></html>'), code: 'not_a_model_server' },
  { name: 'other JSON', entry: respondJson(200, { hello: 1 }), code: 'not_a_model_server' },
])('$name is $code', async ({ entry, code }) => {
  const server = await startScriptedServer([entry]);
  const listed = await listOfferedModels({ baseUrl: server.baseUrl, apiKey: null });
  expect(listed.ok ? null : listed.code).toBe(code);
  await server.close();
});

test('a redirect to another server is explained, and its address is not quoted', async () => {
  for (const [location, words] of [
    ['https://127.0.0.1:9/v1/models', 'https://127.0.0.1'],
    ['http://elsewhere.example/key', 'another server'],
  ] as const) {
    const server = await startScriptedServer([
      (response) => void response.writeHead(308, { location }).end(),
    ]);
    const listed = await listOfferedModels({ baseUrl: server.baseUrl, apiKey: 'k' });
    expect(listed).toMatchObject({ ok: false, code: 'unreachable', message: expect.stringContaining(words) });
    expect(JSON.stringify(listed)).not.toMatch(/elsewhere|\/key/);
    await server.close();
  }
});

test('a silent server times out', async () => {
  const server = await startScriptedServer([() => {}]);
  const listed = await listOfferedModels({ baseUrl: server.baseUrl, apiKey: null }, { timeoutMs: 500 });
  expect(listed.ok ? null : listed.code).toBe('unavailable');
  await server.close();
});

test('finds local servers that answer, and leaves out absent ones and other programs', async () => {
  const [ollama, website] = [
    await startScriptedServer([models]),
    await startScriptedServer([respondText(200, '<p>')]),
  ];
  const gone = await startScriptedServer([]);
  await gone.close();
  const portOf = (baseUrl: string) => Number(new URL(baseUrl).port);
  const found = await findLocalServers(
    ['127.0.0.1'],
    [
      { product: 'Ollama', port: portOf(ollama.baseUrl) },
      { product: 'vLLM', port: portOf(website.baseUrl) },
      { product: 'LM Studio', port: portOf(gone.baseUrl) },
    ],
  );
  expect(found).toEqual([{ product: 'Ollama', baseUrl: ollama.baseUrl, models: ['big', 'small'] }]);
  await Promise.all([ollama.close(), website.close()]);
});

test('in a container, servers are found on this machine and on the one that it runs on', async () => {
  const ollama = await startScriptedServer([models, models]);
  const port = Number(new URL(ollama.baseUrl).port);
  const found = await findLocalServers(['127.0.0.1', 'localhost'], [{ product: 'Ollama', port }]);
  expect(found.map(({ baseUrl }) => baseUrl)).toEqual([
    `http://127.0.0.1:${port}/v1`,
    `http://localhost:${port}/v1`,
  ]);
  await ollama.close();
});

test('prices are read where a server lists dollars for one token as text, and nowhere else', async () => {
  const data = [
    { id: 'a', pricing: { prompt: '0.00000025', completion: '0.000002', input_cache_read: '0.000000025' } },
    { id: 'b', pricing: { prompt: '0', completion: '0' } },
    { id: 'c', pricing: { prompt: '-1', completion: '-1' } },
    { id: 'd', pricing: { input: 0.2, output: 0.6 } },
    { id: 'e', pricing: null },
    { id: 'f', pricing: { prompt: '1e400', completion: '0' } },
  ];
  const server = await startScriptedServer([respondJson(200, { data })]);
  const listed = await listOfferedModels({ baseUrl: server.baseUrl, apiKey: null });
  expect(listed).toEqual({
    ok: true,
    models: [
      { id: 'a', prices: { input: 0.25, cached: 0.025, output: 2 } },
      { id: 'b', prices: { input: 0, output: 0 } },
      ...['c', 'd', 'e', 'f'].map((id) => ({ id, prices: null })),
    ],
  });
  await server.close();
});
