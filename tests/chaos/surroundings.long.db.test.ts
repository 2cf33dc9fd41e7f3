import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOtherProcess } from '../../lib/db/testing/other-process';
import { clockLagMs } from '../../lib/runtime/clock.port';
import { runCrowd } from './crowd';
import { isFull, noteFigures, tellProgress } from './figures';
import { findFaults } from './find-faults';
import { type JobModel, startJobModel } from './job-model';
import { compileServer, type ServerHandle } from './server-handle';
import { createWorld, newJobs, type World } from './world';

/** A short time is the default. `npm run test:chaos` asks for all of it. */
const busyMs = isFull ? 300_000 : 10_000;
const longestHoldMs = isFull ? 6_000 : 2_000;
const timeout = { timeout: isFull ? 1_200_000 : 300_000 };

let model: JobModel;
let world: World;
let server: ServerHandle;
beforeAll(async () => {
  await compileServer();
  model = await startJobModel();
}, 120_000);
afterAll(() => model.close());
beforeEach(async () => {
  world = await createWorld(model.baseUrl);
});
afterEach(async () => {
  server.signal('SIGKILL');
  await server.ended;
  await world.remove();
});

const statusesOf = async (runIds: string[]) =>
  (await server.ask('look', { runIds })).map((run) => run?.status);
const find = () => findFaults(world.folder, server, world.history);

/** Starts runs whose request nobody decides for half an hour. */
async function startWaiting(count: number): Promise<string[]> {
  const started = newJobs(count, 'signature').map((text) => server.ask('startWaiting', { text }));
  const runIds = (await Promise.all(started)).map(({ runId }) => runId);
  while ((await statusesOf(runIds)).some((status) => status !== 'awaiting_approval')) await sleep(20);
  return runIds;
}

/** Starts a run whose request expires soon. */
async function startExpiring(): Promise<string> {
  const [text = ''] = newJobs(1, 'signature');
  return (await server.ask('startExpiring', { text })).runId;
}

async function untilSwept(runId: string): Promise<void> {
  while ((await statusesOf([runId]))[0] !== 'expired') await sleep(100);
}

const library = await findFakeTime();

describe('a computer whose time is set while runs work and requests wait', timeout, () => {
  /** Sets the time of the server: with libfaketime for the complete process, otherwise for its JavaScript. */
  async function startWithTime(): Promise<(hours: number) => Promise<unknown>> {
    const file = path.join(world.folder, 'time');
    await writeFile(file, '+0\n');
    server = world.start(
      library === null ? {} : { ...fake(library), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
    );
    await server.readyMs;
    if (library) return (hours) => writeFile(file, `${hours < 0 ? '' : '+'}${hours * 3_600}\n`);
    return (hours) => server.ask('setTime', { offsetMs: hours * 3_600_000 });
  }

  it.each([1, -1, 24, -24])(
    'by %d h: no request expires early or late, no call runs twice, and every run ends',
    async (hours) => {
      const setTime = await startWithTime();
      const waitingIds = await startWaiting(5);
      const crowd = runCrowd(server, world.history, newJobs(30));
      while (![...world.history.started.values()].some(Boolean)) await sleep(5);
      await setTime(hours);
      const late = await startExpiring();
      expect(await crowd).toBe(true);
      const faults = await find();
      noteFigures({ part: `time set by ${hours} h`, done: { jumps: 1 }, faults, timesMs: {} });
      expect(faults).toEqual([]);
      await untilSwept(late);
      await setTime(0);
      // The sweep that ends a later request has also looked at the others.
      await untilSwept(await startExpiring());
      expect(await statusesOf(waitingIds)).toEqual(waitingIds.map(() => 'awaiting_approval'));
    },
  );
});

describe('a computer whose time runs fast or slow', timeout, () => {
  const expiresAfterMs = 6_000;

  async function startWithRate(rate: number): Promise<void> {
    server = world.start(library === null ? {} : { ...fake(library), FAKETIME: `+0 x${rate}` });
    await server.readyMs;
    if (library === null) await server.ask('setTime', { offsetMs: 0, rate });
  }

  /**
   * Starts a run whose request expires. Returns the time, measured in this process, from the request until
   * the server takes it as expired.
   */
  async function untilExpired(): Promise<number> {
    const runId = await startExpiring();
    let expiresAtMs: number | null = null;
    let [askedAt, serverNow] = [0, 0];
    while (expiresAtMs === null) {
      askedAt = performance.now();
      serverNow = await server.ask('now', {});
      expiresAtMs = (await server.ask('look', { runIds: [runId] }))[0]?.expiresAtMs ?? null;
    }
    // A busy server counts from before the request is stored and visible, so only the server can say how old
    // the request is. The server's clock may have been right when the request was made, and behind when it
    // was asked. Then the request is older than that.
    const ageMs = serverNow - (expiresAtMs - clockLagMs - expiresAfterMs) + clockLagMs;
    // The sweep comes once a second and would hide half a second.
    while (!(await server.ask('expire', { runId }))) await sleep(20);
    return performance.now() - (askedAt - ageMs);
  }

  it.each([1.1, 0.9])(
    'at %d of its speed: no request expires early, no call runs twice, every run ends, and a restart changes nothing',
    async (rate) => {
      await startWithRate(rate);
      const waitingIds = await startWaiting(5);
      expect(await runCrowd(server, world.history, newJobs(30))).toBe(true);
      // On a busy server, a request waits longer than its time. That would hide an early expiry.
      const expiring = Array.from({ length: 10 }, async (_, number) => {
        await sleep(number * 100);
        return untilExpired();
      });
      const waitsMs = await Promise.all(expiring);
      expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(expiresAfterMs);
      server.signal('SIGKILL');
      await server.ended;
      await startWithRate(rate);
      const faults = await find();
      const timesMs = { [`a request that may wait ${expiresAfterMs} ms`]: waitsMs };
      noteFigures({ part: `time at ${rate} of its speed`, done: { restarts: 1 }, faults, timesMs });
      expect(faults).toEqual([]);
      expect(await statusesOf(waitingIds)).toEqual(waitingIds.map(() => 'awaiting_approval'));
    },
  );
});

describe('another process that holds the write lock again and again, for up to six seconds', timeout, () => {
  it('no person is refused, and nothing is lost or executed twice', async () => {
    server = world.start();
    await server.readyMs;
    const other = openOtherProcess(path.join(world.folder, 'data', 'countersign.db'));
    const from = performance.now();
    const isOver = () => performance.now() > from + busyMs;
    const waitsMs: number[] = [];
    let held = 0;
    const holder = async () => {
      while (!isOver()) {
        await other.hold();
        held += 1;
        await sleep(Math.random() * longestHoldMs);
        await other.release();
        await sleep(Math.random() * 1_000);
      }
    };
    /** Plays a person who starts something every now and then. A refusal fails the test. */
    const person = async () => {
      while (!isOver()) {
        const [text = ''] = newJobs(1);
        const askedAt = performance.now();
        const { runId } = await server.ask('start', { text });
        waitsMs.push(performance.now() - askedAt);
        world.history.started.set(text, runId);
        tellProgress(
          'second of a busy database',
          Math.round((performance.now() - from) / 1_000),
          busyMs / 1_000,
        );
        await sleep(100);
      }
    };
    await Promise.all([holder(), person(), runCrowd(server, world.history, newJobs(20))]);
    await other.end();
    expect(held).toBeGreaterThan(1);
    await runCrowd(server, world.history, []);
    const faults = await find();
    const timesMs = { 'a start while the lock is held at times': waitsMs };
    noteFigures({ part: 'busy database', done: { 'locks held': held }, faults, timesMs });
    expect(faults).toEqual([]);
  });
});

/** libfaketime sets these clocks of a process. Times of the monotonic clock stay as they are. */
const fake = (library: string) => ({ LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: '1' });

async function findFakeTime(): Promise<string | null> {
  const folders = await readdir('/usr/lib').catch(() => []);
  const files = folders.map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`);
  const found = files.find(existsSync) ?? null;
  if (found === null)
    process.stderr.write(
      'libfaketime is missing (Debian: apt-get install libfaketime): only the time of JavaScript is set.\n',
    );
  return found;
}
