import { describe, expect, test } from 'vitest';
import { readReply } from '../convention/read-reply';
import { createOpenAiModel } from './openai-model';
import { answerForTests } from './testing/answer-for-tests';
import { collectReply } from './testing/collect-reply';
import { chunk, DONE, respondStream } from './testing/scripted-server';

const server = answerForTests();

async function read(parts: (string | Uint8Array)[], ending: 'end' | 'break' | 'hang' = 'end') {
  server.answer = respondStream(parts, ending);
  const timeouts = { requestTimeoutMs: 3_000, idleTimeoutMs: 300, retryDelayMs: 0 };
  const model = createOpenAiModel({
    baseUrl: server.baseUrl,
    apiKey: null,
    model: 'm',
    name: 'M',
    ...timeouts,
  });
  const { reply, error } = await collectReply(model);
  return { error, reading: reply && readReply(reply) };
}

const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const hel = chunk({ content: 'Hel' });
const end = [chunk({ content: 'lo' }), chunk({}, 'stop')];
const hello = { kind: 'text', text: 'Hello' };

describe('a sign of life between chunks is no error', () => {
  test.each([
    ['a comment in the place of data (anomalyco/opencode#50871)', 'data: : keepalive\n\n'],
    ['an event with the time (lanqian528/chat2api#25)', 'event: ping\ndata: 2024-04-27 01:35:43.686476\n\n'],
    ['an event with a word', 'event: heartbeat\ndata: alive\n\n'],
    ['an event with an object', 'event: keep-alive\ndata: {"type":"ping"}\n\n'],
    ['a word alone', 'data: alive\n\n'],
    ['a word in JSON', 'data: "alive"\n\n'],
    ['a line alone', 'still working on it\n'],
  ])('%s', async (_, ping) => {
    for (const done of [[], [DONE]])
      expect(await read([ping, hel, ping, ...end, ping, ...done])).toEqual({ error: null, reading: hello });
    const dense = [ping, hel, ping, ...end, ping, DONE].map((part) => part.replace('\n\n', '\n'));
    expect(await read(dense)).toEqual({ error: null, reading: hello });
  });
});

test.each([
  ['a chunk in an event with the name of a sign of life', ['event: ping\n', hel, ...end]],
  ['a chunk on the line after words', ['data: alive\n', hel, ...end]],
])('%s is read', async (_, parts) => {
  expect((await read(parts)).reading).toEqual(hello);
});

test('a chunk without its field is missing: it is not passed over', async () => {
  const { reading } = await read([hel, hel.replace('data: ', ''), ...end]);
  expect(reading).toEqual({ kind: 'text', text: 'Hel\uFFFDlo' });
});

const errors: [string, string][] = [
  ['FastAPI in an event', event({ detail: 'CUDA out of memory' })],
  ['FastAPI with a list', event({ detail: [{ loc: ['body'], msg: 'CUDA out of memory' }] })],
  ['a code and a message in an event', event({ code: 500, message: 'CUDA out of memory' })],
  ['words in an event', 'data: CUDA out of memory\n\n'],
  ['words in JSON', event('CUDA out of memory')],
  ['an object without a field', '{"object":"error","message":"CUDA out of memory"}\n'],
  ['a detail without a field', '{"detail":"CUDA out of memory"}\n'],
  ['over several lines without a field', '{\n  "error": {\n    "message": "CUDA out of memory"\n  }\n}\n'],
  ['words without a field', 'RuntimeError - CUDA out of memory\n'],
];

describe.each(errors)('an error within a stream is told in its own words: %s', (_, said) => {
  test.each([
    ['at the end', [hel, said]],
    ['before anything else', [': ok\n\n', said]],
    ['before the end of the stream', [hel, said, DONE]],
    ['before a chunk without words', [hel, said, chunk({}), DONE]],
    ['before more words, which nothing completes', [hel, said, chunk({ content: 'lo' })]],
  ])('%s', async (__, parts) => {
    for (const ending of ['end', 'break'] as const) {
      const { error } = await read(parts, ending);
      expect(error?.message).toContain('CUDA out of memory');
    }
  });
});

test('an error in words is told, too, where the server falls silent after it', async () => {
  const { error } = await read([hel, 'data: CUDA out of memory\n\n'], 'hang');
  expect(error?.message).toContain('CUDA out of memory');
});

describe('a stream of another protocol is told as that, not as a broken connection', () => {
  test.each([
    [
      'Anthropic',
      [
        { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [] } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
        { type: 'message_stop' },
      ],
    ],
    [
      'the newer API of OpenAI',
      [
        { type: 'response.created', response: { id: 'r', status: 'in_progress', error: null } },
        { type: 'response.output_text.delta', delta: 'Hi' },
        { type: 'response.completed', response: { id: 'r', status: 'completed' } },
      ],
    ],
  ])('%s', async (_, events) => {
    const { error } = await read(events.map((one) => `event: ${one.type}\n${event(one)}`));
    expect(error?.code).toBe('not_a_model_server');
  });
});
