import { expect, test } from 'vitest';
import { findLocalServers, listModels } from './model-servers';
import { respondJson, respondText, startScriptedServer } from './testing/scripted-server';

const models = respondJson(200, { object: 'list', data: [{ id: 'small' }, { id: 'big' }] });

test('models are listed by name, with the key', async () => {
  const server = await startScriptedServer([models]);
  expect(await listModels({ baseUrl: server.baseUrl, apiKey: 'k' })).toEqual({
    ok: true,
    models: ['big', 'small'],
  });
  expect(server.requests[0]).toMatchObject({ path: '/v1/models', headers: { authorization: 'Bearer k' } });
  await server.close();
});

test('a list without anything around it is a list', async () => {
  const server = await startScriptedServer([
    respondJson(200, [{ id: 'small', context_length: 8192 }, { id: 'big' }]),
  ]);
  expect(await listModels({ baseUrl: server.baseUrl, apiKey: null })).toEqual({
    ok: true,
    models: ['big', 'small'],
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
  const listed = await listModels({ baseUrl: server.baseUrl, apiKey: null });
  expect(listed.ok ? null : listed.code).toBe(code);
  await server.close();
});

test('a silent server times out', async () => {
  const server = await startScriptedServer([() => {}]);
  const listed = await listModels({ baseUrl: server.baseUrl, apiKey: null }, { timeoutMs: 500 });
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
  const found = await findLocalServers([
    { product: 'Ollama', port: portOf(ollama.baseUrl) },
    { product: 'vLLM', port: portOf(website.baseUrl) },
    { product: 'LM Studio', port: portOf(gone.baseUrl) },
  ]);
  expect(found).toEqual([{ product: 'Ollama', baseUrl: ollama.baseUrl, models: ['big', 'small'] }]);
  await Promise.all([ollama.close(), website.close()]);
});
