import { afterEach, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, type ScriptedReply, scriptedSource } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import { emptyReply } from '../llm/testing/empty-reply';
import type { ModelChunk } from '../models/model.port';
import { stopRun } from '../use-cases/steer-run';
import type { DriverPorts } from './driver-ports';

let bench: Workbench;
const limits = { maxSteps: 10, maxActiveMs: 300_000, maxMalformedReplies: 3 };
const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** `read` wraps the reader of long replies. */
async function open(
  replies: ScriptedReply[],
  read: (next: DriverPorts['readLongReply']) => DriverPorts['readLongReply'] = (next) => next,
) {
  bench = await openWorkbench(replies, {
    wrapPorts: (ports) => ({ ...ports, readLongReply: read(ports.readLongReply) }),
  });
  return bench;
}
afterEach(async () => {
  await bench.close();
  expect(bench.bugs).toEqual([]);
  bench.script.expectUsedUp();
});

/** Rejects with the signal's reason, as a thread that never ends does. */
const never: DriverPorts['readLongReply'] = (_reply, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

it('the event loop goes on while a long reply is read', async () => {
  let turns = 0;
  const { drive, create } = await open(['{'.repeat(400_000)], (next) => async (reply, signal) => {
    let isRead = false;
    const reading = next(reply, signal).finally(() => {
      isRead = true;
    });
    for (; !isRead; turns += 1) await aTurn();
    return reading;
  });
  const run = await drive(await create());
  expect(run.state).toMatchObject({ status: 'completed', answer: '{'.repeat(400_000) });
  expect(turns).toBeGreaterThan(100);
});

it('a call of a long reply is done, and short replies are read at once', async () => {
  let long = 0;
  const content = 'A line of what is written.\n'.repeat(5_000);
  const write = call('write_file', { path: 'a.txt', content });
  const { drive, create, decide, read } = await open([write, 'Done.'], (next) => (reply, signal) => {
    long += 1;
    return next(reply, signal);
  });
  await decide(await drive(await create()), { decision: 'approve' });
  await bench.untilIdle();
  expect(await read('a.txt')).toBe(content);
  expect(long).toBe(1);
});

it('a reply that takes too long to read is malformed, and the model is asked again', async () => {
  const tooLong = { kind: 'malformed', code: 'too_large', message: 'Send less.', reply: 'x' } as const;
  const { drive, create, script } = await open(['x'.repeat(20_000), 'Less.'], () => async () => tooLong);
  expect((await drive(await create())).state).toMatchObject({ status: 'completed', answer: 'Less.' });
  expect(script.requests[1]?.at(-1)?.content).toContain('Send less.');
});

it('a person stops a run whose reply is being read', async () => {
  let isReading = false;
  const { create, dispatcher, services, untilIdle, runs } = await open(
    ['x'.repeat(20_000)],
    () => (reply, signal) => {
      isReading = true;
      return never(reply, signal);
    },
  );
  const runId = await create();
  dispatcher.dispatch(runId, localActor.id, 'main');
  while (!isReading) await aTurn();
  await stopRun(services(), localActor, { runId });
  await untilIdle();
  expect((await runs.find(runId))?.state.status).toBe('cancelled');
});

it('the time limit of a run ends the reading of its reply', async () => {
  const { drive, create } = await open(['x'.repeat(20_000)], () => never);
  const run = await drive(await create({ limits: { ...limits, maxActiveMs: 300 } }));
  expect(run.state).toMatchObject({ status: 'failed', code: 'time_limit' });
});

it('a run whose reply breaks its reader ends as with any bug', async () => {
  const broken = new Error('The thread is gone');
  const { drive, create, reported } = await open(['x'.repeat(20_000)], () => () => Promise.reject(broken));
  const run = await drive(await create());
  expect(run.state).toMatchObject({ status: 'failed', code: 'internal_error' });
  expect(reported).toEqual([broken]);
});

it('the event loop goes on while a reply that came in one piece is shown', async () => {
  const text = 'A <b>word</b> and another.\n'.repeat(20_000);
  let turns = 0;
  let isShown = false;
  async function* streamReply(): AsyncGenerator<ModelChunk> {
    void (async () => {
      for (; !isShown; turns += 1) await aTurn();
    })();
    yield { type: 'text', text };
    isShown = true;
    yield { type: 'finished', reply: { ...emptyReply, content: text } };
  }
  const model = { name: 'Model', findWindow: async () => null, streamReply };
  bench = await openWorkbench([], { models: scriptedSource(model) });
  const run = await bench.drive(await bench.create());
  expect(run.state).toMatchObject({ status: 'completed', answer: text });
  expect(turns).toBeGreaterThan(50);
});
