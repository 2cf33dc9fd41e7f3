import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { listOfferedModels } from './model-servers';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';
import { type ScriptEntry, type ScriptedServer, startScriptedServer } from './testing/scripted-server';

let server: ScriptedServer;
afterEach(() => server.close());

const limitOfTest = 64 * 1024 * 1024;

/**
 * Sends the beginning, then repeats the piece as fast as the client reads it, until the connection closes.
 */
function sendWithoutEnd(begin: string, piece: string, sent: { bytes: number }, status = 200): ScriptEntry {
  const block = piece.repeat(Math.ceil(65_536 / piece.length));
  return async (response) => {
    const type = begin.startsWith('{') ? 'application/json' : 'text/event-stream';
    response.writeHead(status, { 'content-type': type });
    response.write(begin);
    const closed = once(response, 'close');
    while (!response.destroyed && sent.bytes < limitOfTest) {
      sent.bytes += block.length;
      if (!response.write(block)) await Promise.race([once(response, 'drain'), closed]);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  };
}

const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
const fillers = ['\n', ' ', '\t \r\n', ': ping\n\n', 'event: x\n\n', 'retry: 1\r\n', 'data:\n\n', 'data: \n'];
const mb = 1024 * 1024;

test.each([
  ...fillers.map((piece) => ({ begin: '', piece, most: 16 * mb, words: /sent nothing but blank lines/ })),
  ...fillers.map((piece) => ({ begin: chunk, piece, most: 16 * mb, words: /sent / })),
  { begin: 'd', piece: ' ', most: 16 * mb, words: /sent nothing but blank lines/ },
  { begin: 'data: {"choices":[', piece: '{},', most: 24 * mb, words: /one piece of more than 8 MB/ },
  { begin: chunk, piece: 'data: {"a":\n', most: 24 * mb, words: /one piece of more than 8 MB/ },
  { begin: `${chunk}: `, piece: 'x', most: 24 * mb, words: /one piece of more than 8 MB/ },
  { begin: '{"choices":[', piece: '{},', most: 32 * mb, words: /an answer that does not end/ },
])('a server that never stops sending $piece after $begin is cut off in plain words', async (endless) => {
  const sent = { bytes: 0 };
  server = await startScriptedServer([sendWithoutEnd(endless.begin, endless.piece, sent)]);
  const model = createOpenAiModel({ baseUrl: server.baseUrl, apiKey: null, model: 'm', name: 'n' });
  const { error } = await collectReply(model);
  expect(error).toMatchObject({ code: 'not_a_model_server', message: expect.stringMatching(endless.words) });
  expect(sent.bytes).toBeLessThan(endless.most);
});

test.each([
  { name: 'text', delta: { content: 'x'.repeat(200) } },
  {
    name: 'arguments',
    delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"a":1}' } }] },
  },
  { name: 'names', delta: { tool_calls: [{ function: { name: 'read_', arguments: '{}' } }] } },
])(
  'a model that never stops sending $name is cut off',
  async ({ delta }) => {
    const sent = { bytes: 0 };
    const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
    server = await startScriptedServer([sendWithoutEnd('', piece, sent)]);
    const model = createOpenAiModel({ baseUrl: server.baseUrl, apiKey: null, model: 'm', name: 'n' });
    const { reply } = await collectReply(model);
    expect(reply?.finishReason).toBe('length');
    expect(reply?.toolCalls.length ?? 0).toBeLessThanOrEqual(50);
  },
  60_000,
);

test('a refusal that never ends is read at its beginning', async () => {
  const sent = { bytes: 0 };
  server = await startScriptedServer([sendWithoutEnd('No such key. ', 'x', sent, 401)]);
  const model = createOpenAiModel({ baseUrl: server.baseUrl, apiKey: 'sk-1', model: 'm', name: 'n' });
  const { error } = await collectReply(model);
  expect(error).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('No such key.') });
  expect(sent.bytes).toBeLessThan(16 * mb);
});

test('a list of models that never ends is no list', async () => {
  const sent = { bytes: 0 };
  server = await startScriptedServer([sendWithoutEnd('{"data":[', '{},', sent)]);
  expect(await listOfferedModels({ baseUrl: server.baseUrl, apiKey: null })).toMatchObject({ ok: false });
  expect(sent.bytes).toBeLessThan(48 * mb);
});
