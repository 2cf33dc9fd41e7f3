import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onMount, withOwnDisks, withStrace } from '../own-disk';
import { runCrowd } from './crowd';
import { isFull, noteFigures } from './figures';
import { findFaults } from './find-faults';
import { type JobModel, startJobModel } from './job-model';
import { compileServer, type ServerHandle } from './server-handle';
import { createWorld, newJobs, type World } from './world';

const rounds = isFull ? 10 : 1;
const timeout = { timeout: isFull ? 600_000 : 120_000 };

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

async function expectNoFaults(part: string): Promise<void> {
  await runCrowd(server, world.history, []);
  const faults = await findFaults(world.folder, server, world.history);
  noteFigures({ part, done: { outages: rounds }, faults, timesMs: {} });
  expect(faults).toEqual([]);
}

withOwnDisks('a disk that fills up while runs work', () => {
  describe('a disk that fills up while runs work', timeout, () => {
    it('a start is refused, nothing that was acknowledged is lost or runs twice, and runs go on when there is space', async () => {
      const data = path.join(world.folder, 'data');
      await mkdir(data);
      server = world.start({}, onMount(data, 'mount -t tmpfs -o size=64m tmpfs "$0"'));
      await server.readyMs;
      const ballast = path.join(server.seen(data), 'ballast');
      for (let round = 0; round < rounds; round += 1) {
        // A refused start ends this crowd. The next crowd asks for the start again.
        const crowd = runCrowd(server, world.history, newJobs(10)).catch(() => false);
        while (![...world.history.started.values()].some(Boolean)) await sleep(5);
        const { bavail, bsize } = await statfs(path.dirname(ballast));
        await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
        expect(await startUntilRefused()).toBe(true);
        // How long the disk is full is the subject: runs that work meet it, too.
        await sleep(1_000);
        await rm(ballast);
        await crowd;
        await runCrowd(server, world.history, []);
      }
      await expectNoFaults('full disk');
    });
  });
});

/** Some starts fit because the write-ahead log has room. The server must not lose these. */
async function startUntilRefused(): Promise<boolean> {
  for (const text of newJobs(200, 'plain')) {
    try {
      world.history.started.set(text, (await server.ask('start', { text })).runId);
    } catch {
      return true;
    }
  }
  return false;
}

withStrace('a data folder that becomes read-only, and a sync before each answer', () => {
  describe('a data folder that becomes read-only while runs work', timeout, () => {
    it('health says so, a start is refused, every run goes on afterwards, and nothing is lost or runs twice', async () => {
      server = world.start();
      await server.readyMs;
      for (let round = 0; round < rounds; round += 1) {
        const texts = newJobs(20, 'slow');
        const crowd = runCrowd(server, world.history, texts).catch(() => false);
        while (texts.some((text) => !world.history.started.get(text))) await sleep(20);
        const release = await makeReadOnly(path.join(world.folder, 'data', 'countersign.db'));
        const [refused = ''] = newJobs(1);
        await expect(server.ask('start', { text: refused })).rejects.toThrow('it is read-only');
        const { status, problem } = await server.ask('health', {});
        expect([status, problem]).toEqual(['degraded', expect.stringContaining('it is read-only')]);
        await release();
        await crowd;
        await runCrowd(server, world.history, []);
      }
      await expectNoFaults('read-only folder');
    });
  });

  describe('an answer to a person', timeout, () => {
    it('comes only after a completed sync of the database’s log', async () => {
      const trace = path.join(world.folder, 'trace');
      const follow = ['-ff', '-qq', '-y', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', trace];
      server = world.start({}, ['strace', ...follow]);
      await server.readyMs;
      const answers: Span[] = [];
      for (const text of newJobs(10 * rounds, 'signature')) {
        const { runId } = await timed(answers, () => server.ask('start', { text }));
        const approvalId = await until(runId, 'awaiting_approval');
        // The run's earlier writes reach the disk first, so the next sync belongs to the decision.
        await untilNoDriverWrites();
        await timed(answers, () => server.ask('approve', { approvalId }));
        await until(runId, 'completed');
        await untilNoDriverWrites();
      }
      // strace holds back the signals that it gets, so this one goes to the server. strace ends with it.
      const instance = await readFile(path.join(world.folder, 'data', 'instance.json'), 'utf8');
      process.kill(JSON.parse(instance).pid, 'SIGTERM');
      await server.ended;
      const syncs = await readSyncs(world.folder);
      const isDurable = ({ fromMs, toMs }: Span) =>
        syncs.some((sync) => sync.fromMs >= fromMs && sync.toMs <= toMs);
      expect(answers.filter(isDurable)).toHaveLength(20 * rounds);
    });
  });
});

/**
 * Linux refuses to mount a folder read-only while files in it are open for writing, so strace answers EROFS to
 * every write.
 */
async function makeReadOnly(database: string): Promise<() => Promise<void>> {
  const calls = 'openat,pwrite64,write,fsync,fdatasync,ftruncate,fallocate,access,faccessat2';
  const places = [path.dirname(database), ...['', '-wal', '-shm'].map((end) => database + end)];
  const tracer = spawn('strace', [
    ...['-f', '-p', String(server.pid), ...places.flatMap((place) => ['-P', place])],
    ...['-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EROFS`],
  ]);
  const ended = new Promise<void>((resolve) => tracer.once('exit', () => resolve()));
  // strace says on standard error when it has attached.
  await new Promise((resolve) => tracer.stderr.once('data', resolve));
  return async () => {
    tracer.kill('SIGTERM');
    await ended;
  };
}

type Span = { fromMs: number; toMs: number };

async function timed<Value>(answers: Span[], question: () => Promise<Value>): Promise<Value> {
  // strace has the computer's time, which is corrected now and then, and `performance.now()` does not follow it.
  const fromMs = Date.now();
  const value = await question();
  answers.push({ fromMs, toMs: Date.now() + 1 });
  return value;
}

async function until(runId: string, status: string): Promise<string> {
  for (;;) {
    const [run] = await server.ask('look', { runIds: [runId] });
    if (run?.status === status) return run.approvalId ?? '';
    await sleep(5);
  }
}

async function untilNoDriverWrites(): Promise<void> {
  while ((await server.ask('health', {})).activeRuns > 0) await sleep(5);
}

/** Each thread has its own file, so that no line cuts another. */
async function readSyncs(folder: string): Promise<Span[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('trace.'));
  const traces = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  const pattern = /^(\d+\.\d+) f(?:data)?sync\(\d+<[^>]*-wal>\) += 0 <([\d.]+)>/gm;
  return traces.flatMap((text) =>
    [...text.matchAll(pattern)].map(([, at, seconds]) => ({
      fromMs: Number(at) * 1_000,
      toMs: (Number(at) + Number(seconds)) * 1_000,
    })),
  );
}
