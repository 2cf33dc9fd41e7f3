import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Reading, readReply } from '../convention/read-reply';
import { runs } from '../replies/testing/generated';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';
import { DONE, respondStream, type ScriptedServer, startAnsweringServer } from './testing/scripted-server';

let chunks: unknown[] = [];
let server: ScriptedServer;
beforeAll(async () => {
  const toEvent = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\n\n`;
  server = await startAnsweringServer((response, received) =>
    respondStream([...chunks.map(toEvent), DONE])(response, received),
  );
});
afterAll(() => server.close());

async function read(sent: unknown[]): Promise<Reading> {
  chunks = sent;
  const model = createOpenAiModel({
    baseUrl: server.baseUrl,
    apiKey: null,
    model: 'm',
    name: 'M',
    retryDelayMs: 0,
  });
  const { reply, error } = await collectReply(model);
  if (!reply) throw new Error(error?.message);
  return readReply(reply);
}

const toChunk = (delta: unknown, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const inText = (pieces: unknown[]) => [...pieces.map((content) => toChunk({ content })), toChunk({}, 'stop')];
const inNative = (pieces: unknown[]) => [
  toChunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'write_file', arguments: '' } }] }),
  ...pieces.map((piece) => toChunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  toChunk({}, 'tool_calls'),
];

const parameters = { path: 'report-2026.md', content: 'Price: 12 and 7' };
const cut = (text: string, at: readonly number[]) => {
  const places = [
    0,
    ...at.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b),
    text.length,
  ];
  return places.slice(1).map((end, index) => text.slice(places[index], end));
};
const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 });
const forms = [
  {
    name: 'in text',
    text: JSON.stringify({ tool: 'write_file', parameters, terminate: false }),
    wrap: inText,
  },
  { name: 'native', text: JSON.stringify(parameters), wrap: inNative },
];

/** No server that we know sends one of these as text. */
const unreadable = fc.constantFrom<unknown>([['x']], 1.5, 1e300, [{ type: 'text', text: { a: 1 } }]);

describe.each(forms)('a call $name', ({ text, wrap }) => {
  test('is read when its numbers come as numbers', async () => {
    await fc.assert(
      fc.asyncProperty(places, async (at) => {
        // JSON has only one way to write such a number, the way of the text.
        const pieces = cut(text, at).flatMap((piece) =>
          piece.split(/((?<!\d)[1-9]\d*)/).filter((part) => part !== ''),
        );
        const sent = pieces.map((piece) => (/^[1-9]\d*$/.test(piece) ? Number(piece) : piece));
        expect(await read(wrap(sent))).toMatchObject({ kind: 'tool_call', tool: 'write_file', parameters });
      }),
      runs(10),
    );
  });

  test('never runs with a piece left out', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(20), unreadable, async (at, number, odd) => {
        const pieces: unknown[] = cut(text, at);
        pieces[number % pieces.length] = odd;
        expect((await read(wrap(pieces))).kind).not.toBe('tool_call');
      }),
      runs(15),
    );
  });
});

test('an answer shows where a piece of it is missing', async () => {
  await fc.assert(
    fc.asyncProperty(unreadable, async (odd) => {
      expect(await read(inText(['The total is ', odd, ' euros.']))).toEqual({
        kind: 'text',
        text: 'The total is \uFFFD euros.',
      });
    }),
    runs(2),
  );
});

test('a reason stays known beside a delta that PHP wrote', async () => {
  const [whole = ''] = cut(forms[0]?.text ?? '', []);
  for (const delta of [[], '', null, {}]) {
    const sent = [toChunk({ content: whole }), { choices: [{ index: 0, delta, finish_reason: 'length' }] }];
    expect(await read(sent)).toMatchObject({ kind: 'malformed', code: 'truncated' });
  }
});

test('a complete message after the pieces of a reply adds nothing', async () => {
  for (const { text, wrap } of forms) {
    const pieces = wrap(cut(text, [0.3, 0.6]));
    const message = {
      content: wrap === inText ? text : '',
      tool_calls: wrap === inText ? [] : [{ id: 'c1', function: { name: 'write_file', arguments: text } }],
    };
    const last = { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
    expect(await read([...pieces.slice(0, -1), last])).toMatchObject({ kind: 'tool_call', parameters });
  }
});

describe('a complete message at the end', () => {
  const { text } = forms[1] ?? { text: '' };
  const callOf = (args: unknown, name = 'write_file') => ({ id: 'c1', function: { name, arguments: args } });
  const toEnd = (message: object, more: object = {}) => ({
    ...more,
    choices: [{ index: 0, message, finish_reason: 'tool_calls', ...more }],
  });

  test.each([{}, { delta: {} }, { delta: { role: 'assistant', content: '' } }])(
    'brings the call that the pieces did not, beside %j',
    async (more) => {
      const message = { role: 'assistant', content: 'I write it.', tool_calls: [callOf(text)] };
      for (const pieces of [['I write', ' it.'], ['I write'], []]) {
        const sent = [...inText(pieces).slice(0, -1), toEnd(message, more)];
        const commentary = 'I write it.';
        expect(await read(sent)).toMatchObject({ kind: 'tool_call', parameters, commentary });
      }
    },
  );

  test('brings the words that the pieces did not', async () => {
    const sent = [...inText(['Hello']).slice(0, -1), toEnd({ content: 'Hello world' })];
    expect(await read(sent)).toEqual({ kind: 'text', text: 'Hello world' });
  });

  test('may write the arguments in another way', async () => {
    for (const args of [parameters, JSON.stringify(parameters, null, 2)]) {
      const sent = [...inNative(cut(text, [0.5])).slice(0, -1), toEnd({ tool_calls: [callOf(args)] })];
      expect(await read(sent)).toMatchObject({ kind: 'tool_call', parameters });
    }
  });

  test.each([
    [callOf('{"path":"b.md"}')],
    [callOf(text, 'delete_file')],
    [callOf(text), callOf('{"path":"b.md"}', 'delete_file')],
  ])('with other calls than the pieces had is no call: %j', async (...calls) => {
    const sent = [...inNative(cut(text, [0.5])).slice(0, -1), toEnd({ tool_calls: calls })];
    expect((await read(sent)).kind).toBe('malformed');
  });
});

describe('parts of a content', () => {
  const words = { type: 'text', text: 'I write it.' };
  const inParts = (parts: unknown[]) => [toChunk({ content: parts }), toChunk({}, 'tool_use')];

  test.each([
    { type: 'tool_use', id: 'x', name: 'write_file', input: parameters },
    { type: 'function_call', call_id: 'x', name: 'write_file', arguments: JSON.stringify(parameters) },
    { type: 'tool_call', function: { name: 'write_file', arguments: parameters } },
  ])('may be a call: $type', async (call) => {
    for (const parts of [[words, call], [call, words], [call]])
      expect(await read(inParts(parts))).toMatchObject({ kind: 'tool_call', tool: 'write_file', parameters });
  });

  test('may be two calls, and none of them runs', async () => {
    const call = { type: 'tool_use', name: 'write_file', input: parameters };
    expect(await read(inParts([call, { ...call, input: { path: 'b' } }]))).toMatchObject({
      kind: 'malformed',
      code: 'several_calls',
    });
  });

  test.each([
    { type: 'tool-call', toolName: 'write_file', args: parameters },
    { type: 'tool_use', name: 'write_file', parameters },
    { type: 'tool_use' },
  ])('in another form of a call are no call and no answer: %j', async (call) => {
    expect((await read(inParts([words, call]))).kind).toBe('malformed');
  });

  test('may be a refusal', async () => {
    const reading = await read(inParts([{ type: 'refusal', refusal: 'I cannot help.' }]));
    expect(reading).toEqual({ kind: 'text', text: 'I cannot help.' });
  });

  test.each([
    'thinking',
    'redacted_thinking',
    'reasoning',
    'reasoning.text',
    'image_url',
    'output_audio',
    'reference',
  ])('are left out: %s', async (type) => {
    const draft = JSON.stringify({ tool: 'delete_file', parameters: { path: 'a' }, terminate: false });
    const reading = await read(inParts([{ type, text: draft }, words]));
    expect(reading).toEqual({ kind: 'text', text: words.text });
  });

  test('of a kind that nobody knows are shown, and no call in them runs', async () => {
    const part = (text: string) => ({ type: 'markdown', text });
    expect(await read(inParts([words, part(' And more.')]))).toEqual({
      kind: 'text',
      text: 'I write it. And more.',
    });
    expect(await read(inParts([words, { type: 'canvas', data: 7 }]))).toEqual({
      kind: 'text',
      text: 'I write it.\uFFFD',
    });
    expect((await read(inParts([part(forms[0]?.text ?? '')]))).kind).toBe('malformed');
  });
});

test.each([
  ['a list of chunks', [toChunk({ content: 'x' })]],
  ['choices that are an object', { choices: { 0: { index: 0, delta: { content: 'x' } } } }],
  ['a choice that is none', { choices: ['x'] }],
])('a piece in the form of %s is not passed over', async (_, odd) => {
  const answer = [
    toChunk({ content: 'The total is ' }),
    odd,
    toChunk({ content: ' euros.' }),
    toChunk({}, 'stop'),
  ];
  expect(await read(answer)).toEqual({ kind: 'text', text: 'The total is \uFFFD euros.' });
  const call = inNative([JSON.stringify(parameters)]);
  expect((await read([odd, ...call])).kind).toBe('malformed');
});

describe('a native call in a form of its own', () => {
  const args = JSON.stringify(parameters);
  test.each([
    { name: 'beside its type', call: { id: 'c', type: 'function', name: 'write_file', arguments: args } },
    {
      name: 'with its arguments as an object',
      call: { function: { name: 'write_file', arguments: parameters } },
    },
    { name: 'a free one of OpenAI', call: { type: 'custom', custom: { name: 'write_file', input: args } } },
  ])('is read: $name', async ({ call }) => {
    const right = { kind: 'tool_call', tool: 'write_file', parameters };
    for (const calls of [[call], [null, call], call])
      expect(await read([toChunk({ content: 'I write it.', tool_calls: calls }, 'stop')])).toMatchObject(
        right,
      );
  });

  test('an empty list for no arguments is none', async () => {
    const call = { function: { name: 'list_files', arguments: [] } };
    const reading = await read([toChunk({ content: 'I look.', tool_calls: [call] }, 'stop')]);
    expect(reading).toMatchObject({ kind: 'tool_call', tool: 'list_files', parameters: {} });
  });

  test.each([
    ['a number that was rounded', '{"path":"a","bytes":12345678901234567890}'],
    ['a number beyond all', '{"bytes":1e400}'],
    ['lists in lists without end', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('is not read with %s', async (_, text) => {
    const sent = JSON.stringify(
      toChunk({ tool_calls: [{ function: { name: 'f', arguments: '@' } }] }, 'stop'),
    );
    const rawServer = await startAnsweringServer(
      respondStream([`data: ${sent.replace('"@"', text)}\n\n`, DONE]),
    );
    const model = createOpenAiModel({ baseUrl: rawServer.baseUrl, apiKey: null, model: 'm', name: 'M' });
    const { reply } = await collectReply(model);
    await rawServer.close();
    expect(reply && readReply(reply).kind).toBe('malformed');
  });

  test('and one that nobody can read is an attempt', async () => {
    for (const calls of ['write_file', [['write_file']], 7]) {
      const reading = await read([toChunk({ content: 'I write it.', tool_calls: calls }, 'stop')]);
      expect(reading.kind).toBe('malformed');
    }
  });
});
