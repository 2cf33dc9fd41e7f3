import { setImmediate as nextRound } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { isBug, toToolError } from '../to-tool-error';
import { ToolFailure } from '../tool-failure';
import type worker from './testing/trouble.worker';
import type { Trouble } from './testing/trouble.worker';
import { createWorkers, type Workers } from './workers';

const limits = { maxThreads: 1, maxQueue: 1, maxMegabytes: 64 };
let workers: Workers = createWorkers(null, limits);
afterEach(async () => {
  await workers.close();
  workers = createWorkers(null, limits);
  started[0] = 0;
});

const started = new Int32Array(new SharedArrayBuffer(4));
const run = (trouble: Trouble, timeLimitMs = 60_000, signal?: AbortSignal) =>
  workers.run<typeof worker>(
    { file: 'lib/tools/workers/testing/trouble', subject: 'The job', timeLimitMs },
    { trouble, started },
    signal,
  );
const failureOf = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    (output) => `done: ${output}`,
    (error) => (error instanceof ToolFailure ? `${error.code}: ${error.message}` : error),
  );

it('a job that never ends is ended by Stop, and the next job is done', async () => {
  const stop = new AbortController();
  const running = failureOf(run('never_ends', undefined, stop.signal));
  await untilItRuns();
  stop.abort();
  expect(await running).toBe('stopped: Stopped before it finished.');
  expect(await run('none')).toBe('done');
});

it('a job that never ends is ended by its time limit, which is said', async () => {
  expect(await failureOf(run('never_ends', 1_000))).toBe(
    'timed_out: The job took longer than 1 second, so it was ended.',
  );
  expect(await run('none')).toBe('done');
});

it('a job that needs too much memory ends alone, and that is said', async () => {
  expect(await failureOf(run('takes_all_memory'))).toBe(
    'too_large: The job needs more than 64 MB of memory, so it was ended.',
  );
  expect(await run('none')).toBe('done');
});

it('an expected failure arrives as it was thrown, detail included', async () => {
  const failure = await run('fails').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ToolFailure);
  expect(failure).toMatchObject({
    code: 'no_match',
    message: 'There is no such text.',
    detail: { kind: 'text', text: 'found' },
  });
});

it('an error of the operating system keeps its code, and a bug stays a bug', async () => {
  const refused = await run('no_such_file').catch((error: unknown) => error);
  expect(isBug(refused)).toBe(false);
  expect(toToolError(refused, () => {}).message).toContain('ENOENT');
  const bug = await run('breaks').catch((error: unknown) => error);
  expect(isBug(bug)).toBe(true);
  expect(bug).toMatchObject({ message: 'a bug' });
});

it('jobs wait for a thread, and those that are too many are told so', async () => {
  const stop = new AbortController();
  const first = failureOf(run('never_ends', undefined, stop.signal));
  await untilItRuns();
  const second = failureOf(run('none'));
  await nextRound();
  expect(await failureOf(run('none'))).toBe(
    'unexpected: The job has to wait for too many others. Try again.',
  );
  stop.abort();
  expect(await first).toContain('stopped');
  expect(await second).toBe('done: done');
});

it('closing ends what runs and what waits, and nothing starts after it', async () => {
  const running = failureOf(run('never_ends'));
  await untilItRuns();
  const waiting = failureOf(run('none'));
  await nextRound();
  await workers.close();
  const shutDown = 'stopped: The server is being shut down.';
  expect(await Promise.all([running, waiting, failureOf(run('none'))])).toEqual([
    shutDown,
    shutDown,
    shutDown,
  ]);
});

/** This thread continues while the job runs. */
async function untilItRuns(): Promise<void> {
  while (Atomics.load(started, 0) === 0) await nextRound();
}
