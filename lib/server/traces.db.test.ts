import '../logging/testing/quiet-log';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ScriptedReply } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import { log } from '../logging/log';
import { openCollector } from '../telemetry/testing/collector';
import { marker, openWatchedApp, playSignedRun, send, until } from './testing/watched-run';

const key = 'secret-of-the-collector';
let watched: Awaited<ReturnType<typeof openWatchedApp>>;
let collector: Awaited<ReturnType<typeof openCollector>>;

async function open(options: Parameters<typeof openCollector>[0] = {}, replies?: ScriptedReply[]) {
  collector = await openCollector(options);
  watched = await openWatchedApp(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${key}`,
    },
    replies,
  );
}

/** Lists the names of the spans, each with the name of the span above it. */
function namesWithParents(): [string, string | null][] {
  const { spans } = collector;
  const nameOf = (id: string | undefined) => spans.find(({ spanId }) => spanId === id)?.name ?? null;
  const names = spans.map(({ name, parentSpanId }): [string, string | null] => [name, nameOf(parentSpanId)]);
  return names.sort((one, other) => (String(one) < String(other) ? -1 : 1));
}

beforeEach(() => {
  vi.restoreAllMocks();
});
afterEach(() => collector.close());

it('a run that waited for a signature is one trace: two drives, with their calls, and the wait', async () => {
  await open();
  const run = await playSignedRun(watched.app);
  await watched.close();

  const { spans, requests, resources } = collector;
  expect(namesWithParents()).toEqual([
    ['chat demo', 'invoke_agent'],
    ['chat demo', 'invoke_agent'],
    ['countersign.approval', null],
    ['execute_tool write_file', 'invoke_agent'],
    ['invoke_agent', null],
    ['invoke_agent', null],
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const ofRun = { 'countersign.run.id': run.id, 'gen_ai.conversation.id': run.conversationId };
  const attributesOf = (name: string) => spans.filter((span) => span.name === name).map((s) => s.attributes);
  expect(attributesOf('chat demo')[0]).toEqual({
    ...ofRun,
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'demo',
    'gen_ai.request.model': 'demo',
    'gen_ai.usage.input_tokens': 120,
    'gen_ai.usage.output_tokens': 30,
  });
  expect(attributesOf('execute_tool write_file')).toEqual([
    {
      ...ofRun,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'write_file',
      'gen_ai.tool.call.id': expect.stringMatching(/^call_/),
    },
  ]);
  expect(attributesOf('countersign.approval')).toEqual([
    { ...ofRun, 'countersign.approval.outcome': 'approved', 'countersign.approval.role': 'admin' },
  ]);
  const agent = { ...ofRun, 'gen_ai.operation.name': 'invoke_agent' };
  expect(attributesOf('invoke_agent')).toEqual(
    expect.arrayContaining([
      { ...agent, 'countersign.run.status': 'awaiting_approval' },
      { ...agent, 'countersign.run.status': 'completed' },
    ]),
  );
  expect(resources[0]).toMatchObject({ 'service.name': 'countersign' });
  expect(requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-api-key': key } });
});

it('a run that meets an exception is one drive, which is above its call', async () => {
  const breaks = () => Promise.reject(new Error('a bug'));
  await open({}, [breaks]);
  await until(watched.app, await send(watched.app), 'failed');
  await watched.close();
  expect(namesWithParents()).toEqual([
    ['chat demo', 'invoke_agent'],
    ['invoke_agent', null],
  ]);
});

it('traces hold no content and no person', async () => {
  await open();
  await playSignedRun(watched.app);
  await watched.close();
  const sent = collector.requests.map(({ body }) => body).join('\n');
  expect(sent).toContain('execute_tool write_file');
  for (const secret of [marker, localActor.id, '"You"', key]) expect(sent).not.toContain(secret);
});

it('a collector that hangs holds nothing up, and the server ends without it', async () => {
  await open({ hangs: true });
  expect((await playSignedRun(watched.app)).state).toMatchObject({ status: 'completed' });
  const ended = watched.close();
  await vi.waitFor(() => expect(collector.requests.length).toBe(1));
  await ended;
  // The server ended before the exporter gave up.
  expect(collector.unanswered()).toBe(1);
  expect(collector.spans).toEqual([]);
});

it('a collector that refuses is named once in the log, without its headers', async () => {
  const lines: string[] = [];
  vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => void lines.push(JSON.stringify(line)));
  await open({ status: 401 });
  await playSignedRun(watched.app);
  await watched.close();
  expect(lines).toEqual([expect.stringContaining('Traces do not arrive')]);
  expect(lines.join()).not.toContain(key);
});
