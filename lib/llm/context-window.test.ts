import { afterEach, describe, expect, it, vi } from 'vitest';
import { askForWindow, createWindowFinder } from './context-window';
import { createOpenAiModel } from './openai-model';
import {
  chunk,
  DONE,
  respondJson,
  respondStream,
  type ScriptedServer,
  startAnsweringServer,
} from './testing/scripted-server';

let server: ScriptedServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** Starts a server that answers these paths with JSON, and every other path with 404. */
async function serve(answers: Record<string, unknown>, status = 200) {
  server = await startAnsweringServer((response, received) => {
    const answer = answers[received.path];
    const known = answer !== undefined;
    return respondJson(known ? status : 404, known ? answer : { error: 'none' })(response, received);
  });
  return { baseUrl: server.baseUrl, apiKey: null, model: 'small' };
}
const signal = new AbortController().signal;
const list = (...data: object[]) => ({ '/v1/models': { object: 'list', data } });

describe('the window is read from', () => {
  const servers: [string, Record<string, unknown>, number | null][] = [
    ['llama.cpp, a slot', { '/props': { default_generation_settings: { n_ctx: 4096 }, n_ctx: 8192 } }, 4096],
    ['vLLM', list({ id: 'other', max_model_len: 1 }, { id: 'small', max_model_len: 32_768 }), 32_768],
    [
      'OpenRouter, whose provider has less',
      list({ id: 'small', context_length: 131_072, top_provider: { context_length: 65_536 } }),
      65_536,
    ],
    ['Together, whose list is bare', { '/v1/models': [{ id: 'small', context_length: 8192 }] }, 8192],
    ['Groq', list({ id: 'small', context_window: 131_072 }), 131_072],
    [
      'LM Studio, as loaded',
      {
        '/api/v0/models': {
          data: [{ id: 'small', state: 'loaded', max_context_length: 131_072, loaded_context_length: 4096 }],
        },
      },
      4096,
    ],
    [
      'Ollama, running',
      {
        '/api/ps': { models: [{ name: 'small:latest', context_length: 4096 }] },
        '/api/show': { parameters: 'num_ctx 16384' },
      },
      4096,
    ],
    [
      'Ollama, from the model’s own file',
      {
        '/api/ps': { models: [] },
        '/api/show': { parameters: 'stop "x"\nnum_ctx                        16384' },
      },
      16_384,
    ],
    [
      'Ollama, which has not loaded it: what it was trained for does not count',
      { '/api/ps': { models: [] }, '/api/show': { model_info: { 'llama.context_length': 131_072 } } },
      null,
    ],
    ['a list without it', list({ id: 'small' }), null],
    ['another model', list({ id: 'large', context_length: 8192 }), null],
    ['nonsense', { '/props': 'words', '/v1/models': { data: 7 }, '/api/ps': null }, null],
  ];
  it.each(servers)('%s', async (_name, answers, expected) => {
    expect(await askForWindow(await serve(answers), signal)).toBe(expected);
  });
});

it('an error with numbers in it is no window', async () => {
  const target = await serve({ '/props': { n_ctx: 4096 } }, 500);
  expect(await askForWindow(target, signal)).toBeNull();
});

const loaded = { models: [{ name: 'small', context_length: 8192 }] };

it('the server is asked once; one that told nothing is asked again after its first reply, and no more', async () => {
  const answers: Record<string, unknown> = {};
  const finder = createWindowFinder(await serve(answers));
  expect(await finder.find(signal)).toBeNull();
  expect(await finder.find(signal)).toBeNull();
  const once = server.requests.length;
  answers['/api/ps'] = loaded;
  finder.noteReply();
  expect(await finder.find(signal)).toBe(8192);
  finder.noteReply();
  expect(await finder.find(signal)).toBe(8192);
  expect(server.requests).toHaveLength(2 * once);
});

it('a server that never tells is asked twice in ten minutes, however many replies come', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const answers: Record<string, unknown> = {};
  const finder = createWindowFinder(await serve(answers));
  const ask = async () => {
    expect(await finder.find(signal)).toBeNull();
    finder.noteReply();
  };
  await ask();
  const once = server.requests.length;
  for (let reply = 0; reply < 5; reply += 1) await ask();
  expect(server.requests).toHaveLength(2 * once);
  vi.advanceTimersByTime(11 * 60 * 1_000);
  await ask();
  expect(server.requests).toHaveLength(3 * once);
  answers['/api/ps'] = loaded;
  expect(await finder.find(signal)).toBe(8192);
  expect(server.requests).toHaveLength(4 * once);
});

it('a reply counts for the window, although its reader leaves at its end', async () => {
  const answers: Record<string, unknown> = {};
  const reply = respondStream([chunk({ content: 'Hello' }), chunk({}, 'stop'), DONE]);
  server = await startAnsweringServer((response, received) => {
    if (received.path === '/v1/chat/completions') return reply(response, received);
    return respondJson(200, answers[received.path] ?? {})(response, received);
  });
  const model = createOpenAiModel({ baseUrl: server.baseUrl, apiKey: null, model: 'small', name: 'n' });
  expect(await model.findWindow(signal)).toBeNull();
  for await (const { type } of model.streamReply({ messages: [], signal, timeLeftMs: 1 }))
    if (type === 'finished') break;
  answers['/api/ps'] = loaded;
  expect(await model.findWindow(signal)).toBe(8192);
});

it('one that is stopped waits no longer, and those who ask with it still get the answer', async () => {
  let tell = () => {};
  const isTold = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const stopped = new AbortController();
  server = await startAnsweringServer(async (response, received) => {
    stopped.abort();
    await isTold;
    respondJson(200, received.path === '/api/ps' ? loaded : {})(response, received);
  });
  const finder = createWindowFinder({ baseUrl: server.baseUrl, apiKey: null, model: 'small' });
  const [first, second] = [finder.find(stopped.signal), finder.find(signal)];
  expect(await first).toBeNull();
  expect(await finder.find(stopped.signal)).toBeNull();
  tell();
  expect(await second).toBe(8192);
});
