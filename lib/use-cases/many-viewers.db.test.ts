import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import { toEventStream } from '../http/event-stream';
import type { RunId } from '../shared/ids';
import { createWorkflowCatalog } from '../workflow-files/catalog';
import { createRunFeeds } from './run-feeds';
import { watchRun } from './watch-run';

let bench: Workbench;
afterEach(() => bench.close());

const workflows = createWorkflowCatalog(path.resolve('workflows'), async () => ({
  toolNames: [],
  systemPromptIds: [],
}));

/** Creates runs of seven events each, with the streams of their viewers as the route makes them. */
async function openRuns(count: number) {
  const perRun = [call('read_file', { path: 'a.txt' }), 'The answer, in several pieces.'];
  bench = await openWorkbench(Array.from({ length: count }, () => perRun).flat());
  await bench.write('a.txt', 'x');
  let reads = 0;
  let looks = 0;
  const runs: Workbench['runs'] = {
    ...bench.runs,
    listEvents: (...given) => {
      reads += 1;
      return bench.runs.listEvents(...given);
    },
    find: (...given) => {
      looks += 1;
      return bench.runs.find(...given);
    },
  };
  const parts = { ...bench.services(), runs, workflows };
  const services = { ...parts, feeds: createRunFeeds(parts) };
  const ids: RunId[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await bench.create());
  return {
    ids,
    reads: () => reads,
    looks: () => looks,
    async connect(runId: RunId, lastVersion: number | null, signal: AbortSignal) {
      const open = await watchRun(services, localActor, { runId, lastVersion });
      const stream = toEventStream(open, signal, async () => true);
      if (!stream.body) throw new Error('A stream has a body');
      return stream.body.getReader();
    },
  };
}

const lastVersion = 6;

/** Reads to the end of the run, resumes after each cut, and returns the ids as they came. */
async function view(runs: Awaited<ReturnType<typeof openRuns>>, runId: RunId, cutAfter: readonly number[]) {
  const ids: number[] = [];
  for (const messages of [...cutAfter, Number.POSITIVE_INFINITY]) {
    const gone = new AbortController();
    const reader = await runs.connect(runId, ids.at(-1) ?? null, gone.signal);
    const decoder = new TextDecoder();
    for (let taken = 0; taken < messages && (ids.at(-1) ?? 0) < lastVersion; ) {
      const { done, value } = await reader.read();
      if (done) break;
      for (const [, id] of decoder.decode(value).matchAll(/^id: (\d+)$/gm)) {
        ids.push(Number(id));
        taken += 1;
      }
    }
    gone.abort();
    await reader.cancel().catch(() => {});
  }
  return ids;
}

it('viewers that are cut off again and again miss nothing, get nothing twice and keep the order', async () => {
  const runs = await openRuns(4);
  const viewers = runs.ids.flatMap((runId) =>
    Array.from({ length: 12 }, (_, index) => view(runs, runId, [1, 1 + (index % 3), index % 2])),
  );
  const never = new AbortController();
  for (const runId of runs.ids) await runs.connect(runId, null, never.signal);
  for (const runId of runs.ids) expect((await bench.drive(runId)).version).toBe(lastVersion);
  for (const ids of await Promise.all(viewers)) {
    const first = ids[0] ?? 0;
    expect(ids).toEqual(Array.from({ length: lastVersion - first + 1 }, (_, index) => first + index));
  }
  never.abort();
});

it('viewers of one run share one reading of its ledger, and each message', async () => {
  const runs = await openRuns(1);
  const [runId] = runs.ids as [RunId];
  const gone = new AbortController();
  const readers = await Promise.all(Array.from({ length: 10 }, () => runs.connect(runId, null, gone.signal)));
  const chunks = await Promise.all(readers.map(async (reader) => (await reader.read()).value));
  expect(new Set(chunks).size).toBe(1);
  expect(runs.reads()).toBe(1);
  gone.abort();
});

it('a viewer of a run that others watch asks the database for nothing', async () => {
  const runs = await openRuns(1);
  const [runId] = runs.ids as [RunId];
  const gone = new AbortController();
  const read = async () => {
    const reader = await runs.connect(runId, null, gone.signal);
    return (await reader.read()).value;
  };
  await read();
  const before = [runs.reads(), runs.looks()];
  expect(new TextDecoder().decode(await read())).toContain(runId);
  expect([runs.reads(), runs.looks()]).toEqual(before);
  gone.abort();
});
