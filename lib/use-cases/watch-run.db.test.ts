import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import type { RunStore } from '../db/ports/run-store.port';
import { localActor } from '../domain/actor';
import type { RunId } from '../shared/ids';
import { createWorkflowCatalog } from '../workflow-files/catalog';
import { getRun } from './get-run';
import { createRunFeeds } from './run-feeds';
import type { StreamMessage } from './stream-message';
import { watchRun } from './watch-run';

let bench: Workbench;
let watching: AbortController;
beforeEach(() => {
  watching = new AbortController();
});
afterEach(async () => {
  watching.abort();
  await bench.close();
});

const workflows = createWorkflowCatalog(path.resolve('workflows'), async () => ({
  toolNames: [],
  systemPromptIds: [],
}));
async function* watch(runId: RunId, lastVersion: number | null, runs: RunStore = bench.runs) {
  const parts = { ...bench.services(), runs, workflows };
  const services = { ...parts, feeds: createRunFeeds(parts) };
  const open = await watchRun(services, localActor, { runId, lastVersion });
  yield* open(watching.signal);
}

/** Takes messages until the run’s version is reached. */
async function takeUntil(
  stream: AsyncGenerator<StreamMessage>,
  version: number,
  taken: StreamMessage[] = [],
): Promise<StreamMessage[]> {
  while ((taken.findLast(({ id }) => id !== null)?.id ?? 0) < version) {
    const next = await stream.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

const versionsOf = (messages: readonly StreamMessage[]) =>
  messages.flatMap(({ id, message }) => (message.type === 'event' ? [id] : []));

/** Drives a run to its end, with six events. */
async function endedRun(): Promise<RunId> {
  bench = await openWorkbench([call('read_file', { path: 'a.txt' }), 'Done.']);
  await bench.write('a.txt', 'x');
  const runId = await bench.create();
  expect((await bench.drive(runId)).version).toBe(6);
  return runId;
}

describe('the stream of a run', () => {
  it('begins with a snapshot, then sends every event once and in order, with the text in between', async () => {
    bench = await openWorkbench([call('read_file', { path: 'a.txt' }), 'The answer, in several pieces.']);
    await bench.write('a.txt', 'x');
    const runId = await bench.create();
    const stream = watch(runId, null);
    const first = await stream.next();
    expect(first.value).toMatchObject({
      id: 1,
      message: { type: 'snapshot', run: { header: { version: 1 } } },
    });
    const [messages] = await Promise.all([takeUntil(stream, 6), bench.drive(runId)]);
    expect(versionsOf(messages)).toEqual([2, 3, 4, 5, 6]);
    const text = messages.map(({ message }) => (message.type === 'text' ? message.text : '')).join('');
    expect(text).toBe('The answer, in several pieces.');
  });

  it('resumes after any version that was seen, without a gap and without a snapshot', async () => {
    const runId = await endedRun();
    for (let seen = 0; seen < 6; seen += 1) {
      const messages = await takeUntil(watch(runId, seen), 6);
      expect(versionsOf(messages)).toEqual(Array.from({ length: 6 - seen }, (_, index) => seen + index + 1));
      expect(messages.map(({ message }) => message.type)).not.toContain('snapshot');
    }
  });

  it('takes back the text that a viewer saw of a reply which was given up while it was away', async () => {
    bench = await openWorkbench([]);
    const runId = await bench.create();
    const version = 1;
    const resume = async () => (await watch(runId, version).next()).value?.message;
    bench.live.startWork({ id: runId, version });
    bench.live.publishText(runId, 'The answer is');
    expect(await resume()).toEqual({ type: 'text_reset' });
    bench.live.endWork(runId);
    expect(await resume()).toEqual({ type: 'text_reset' });
  });

  it('sends the text of a reply before the event that ends it, however late the ledger is read', async () => {
    const runId = await endedRun();
    let isFirst = true;
    const runs = {
      ...bench.runs,
      listEvents: async (id: RunId, afterVersion?: number) => {
        const events = await bench.runs.listEvents(id, afterVersion);
        const length = isFirst ? 4 : 6;
        isFirst = false;
        return events.filter(({ version }) => version <= length);
      },
    };
    const stream = watch(runId, 3, runs);
    const first = await stream.next();
    bench.live.publishVersion({ id: runId, version: 5 });
    bench.live.startWork({ id: runId, version: 5 });
    bench.live.publishText(runId, 'Done.');
    bench.live.publishVersion({ id: runId, version: 6 });
    const messages = await takeUntil(stream, 6, first.done ? [] : [first.value]);
    const said = messages.map(({ id, message }) => (message.type === 'text' ? message.text : id));
    expect(said.slice(-3)).toEqual([5, 'Done.', 6]);
  });

  it('shows no text of a reply whose event is stored and not yet published', async () => {
    const runId = await endedRun();
    bench.live.startWork({ id: runId, version: 5 });
    bench.live.publishText(runId, 'Done.');
    const stream = watch(runId, null);
    expect((await stream.next()).value).toMatchObject({ id: 6 });
    bench.live.publishOutage('The disk is full.');
    expect((await stream.next()).value).toMatchObject({ message: { type: 'outage' } });
    const services = { ...bench.services(), workflows };
    expect((await getRun(services, localActor, { runId })).streamingText).toBe('');
  });

  it('begins again for a version that the run does not have', async () => {
    const first = await watch(await endedRun(), 99).next();
    expect(first.value).toMatchObject({ id: 6, message: { type: 'snapshot' } });
  });

  it('sends each event once, in order, whether writers publish late, twice or not at all', async () => {
    const runId = await endedRun();
    const recorded = await bench.runs.listEvents(runId);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 8 }),
        async (seen, order) => {
          // The viewer's first read ends here. Events stored since are only published.
          let isFirst = true;
          const runs = {
            ...bench.runs,
            listEvents: async (id: RunId, afterVersion?: number) => {
              const length = isFirst ? seen + 1 : recorded.length;
              isFirst = false;
              return (await bench.runs.listEvents(id, afterVersion)).filter(
                ({ version }) => version <= length,
              );
            },
          };
          const stream = watch(runId, seen, runs);
          const first = await stream.next();
          for (const index of [...order, 5]) bench.live.publishVersion({ id: runId, version: index + 1 });
          const messages = await takeUntil(stream, 6, first.done ? [] : [first.value]);
          expect(versionsOf(messages)).toEqual(
            Array.from({ length: 6 - seen }, (_, index) => seen + index + 1),
          );
          await stream.return(undefined);
        },
      ),
      { numRuns: 40, seed: 8 },
    );
  });

  it('reads the ledger once, then only what the viewer has not seen, however often a version is published', async () => {
    const runId = await endedRun();
    const readAfter: number[] = [];
    const runs = {
      ...bench.runs,
      listEvents: async (id: RunId, afterVersion = 0) => {
        const events = await bench.runs.listEvents(id, afterVersion);
        readAfter.push(afterVersion);
        return readAfter.length === 1 ? events.slice(0, 3) : events;
      },
    };
    const viewers = [watch(runId, 3, runs), watch(runId, 3, runs)];
    for (const viewer of viewers) {
      readAfter.length = 0;
      const messages = takeUntil(viewer, 6);
      await vi.waitFor(() => expect(readAfter).toEqual([0]));
      await new Promise((resolve) => setImmediate(resolve));
      for (const version of [2, 4, 6, 6, 5]) bench.live.publishVersion({ id: runId, version });
      expect(versionsOf(await messages)).toEqual([4, 5, 6]);
      expect(readAfter).toEqual([0, 3]);
    }
  });

  it('fails for the viewer whose snapshot cannot be made, and not for those who come later', async () => {
    bench = await openWorkbench(['Done.']);
    const runId = await bench.create({ workflowId: 'summarize-document' });
    let isBroken = true;
    const find = async (id: string) => {
      if (isBroken) throw new Error('The disk does not answer');
      return workflows.find(id);
    };
    const parts = { ...bench.services(), runs: bench.runs, workflows: { ...workflows, find } };
    const services = { ...parts, feeds: createRunFeeds(parts) };
    const join = async (lastVersion: number | null) =>
      (await watchRun(services, localActor, { runId, lastVersion }))(watching.signal);
    // While this viewer watches, all others share what was read for it.
    const early = await join(1);
    expect((await early.next()).value).toMatchObject({ message: { type: 'text_reset' } });
    await expect((await join(null)).next()).rejects.toThrow('The disk does not answer');
    isBroken = false;
    expect((await (await join(null)).next()).value).toMatchObject({ id: 1, message: { type: 'snapshot' } });
  });

  it('tells a viewer who comes during an outage of it, and all of them of its end', async () => {
    const stream = watch(await endedRun(), 6);
    bench.live.publishOutage('The disk is full.');
    const told = await stream.next();
    expect(told.value?.message).toEqual({ type: 'outage', problem: 'The disk is full.' });
    bench.live.publishOutage(null);
    expect((await stream.next()).value?.message).toEqual({ type: 'outage', problem: null });
  });

  it('ends when the viewer leaves and when the server closes, and does not exist for a missing run', async () => {
    const runId = await endedRun();
    const leaving = watch(runId, 6);
    const left = leaving.next();
    setImmediate(() => watching.abort());
    expect((await left).done).toBe(true);
    watching = new AbortController();
    const closing = watch(runId, null);
    await closing.next();
    bench.live.close();
    expect((await closing.next()).done).toBe(true);
    await expect(watch('run_00000000000000000000000000000000', null).next()).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
