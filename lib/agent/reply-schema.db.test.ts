import { afterEach, expect, test } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, scriptedSource } from '../../tests/scripted-model';
import type { ModelCheck } from '../db/ports/model-stores.port';
import { localActor } from '../domain/actor';
import type { ModelAddress } from '../domain/model-check';
import { createOpenAiModel } from '../llm/openai-model';
import { answerWithSchema, hasSchema, schemaServers } from '../llm/testing/schema-servers';
import {
  chunk,
  DONE,
  type ReceivedRequest,
  respondJson,
  type ScriptEntry,
  type ScriptedServer,
  startAnsweringServer,
} from '../llm/testing/scripted-server';
import type { RunId } from '../shared/ids';

let bench: Workbench;
let server: ScriptedServer;
afterEach(async () => {
  await bench.close();
  await server.close();
  expect(bench.bugs).toEqual([]);
});

async function play(
  answer: ScriptEntry,
  prepare = async (_address: ModelAddress) => {},
  watch = (_runId: RunId): unknown => null,
) {
  server = await startAnsweringServer(answer, 'chats');
  const { baseUrl } = server;
  const address = { baseUrl, model: 'test-model' };
  const opened = createOpenAiModel({ ...address, apiKey: null, name: 'Test model', retryDelayMs: 1 });
  bench = await openWorkbench([], { models: scriptedSource(opened) });
  await bench.write('a.txt', 'the content of a');
  await prepare(address);
  const model = { provider: 'openai_compatible', ...address, hasKey: false };
  const runId = await bench.create({ model });
  watch(runId);
  return bench.drive(runId);
}

const checked = (structure: ModelCheck['structure']) => (address: ModelAddress) =>
  bench.modelChecks.keep(
    {
      ...address,
      checkedAt: '2026-11-22T12:00:00.000Z',
      verdict: 'fits',
      why: '',
      findings: [],
      firstTokenMs: null,
      windowTokens: null,
      tokensPerSecond: null,
      structure,
    },
    localActor,
  );

const half = '{"tool": "read_file", "parameters": ';
const read = call('read_file', { path: 'a.txt' });
const lastMessage = ({ body }: ReceivedRequest) =>
  String((body['messages'] as { content: string }[]).at(-1)?.content);
const hasResult = (received: ReceivedRequest) =>
  (received.body['messages'] as { content: string }[]).some(({ content }) =>
    content.startsWith('[Result: read_file'),
  );
const isTold = (received: ReceivedRequest) => lastMessage(received).startsWith('Error (');

test.each(schemaServers)(
  'a run whose model breaks its first calls completes on a server that %s',
  async (kind) => {
    const run = await play(
      answerWithSchema(kind, (received) => {
        if (!isTold(received)) return { free: half, constrained: half };
        return hasResult(received)
          ? { free: 'It is read.', constrained: '{"answer": "It is read."}' }
          : { free: read, constrained: read };
      }),
    );
    expect(run.state).toMatchObject({ status: 'completed', answer: 'It is read.', endedBy: 'text' });
    expect(run.steps).toBe(1);
  },
);

test('only the request after a malformed reply carries the schema of the run’s own tools', async () => {
  const answers = [half, read, 'Done.'];
  const run = await play(
    answerWithSchema('obeys', () => {
      const text = answers.shift() ?? '';
      return { free: text, constrained: text };
    }),
  );
  expect(server.requests.map(hasSchema)).toEqual([false, true, false]);
  const format = server.requests[1]?.body['response_format'] as {
    type: string;
    json_schema: { schema: { anyOf: { properties: Record<string, unknown> }[] } };
  };
  expect(format.type).toBe('json_schema');
  const branches = format.json_schema.schema.anyOf.map(({ properties }) => properties);
  const offered = await bench.services().toolbox.describe(run.tools);
  expect(branches.slice(0, -1).map(({ tool }) => tool)).toEqual(offered.map(({ name }) => ({ const: name })));
  expect(branches.at(-1)).toEqual({ answer: { type: 'string' } });
});

test.each(['refuses', 'refuses without a word'] as const)(
  'a server that %s the schema is asked for it once, and for token counts as before',
  async (kind) => {
    const answers = [half, half, read, half, 'Done.'];
    const run = await play(answerWithSchema(kind, () => ({ free: answers.shift() ?? '', constrained: '' })));
    expect(run.state.status).toBe('completed');
    expect(server.requests.map(hasSchema)).toEqual([false, true, false, false, false, false]);
    expect(server.requests.every(({ body }) => 'stream_options' in body)).toBe(true);
  },
);

test('a model that a check found better with the schema gets it from the first request', async () => {
  const answers = [read, '{"answer": "It is read."}'];
  const run = await play(
    answerWithSchema('obeys', () => ({ free: half, constrained: answers.shift() ?? '' })),
    checked('better'),
  );
  expect(run.state).toMatchObject({ status: 'completed', answer: 'It is read.' });
  expect(server.requests.map(hasSchema)).toEqual([true, true]);
});

test('an answer with the schema is shown while it arrives', async () => {
  let shown = '';
  const run = await play(
    async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ content: '{"answer": "It is \\"re' }));
      while (!shown.endsWith('re')) await new Promise((resolve) => setTimeout(resolve, 5));
      response.end(`${chunk({ content: 'ad\\"."}' }, 'stop')}${DONE}`);
    },
    checked('better'),
    (runId) => bench.live.subscribe(runId, (update) => (shown += update.type === 'text' ? update.text : '')),
  );
  expect(shown).toBe('It is "read".');
  expect(run.state).toMatchObject({ status: 'completed', answer: 'It is "read".' });
});

test.each(['refuses', 'ignores'] as const)(
  'a free answer of a server that %s the schema is shown while it arrives',
  async (kind) => {
    let shown = '';
    const run = await play(
      async (response, received) => {
        if (kind === 'refuses' && hasSchema(received)) return respondJson(400, {})(response, received);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(chunk({ content: 'Now it is re' }));
        while (!shown.endsWith('re')) await new Promise((resolve) => setTimeout(resolve, 5));
        response.end(`${chunk({ content: 'ad.' }, 'stop')}${DONE}`);
      },
      checked('better'),
      (runId) =>
        bench.live.subscribe(runId, (update) => (shown += update.type === 'text' ? update.text : '')),
    );
    expect(shown).toBe('Now it is read.');
    expect(run.state).toMatchObject({ status: 'completed', answer: 'Now it is read.' });
  },
);

test('a server that a check found to refuse the schema is never asked for it', async () => {
  const answers = [half, read, 'Done.'];
  const run = await play(
    answerWithSchema('refuses', () => ({ free: answers.shift() ?? '', constrained: '' })),
    checked('refused'),
  );
  expect(run.state.status).toBe('completed');
  expect(server.requests.map(hasSchema)).toEqual([false, false, false]);
});

test('a server that fails with the schema is asked without it, and asked for it the next time', async () => {
  const answers = [read, 'Done.'];
  const run = await play((response, received) => {
    if (hasSchema(received)) return respondJson(500, { error: { message: 'grammar' } })(response, received);
    return answerWithSchema('ignores', () => ({ free: answers.shift() ?? '', constrained: '' }))(
      response,
      received,
    );
  }, checked('better'));
  expect(run.state.status).toBe('completed');
  expect(server.requests.map(hasSchema)).toEqual([true, false, true, false]);
});

test('a refusal of another field, without a word, is not taken for one of the schema', async () => {
  const answers = ['not asked for', 'not asked for', read, '{"answer": "It is read."}'];
  const constrained = () => ({ free: half, constrained: answers.shift() ?? '' });
  const run = await play((response, received) => {
    if ('temperature' in received.body) return respondJson(400, {})(response, received);
    // The first two replies answer requests that had lost their schema, too: only both together show that the
    // server keeps refusing.
    return answerWithSchema('obeys', constrained)(response, received);
  }, checked('better'));
  expect(run.state).toMatchObject({ status: 'completed', answer: 'It is read.' });
  const twice = [true, false, false, true, false, false];
  expect(server.requests.map(hasSchema)).toEqual([...twice, true, true]);
});

test('an answer object in a free reply is shown as it is', async () => {
  const text = '{"answer": "It is read."}';
  const run = await play(answerWithSchema('obeys', () => ({ free: text, constrained: '' })));
  expect(run.state).toMatchObject({ status: 'completed', answer: text });
});

test('an answer object that is cut off is asked for again', async () => {
  const answers = [half, '{"answer": "It is re', '{"answer": "It is read."}'];
  const run = await play((response, received) => {
    const content = answers.shift();
    const finish_reason = content?.endsWith('re') ? 'length' : 'stop';
    return respondJson(200, { choices: [{ message: { content }, finish_reason }] })(response, received);
  });
  expect(run.state).toMatchObject({ status: 'completed', answer: 'It is read.' });
});
