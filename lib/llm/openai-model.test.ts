import type { ServerResponse } from 'node:http';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Model, ModelChunk } from '../models/model.port';
import { createOpenAiModel, type OpenAiModelOptions } from './openai-model';
import { collectReply } from './testing/collect-reply';
import {
  chunk,
  DONE,
  respondJson,
  respondStream,
  respondText,
  type ScriptEntry,
  type ScriptedServer,
  startAnsweringServer,
  startScriptedServer,
} from './testing/scripted-server';

const KEY = 'sk-secret-1234567890';
let server: ScriptedServer | null = null;

afterEach(async () => {
  vi.useRealTimers();
  const used = server;
  server = null;
  await used?.close();
});

async function modelFor(script: ScriptEntry[], options: Partial<OpenAiModelOptions> = {}) {
  server = await startScriptedServer(script);
  const base = { baseUrl: server.baseUrl, apiKey: KEY, model: 'test-model', name: 'Test', retryDelayMs: 1 };
  return createOpenAiModel({ ...base, ...options });
}

const hello = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ content: 'Hello' }),
  chunk({ content: ' you' }),
];
const good = respondStream([...hello, chunk({}, 'stop'), DONE]);

/** From now on, time passes only when a test says so. Connections do not notice. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });

/** Lets 20 s pass, or less if the reader hangs up before, with something to do every 20 ms. */
async function letTimePass(response: ServerResponse, doNext = () => {}): Promise<void> {
  for (let passedMs = 0; passedMs < 20_000 && !response.destroyed; passedMs += 20) {
    doNext();
    vi.advanceTimersByTime(20);
    await nextRound();
  }
}

/** Acts when the reader of this model has had such a chunk and waits for the next one. */
const actAfter = (type: ModelChunk['type'], model: Model, act: () => void): Model => ({
  ...model,
  async *streamReply(request) {
    for await (const one of model.streamReply(request)) {
      if (one.type === type) setImmediate(act);
      yield one;
    }
  },
});

describe('a good answer', () => {
  test('is streamed, with usage, and the request carries no tools', async () => {
    const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } })}\n\n`;
    const model = await modelFor([respondStream([...hello, chunk({}, 'stop'), usage, DONE])]);
    const { text, reply } = await collectReply(model);
    expect(text).toBe('Hello you');
    expect(reply).toEqual({
      content: 'Hello you',
      toolCalls: [],
      finishReason: 'stop',
      isDamaged: false,
      wasSchemaSent: false,
      wasSchemaRefused: false,
      model: null,
      usage: { input: 7, output: 2 },
      firstTokenMs: expect.any(Number),
    });
    expect(server?.requests[0]?.path).toBe('/v1/chat/completions');
    expect(server?.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(Object.keys(server?.requests[0]?.body ?? {}).sort()).toEqual([
      'messages',
      'model',
      'stop',
      'stream',
      'stream_options',
      'temperature',
    ]);
    expect(server?.requests[0]?.body['temperature']).toBe(0.2);
  });

  test('is passed on in the pieces in which it came, also before an error', async () => {
    const error = `data: ${JSON.stringify({ error: { message: 'out of memory', code: 500 } })}\n\n`;
    const together = [[...hello, chunk({}, 'stop'), DONE].join('')];
    const model = await modelFor([respondStream(together), respondStream([hello.join('') + error])]);
    const chunksOf = async () => {
      const found: string[] = [];
      const request = { messages: [], signal: new AbortController().signal, timeLeftMs: 1 };
      for await (const one of model.streamReply(request))
        found.push(one.type === 'text' ? one.text : one.type);
      return found;
    };
    expect(await chunksOf()).toEqual(['Hello you', 'finished']);
    expect(await chunksOf()).toEqual(['Hello you', 'failed']);
  });

  test('survives any split of its bytes, inside characters too', async () => {
    const bytes = Buffer.from([chunk({ content: 'Grüße 👋 你好' }), chunk({}, 'stop'), DONE].join(''));
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const { text } = await collectReply(await modelFor([respondStream(single)]));
    expect(text).toBe('Grüße 👋 你好');
  });

  test.each(['text/plain', 'application/json', 'text/event-stream'])(
    'survives a byte order mark, any type and any size of packets: %s',
    async (type) => {
      const sent = `\uFEFFevent: message\n${[...hello, chunk({}, 'stop'), DONE].join('')}`;
      const bytes = Buffer.from(sent);
      const sizes = [1, 4, 8, 9, 10, 11, 12, 100];
      const script = sizes.map(
        (size): ScriptEntry =>
          async (response) => {
            response.writeHead(200, { 'content-type': type });
            for (let start = 0; start < bytes.length; start += size) {
              response.write(bytes.subarray(start, start + size));
              await nextRound();
            }
            response.end();
          },
      );
      const model = await modelFor(script);
      for (const _ of sizes) expect((await collectReply(model)).reply?.content).toBe('Hello you');
    },
  );

  test('may use CRLF, comments, no space after the colon and no blank line at the end', async () => {
    const parts = [
      ': keep-alive\r\n\r\n',
      chunk({ content: 'a' }).replaceAll('\n', '\r\n').replace(': ', ':'),
      'data: [DONE]',
    ];
    const { text, reply } = await collectReply(await modelFor([respondStream(parts)]));
    expect([text, reply?.finishReason]).toEqual(['a', 'unknown']);
  });

  test('may arrive as plain JSON although a stream was requested', async () => {
    const message = { role: 'assistant', content: 'Whole', tool_calls: [] };
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const body = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
    const { text, reply } = await collectReply(await modelFor([respondJson(200, body)]));
    expect([text, reply?.content, reply?.finishReason]).toEqual(['Whole', 'Whole', 'stop']);
    expect(reply?.usage).toEqual({ input: 1, output: 1 });
    expect(reply?.firstTokenMs).toBeNull();
  });

  test('begins with its first word, whatever else comes with it', async () => {
    const nothing = chunk({ role: 'assistant', content: null, tool_calls: [], refusal: '' });
    const odd = chunk({ extra: { toString: 1, valueOf: 1 }, content: 'a' });
    const { reply } = await collectReply(
      await modelFor([respondStream([nothing, odd, chunk({}, 'stop'), DONE])]),
    );
    expect([reply?.content, reply?.firstTokenMs]).toEqual(['a', expect.any(Number)]);
    const silent = await collectReply(await modelFor([respondStream([nothing, chunk({}, 'stop'), DONE])]));
    expect(silent.reply?.firstTokenMs).toBeNull();
  });

  test('needs no [DONE] after a finish reason, and does not wait long for a silent server', async () => {
    stopClock();
    const model = await modelFor([
      async (response, received) => {
        await respondStream([...hello, chunk({}, 'stop')], 'hang')(response, received);
        await letTimePass(response);
      },
    ]);
    expect((await collectReply(model)).reply?.content).toBe('Hello you');
  });

  test.each(['null', 'none', 'in_progress', ' '])(
    'may have the reason "%s" in every chunk, which ends nothing',
    async (noReason) => {
      const words = ['The ', 'report ', 'is done.'].map((content) => chunk({ content }, noReason));
      const call = { tool_calls: [{ index: 0, function: { name: 'read_file', arguments: '{}' } }] };
      const script = [
        respondStream([...words, chunk({}, 'stop'), DONE]),
        respondStream([...words, DONE]),
        respondStream([...words, chunk({}, 'length'), DONE]),
        respondStream([...words, chunk(call, noReason), chunk({}, 'tool_calls'), DONE]),
      ];
      const model = await modelFor(script);
      for (const finishReason of ['stop', 'unknown', 'length', 'tool_calls']) {
        const { text, reply } = await collectReply(model);
        expect([text, reply?.finishReason]).toEqual(['The report is done.', finishReason]);
        expect(reply?.toolCalls).toHaveLength(finishReason === 'tool_calls' ? 1 : 0);
      }
    },
  );

  test.each(['stop', 'tool_calls'])(
    'may have the reason "%s" in every chunk: then [DONE] tells the end',
    async (reason) => {
      const thoughts = chunk({ reasoning_content: 'I say it.' }, reason);
      const words = ['The ', 'report ', 'is done.'].map((content) => chunk({ content }, reason));
      const call = chunk({ tool_calls: [{ index: 0, function: { name: 'read_file', arguments: '{}' } }] });
      const whole = [thoughts, ...words, DONE];
      const cut = whole.slice(0, 3);
      const model = await modelFor([
        respondStream(whole),
        respondStream(cut, 'end'),
        respondStream(whole),
        respondStream(cut, 'break'),
        respondStream(whole),
        respondStream([...words, call, DONE]),
      ]);
      for (const [restartsExpected, callsExpected] of [
        [0, 0],
        [1, 0],
        [1, 0],
        [0, 1],
      ]) {
        const { text, restarts, reply } = await collectReply(model);
        expect([text, reply?.finishReason]).toEqual(['The report is done.', reason]);
        expect([restarts, reply?.toolCalls.length]).toEqual([restartsExpected, callsExpected]);
      }
    },
  );

  test('may have a reason in every chunk, and a pause that is longer than the wait after a reason alone', async () => {
    stopClock();
    const words = ['The ', 'report ', 'is done.'].map((content) => chunk({ content }, 'stop'));
    let goOn = () => {};
    const isHeard = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const model = await modelFor([
      async (response, received) => {
        await respondStream(words.slice(0, 1), 'hang')(response, received);
        await isHeard;
        vi.advanceTimersByTime(2_500);
        response.end([...words.slice(1), DONE].join(''));
      },
    ]);
    const { text, restarts } = await collectReply(actAfter('text', model, goOn));
    expect([text, restarts]).toEqual(['The report is done.', 0]);
  });

  test('that refused or was cut off has nothing after its reason', async () => {
    const more = chunk({ content: ' And more.' });
    const model = await modelFor([
      respondStream([chunk({ content: 'Half' }, 'length'), more, DONE]),
      respondStream([chunk({ refusal: 'I cannot help.' }, 'stop'), more, DONE]),
    ]);
    expect((await collectReply(model)).reply).toMatchObject({ content: 'Half', finishReason: 'length' });
    expect((await collectReply(model)).reply).toMatchObject({ content: 'I cannot help.' });
  });

  test('whose end is a word that nobody knows is complete at the end of the stream', async () => {
    const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } })}\n\n`;
    for (const script of [
      [...hello, chunk({}, 'over')],
      [...hello, chunk({}, 'over'), chunk({}), usage],
      [...hello, chunk({}, 'over'), chunk({}, 'over')],
      [...hello.slice(0, 2), chunk({ content: ' you' }, 'over')],
      [...['Hello', ' you'].map((content) => chunk({ content }, 'none')), chunk({}, 'over')],
    ]) {
      const { text, reply } = await collectReply(await modelFor([respondStream(script)]));
      expect([text, reply?.finishReason]).toEqual(['Hello you', 'unknown']);
      await server?.close();
    }
    server = null;
  });

  test.each(['STOP', 'Length', 'MAX_TOKENS', 'tool_use'])('ends with "%s", too', async (reason) => {
    const model = await modelFor([respondStream([...hello, chunk({}, reason)], 'break')]);
    expect((await collectReply(model)).reply?.content).toBe('Hello you');
  });

  test.each([
    { name: 'without [DONE]', reason: 'stop', ending: [chunk({}, 'stop')] },
    { name: 'after [DONE]', reason: 'stop', ending: [chunk({}, 'stop'), DONE] },
    { name: 'after a word that nobody knows', reason: 'unknown', ending: [chunk({}, 'over')] },
  ])('ends also where a server sends pings after the end, $name', async ({ ending, reason }) => {
    stopClock();
    const model = await modelFor([
      async (response, received) => {
        await respondStream([...hello, ...ending], 'hang')(response, received);
        await letTimePass(response, () => response.write(': ping\n\n'));
      },
    ]);
    const { reply } = await collectReply(model);
    expect([reply?.content, reply?.finishReason]).toEqual(['Hello you', reason]);
  });

  test('ends where a server falls silent after a word that nobody knows', async () => {
    const script = respondStream([...hello, chunk({}, 'over')], 'hang');
    const model = await modelFor([script], { idleTimeoutMs: 300 });
    const { text, restarts, reply } = await collectReply(model);
    expect([text, restarts, reply?.finishReason]).toEqual(['Hello you', 0, 'unknown']);
  });

  test('may have events without data, and one line break after each event', async () => {
    const heartbeat = 'data:\n\ndata: \n\n';
    const spread = [...hello, chunk({}, 'stop'), DONE].flatMap((part) => [heartbeat, part]);
    const dense = [...hello, chunk({}, 'stop'), DONE].map((part) => part.replace('\n\n', '\n'));
    const model = await modelFor([
      respondStream(spread),
      respondStream(dense),
      respondStream([dense.join('')]),
    ]);
    for (let count = 0; count < 3; count += 1) {
      const { text, restarts, reply } = await collectReply(model);
      expect([text, restarts, reply?.finishReason]).toEqual(['Hello you', 0, 'stop']);
    }
  });

  test('is shown while it arrives with one line break after each event', async () => {
    const [begin, ...rest] = [...hello, chunk({ content: '!' }), chunk({}, 'stop'), DONE].map((part) =>
      part.replace('\n\n', '\n'),
    );
    let goOn = () => {};
    const isShown = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const model = await modelFor([
      async (response, received) => {
        await respondStream([begin ?? '', ...rest.slice(0, 2)], 'hang')(response, received);
        await isShown;
        response.end(rest.slice(2).join(''));
      },
    ]);
    const shown: string[] = [];
    const signal = AbortSignal.timeout(4_000);
    for await (const one of model.streamReply({ messages: [], signal, timeLeftMs: 1 })) {
      shown.push(one.type === 'text' ? one.text : one.type);
      goOn();
    }
    expect(shown).toEqual(['Hello', ' you!', 'finished']);
  });

  test('keeps "length" apart from "stop", and thoughts apart from the answer', async () => {
    const parts = [
      chunk({ reasoning_content: 'secret' }),
      chunk({ content: 'half' }),
      chunk({}, 'length'),
      DONE,
    ];
    const { text, reply } = await collectReply(await modelFor([respondStream(parts)]));
    expect([text, reply?.finishReason]).toEqual(['half', 'length']);
  });

  test('without a key sends no authorization', async () => {
    await collectReply(await modelFor([good], { apiKey: null }));
    expect(server?.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test('is requested again without stream_options after a server refuses them, and never with them again', async () => {
    const refuse = respondJson(400, { error: { message: 'Unrecognized request argument: stream_options' } });
    const model = await modelFor([refuse, good, good]);
    expect((await collectReply(model)).text).toBe('Hello you');
    expect((await collectReply(model)).text).toBe('Hello you');
    expect(server?.requests.map((request) => 'stream_options' in request.body)).toEqual([true, false, false]);
  });
});

test('a model that allows no temperature is asked without one, and keeps telling its token counts', async () => {
  const words =
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.";
  const refuse = respondJson(400, {
    error: { message: words, param: 'temperature', code: 'unsupported_value' },
  });
  const model = await modelFor([refuse, good, good]);
  await collectReply(model);
  await collectReply(model);
  const sent = server?.requests.map(({ body }) => ['temperature' in body, 'stream_options' in body]);
  expect(sent).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
});

describe('a refusal that names no field', () => {
  const bad = respondJson(400, { error: { message: 'Bad request' } });
  const optional = ['stop', 'stream_options', 'temperature'];
  const sentFields = () =>
    server?.requests.map(({ body }) => optional.filter((name) => name in body).length) ?? [];

  async function ask(script: ScriptEntry[], replies: number) {
    const model = await modelFor(script);
    for (let count = 0; count < replies; count += 1)
      expect((await collectReply(model)).text).toBe('Hello you');
  }

  test('leaves out the optional fields for that request alone', async () => {
    await ask([bad, good, good, bad, good, good], 4);
    expect(sentFields()).toEqual([3, 0, 3, 3, 0, 3]);
  });

  test('counts from the second request in a row', async () => {
    await ask([bad, good, bad, good, good, good], 4);
    expect(sentFields()).toEqual([3, 0, 3, 0, 0, 0]);
  });

  test('does not count twice for requests at the same time', async () => {
    let waiting = 2;
    const model = await (async () => {
      server = await startAnsweringServer(async (response, received) => {
        await (waiting > 0 && 'stop' in received.body ? bad : good)(response, received);
        waiting -= 1;
      });
      return createOpenAiModel({ baseUrl: server.baseUrl, apiKey: null, model: 'm', name: 'n' });
    })();
    await Promise.all([collectReply(model), collectReply(model)]);
    await collectReply(model);
    expect(sentFields().sort()).toEqual([0, 0, 3, 3, 3]);
  });

  test('does not bring back what the server named, nor take the rest with it', async () => {
    const words = "Unsupported parameter: 'stop' is not supported with this model.";
    const refuse = respondJson(400, { error: { message: words } });
    await ask([refuse, bad, good, good], 2);
    expect(sentFields()).toEqual([3, 2, 0, 2]);
    expect(server?.requests.at(-1)?.body).not.toHaveProperty('stop');
  });

  test('names no field with a word that only holds its name', async () => {
    const refuse = respondJson(400, { error: { message: 'The engine was stopped.' } });
    await ask([refuse, good, good], 2);
    expect(sentFields()).toEqual([3, 0, 3]);
  });
});

describe('native function calls', () => {
  const piece = (call: object) => chunk({ tool_calls: [call] });

  test.each([
    {
      name: 'by index, arguments in pieces',
      parts: [
        piece({ index: 0, id: 'a', function: { name: 'read_file', arguments: '{"pa' } }),
        piece({ index: 0, function: { arguments: 'th":"x"}' } }),
        piece({ index: 1, id: 'b', function: { name: 'list_files', arguments: '{}' } }),
      ],
      calls: [
        { name: 'read_file', arguments: '{"path":"x"}' },
        { name: 'list_files', arguments: '{}' },
      ],
    },
    {
      name: 'the whole name again in every piece, no id',
      parts: [
        piece({ index: 0, function: { name: 'read_file', arguments: '{"path"' } }),
        piece({ index: 0, function: { name: 'read_file', arguments: ':"x"}' } }),
      ],
      calls: [{ name: 'read_file', arguments: '{"path":"x"}' }],
    },
    {
      name: 'two whole calls under one index',
      parts: [
        piece({ index: 0, id: 'a', function: { name: 'read_file', arguments: '{"path":"x"}' } }),
        piece({ index: 0, id: 'b', function: { name: 'read_file', arguments: '{"path":"y"}' } }),
      ],
      calls: [
        { name: 'read_file', arguments: '{"path":"x"}' },
        { name: 'read_file', arguments: '{"path":"y"}' },
      ],
    },
    {
      name: 'neither index nor id',
      parts: [
        piece({ function: { name: 'read_file', arguments: '{"path":' } }),
        piece({ function: { arguments: '"x"}' } }),
      ],
      calls: [{ name: 'read_file', arguments: '{"path":"x"}' }],
    },
    {
      name: 'arguments as an object',
      parts: [piece({ index: 0, id: 'a', function: { name: 'read_file', arguments: { path: 'x' } } })],
      calls: [{ name: 'read_file', arguments: '{"path":"x"}' }],
    },
    {
      name: 'the old function_call',
      parts: [
        chunk({ function_call: { name: 'read_file', arguments: '{"pat' } }),
        chunk({ function_call: { arguments: 'h":"x"}' } }),
      ],
      calls: [{ name: 'read_file', arguments: '{"path":"x"}' }],
    },
  ])('are put together: $name', async ({ parts, calls }) => {
    const model = await modelFor([respondStream([...parts, chunk({}, 'tool_calls'), DONE])]);
    const { reply } = await collectReply(model);
    expect(reply?.toolCalls).toEqual(calls);
    expect(reply?.finishReason).toBe('tool_calls');
  });
});

describe('failures that are retried', () => {
  test('a rate limit, after the time the server asks for', async () => {
    const busy = respondJson(429, { error: { message: 'slow down' } }, { 'retry-after': '0' });
    const { text, restarts } = await collectReply(await modelFor([busy, busy, good]));
    expect([text, restarts]).toEqual(['Hello you', 0]);
  });

  test('a wait without an end is no wait that the server asks for', async () => {
    for (const name of ['retry-after', 'retry-after-ms']) {
      const busy = respondJson(429, { error: { message: 'slow down' } }, { [name]: '1e400' });
      const { text, waits } = await collectReply(await modelFor([busy, good]));
      expect([text, waits]).toEqual(['Hello you', [null]]);
      await server?.close();
    }
    server = null;
  });

  test('not a rate limit with an unreasonable wait', async () => {
    const busy = respondJson(429, { error: { message: 'slow down' } }, { 'retry-after': '3600' });
    const { error } = await collectReply(await modelFor([busy]));
    expect(error?.code).toBe('rate_limited');
    expect(error?.message).toContain('It asks to wait 60 minutes, longer than this run may still take.');
  });

  test('a rate limit, when the date comes that the server names; a person reads why nothing happens', async () => {
    stopClock();
    const inTwoSeconds = new Date(Date.now() + 2_500).toUTCString();
    const busy = respondJson(429, { error: { message: 'slow down' } }, { 'retry-after': inTwoSeconds });
    const model = await modelFor([busy, good]);
    const { text, waits } = await collectReply(
      actAfter('waiting', model, () => vi.advanceTimersByTime(2_500)),
    );
    expect(text).toBe('Hello you');
    expect(waits).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+ asks to wait [\d.]+ seconds?$/), null]);
  });

  test('a model that still loads, more often than anything else', async () => {
    const body = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } };
    const loading = respondJson(503, body);
    const script = [...Array.from({ length: 6 }, () => loading), good];
    const { text, waits } = await collectReply(await modelFor(script));
    expect(text).toBe('Hello you');
    expect(new Set(waits.slice(0, 6)).size).toBe(1);
    expect(waits[0]).toMatch(/^127\.0\.0\.1:\d+ is loading the model$/);
    expect(waits[6]).toBeNull();
  });

  test('not a model that loads longer than the run may take', async () => {
    const loading = respondJson(503, { error: 'Model test-model is currently loading', estimated_time: 20 });
    const model = await modelFor([loading], { retryDelayMs: 1_000 });
    const { error } = await collectReply(model, undefined, undefined, 1_000);
    expect(error?.message).toContain('is still loading the model');
  });

  test('not an account without credit', async () => {
    const empty = respondJson(429, { error: { message: 'no credit', code: 'insufficient_quota' } });
    expect((await collectReply(await modelFor([empty]))).error?.code).toBe('no_credit');
  });

  test('errors of the server, three times in all', async () => {
    const broken = respondJson(500, { error: { message: 'oops' } });
    const { error } = await collectReply(await modelFor([broken, broken, broken]));
    expect(error?.code).toBe('unavailable');
    expect(error?.message).toContain('oops');
  });

  test('an answer that broke after text: the text so far is withdrawn', async () => {
    const { text, restarts } = await collectReply(await modelFor([respondStream(hello, 'break'), good]));
    expect([text, restarts]).toEqual(['Hello you', 1]);
  });

  test('an answer that just ends; the last try fails as cut off', async () => {
    const cut = respondStream(hello);
    const { error, restarts } = await collectReply(await modelFor([cut, cut, cut]));
    expect([error?.code, restarts]).toEqual(['cut_off', 2]);
  });

  test('an answer that ends without a reason, although its chunks have a word for none', async () => {
    for (const words of [
      ['Hello', ' you'].map((content) => chunk({ content }, 'null')),
      [chunk({ content: 'Hello you' }, 'none')],
      [chunk({ role: 'assistant' }), ...['Hello', ' you'].map((content) => chunk({ content }, 'none'))],
    ]) {
      const { text, restarts } = await collectReply(await modelFor([respondStream(words), good]));
      expect([text, restarts]).toEqual(['Hello you', 1]);
      await server?.close();
    }
    server = null;
  });

  test('an error in the middle of a stream', async () => {
    const failing = respondStream([...hello, 'data: {"error":{"message":"overloaded","code":502}}\n\n']);
    expect((await collectReply(await modelFor([failing, good]))).text).toBe('Hello you');
  });

  test('a server that does not exist', async () => {
    const gone = await startScriptedServer([]);
    await gone.close();
    const options = { baseUrl: gone.baseUrl, apiKey: KEY, model: 'm', name: 'n', retryDelayMs: 1 };
    const { error } = await collectReply(createOpenAiModel(options));
    expect(error?.code).toBe('unreachable');
    expect(error?.message).toContain('Is the model server running?');
  });
});

describe('failures that are reported immediately', () => {
  test.each([
    { status: 401, body: { error: { message: `bad key ${KEY}` } }, code: 'unauthorized' },
    { status: 403, body: { error: { message: 'no' } }, code: 'refused' },
    { status: 404, body: { error: { message: 'model not found' } }, code: 'not_found' },
    { status: 402, body: { detail: [{ msg: 'no credit' }] }, code: 'no_credit' },
    { status: 413, body: { error: { message: `too long ${KEY}` } }, code: 'bad_request' },
  ])('status $status is $code, and the key is not in the message', async ({ status, body, code }) => {
    const { error } = await collectReply(await modelFor([respondJson(status, body)]));
    expect(error?.code).toBe(code);
    expect(error?.message).not.toContain(KEY);
  });

  test('a request the server refuses, in its own words, after one try without stream_options', async () => {
    const refuse = respondJson(400, { error: { message: `context is too long, ${KEY}` } });
    const { error } = await collectReply(await modelFor([refuse, refuse]));
    expect(error?.code).toBe('bad_request');
    expect(error?.message).toContain('context is too long, [key]');
  });

  test.each([
    { name: 'a web page', entry: respondText(200, '<!doctype html><title>Router</title>') },
    { name: 'a page that is not there', entry: respondText(404, '<h1>404</h1>') },
    { name: 'plain words', entry: respondText(200, 'Ollama is running', 'text/plain') },
    { name: 'JSON of another kind', entry: respondJson(200, { hello: 'world' }) },
    { name: 'events of another kind', entry: respondStream(['data: {"type":"ping"}\n\n', DONE]) },
  ])('$name is not a model server', async ({ entry }) => {
    const { error } = await collectReply(await modelFor([entry]));
    expect(error?.code).toBe('not_a_model_server');
    expect(error?.message).not.toContain('<');
  });

  test('a server that stays silent', async () => {
    const silent = await startAnsweringServer(() => {});
    const target = { baseUrl: silent.baseUrl, apiKey: null, model: 'm', name: 'n' };
    const { error } = await collectReply(createOpenAiModel({ ...target, requestTimeoutMs: 30 }));
    await silent.close();
    expect(error?.code).toBe('unavailable');
    expect(error?.message).toMatch(
      /sent nothing for .*, so the request was canceled\. Look whether it still works/,
    );
  });

  test('an answer that stops coming', async () => {
    const { error } = await collectReply(
      await modelFor([respondStream(hello, 'hang')], { idleTimeoutMs: 30 }),
    );
    expect(error?.code).toBe('unavailable');
  });

  test('an invalid address', async () => {
    const options = { baseUrl: 'not an address', apiKey: null, model: 'm', name: 'n' };
    expect((await collectReply(createOpenAiModel(options))).error?.code).toBe('unreachable');
  });
});

describe('stopping', () => {
  const reason = new Error('stopped by a person');

  test.each([
    { name: 'before an answer begins', entry: (() => {}) as ScriptEntry, moment: 'request' as const },
    { name: 'in the middle of an answer', entry: respondStream(hello, 'hang'), moment: 'text' as const },
    {
      name: 'while waiting to try again',
      entry: respondJson(429, {}, { 'retry-after': '20' }),
      moment: 'waiting' as const,
    },
  ])('$name throws the reason', async ({ entry, moment }) => {
    const controller = new AbortController();
    const stop = () => controller.abort(reason);
    const model = await modelFor([
      async (response, received) => {
        await entry(response, received);
        if (moment === 'request') stop();
      },
    ]);
    const watched = moment === 'request' ? model : actAfter(moment, model, stop);
    await expect(collectReply(watched, undefined, controller.signal)).rejects.toBe(reason);
  });

  test('before the start sends nothing', async () => {
    const model = await modelFor([]);
    await expect(collectReply(model, undefined, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
