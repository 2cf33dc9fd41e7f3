import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOtherProcess } from '../../db/testing/other-process';
import { emptyHistory, type History, jobText, runCrowd } from './crowd';
import { findFaults } from './find-faults';
import { type JobModel, startJobModel } from './job-model';
import { compileServer, type ServerHandle, startServer } from './server-handle';

/** Less by default. `npm run test:chaos` asks for all of it. */
const isFull = process.env['CHAOS'] === 'full';
const busyMs = isFull ? 300_000 : 10_000;
const longestHoldMs = isFull ? 6_000 : 2_000;
const timeout = { timeout: isFull ? 1_200_000 : 300_000 };

let model: JobModel;
let folder: string;
let history: History;
let server: ServerHandle;
let nextJob = 1;
beforeAll(async () => {
  await compileServer();
  model = await startJobModel();
}, 120_000);
afterAll(() => model.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-surroundings-'));
  history = emptyHistory();
});
afterEach(async () => {
  server.signal('SIGKILL');
  await server.ended;
  await rm(folder, { recursive: true, force: true });
});

const texts = (count: number) => Array.from({ length: count }, () => jobText(nextJob++));
const variables = () => ({ OPENAI_BASE_URL: model.baseUrl });
const statusesOf = async (runIds: string[]) =>
  (await server.ask('look', { runIds })).map((run) => run?.status);

describe('a computer whose time is set while runs work and requests wait', timeout, () => {
  /** Sets the time of the server's process: with libfaketime for all of it, otherwise for its JavaScript. */
  async function startWithTime(): Promise<(hours: number) => Promise<unknown>> {
    const file = path.join(folder, 'time');
    const library = await findFakeTime();
    await writeFile(file, '+0\n');
    const faked = library && {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    server = startServer(folder, { ...variables(), ...faked });
    await server.readyMs;
    if (faked) return (hours) => writeFile(file, `${hours < 0 ? '' : '+'}${hours * 3_600}\n`);
    return (hours) => server.ask('setTime', { offsetMs: hours * 3_600_000 });
  }

  it.each([1, -1])(
    'by %d h: no request expires early or late, no call runs twice, and every run ends',
    async (hours) => {
      const setTime = await startWithTime();
      const waiting = await Promise.all(
        Array.from({ length: 5 }, () =>
          server.ask('startWaiting', { text: jobText(nextJob++, 'signature') }),
        ),
      );
      const waitingIds = waiting.map(({ runId }) => runId);
      while ((await statusesOf(waitingIds)).some((status) => status !== 'awaiting_approval')) await sleep(20);
      const crowd = runCrowd(server, history, texts(30));
      await sleep(300);
      await setTime(hours);
      const { runId: late } = await server.ask('startExpiring', { text: jobText(nextJob++, 'signature') });
      expect(await crowd).toBe(true);
      expect(await findFaults(folder, server, history)).toEqual([]);
      while ((await statusesOf([late]))[0] !== 'expired') await sleep(100);
      await setTime(0);
      await sleep(2_500);
      expect(await statusesOf(waitingIds)).toEqual(waitingIds.map(() => 'awaiting_approval'));
    },
  );
});

describe('another process that holds the write lock again and again, for up to six seconds', timeout, () => {
  it('no person is refused, and nothing is lost or executed twice', async () => {
    server = startServer(folder, variables());
    await server.readyMs;
    const other = openOtherProcess(path.join(folder, 'data', 'countersign.db'));
    const until = performance.now() + busyMs;
    const isOver = () => performance.now() > until;
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
    /** A person who starts something every now and then. A refusal fails the test. */
    const person = async () => {
      while (!isOver()) {
        const [text = ''] = texts(1);
        const askedAt = performance.now();
        const { runId } = await server.ask('start', { text });
        waitsMs.push(performance.now() - askedAt);
        history.started.set(text, runId);
        await sleep(100);
      }
    };
    await Promise.all([holder(), person(), runCrowd(server, history, texts(20))]);
    await other.end();
    expect(held).toBeGreaterThan(1);
    expect(await runCrowd(server, history, [])).toBe(true);
    expect(await findFaults(folder, server, history)).toEqual([]);
    waitsMs.sort((a, b) => a - b);
    const at = (share: number) => Math.round(waitsMs[Math.ceil(share * waitsMs.length) - 1] ?? 0);
    if (isFull)
      process.stdout.write(
        `lock held ${held} times; a start took p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms (${waitsMs.length})\n`,
      );
  });
});

async function findFakeTime(): Promise<string | null> {
  const folders = await readdir('/usr/lib').catch(() => []);
  const files = folders.map((name) => `/usr/lib/${name}/faketime/libfaketimeMT.so.1`);
  return files.find(existsSync) ?? null;
}
