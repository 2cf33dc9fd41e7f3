import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Failpoint, failpoints } from '../../shared/failpoint';
import { emptyHistory, type History, jobText, runCrowd } from './crowd';
import { countWinners, findRaceFaults, raceAll } from './decision-races';
import { findFaults } from './find-faults';
import { type JobModel, startJobModel } from './job-model';
import { compileServer, type ServerHandle, startServer } from './server-handle';

/** A few kills by default. `npm run test:chaos` asks for all of them. */
const isFull = process.env['CHAOS'] === 'full';
const killsPerFailpoint = isFull ? 10 : 1;
const randomKills = isFull ? 200 : 25;
const runsAtOnce = 50;
const freezes = isFull ? 50 : 2;
/** Longer than a lease. */
const frozenMs = 4_500;
/** Half of them on a server that is killed right after an answer. */
const raceRounds = isFull ? 20 : 2;

let model: JobModel;
let folder = '';
let history: History;
let nextJob = 1;
beforeAll(async () => {
  await compileServer();
  model = await startJobModel();
}, 120_000);
afterAll(() => model.close());

function openFolder(prefix: string) {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), `countersign-${prefix}-`));
    history = emptyHistory();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

const start = (variables: Record<string, string> = {}) =>
  startServer(folder, { OPENAI_BASE_URL: model.baseUrl, ...variables });

/** Lets every job come to its end, without kills, and compares all there is. */
async function finishAndFindFaults(): Promise<string[]> {
  const server = start();
  await server.readyMs;
  expect(await runCrowd(server, history, [])).toBe(true);
  const faults = await findFaults(folder, server, history);
  server.signal('SIGKILL');
  await server.ended;
  return faults;
}

/** So many jobs that the failpoint is reached `hit` times. */
function jobsFor(failpoint: Failpoint, hit: number): string[] {
  const kind = failpoint === 'lease_renewed' ? 'slow' : 'signed';
  return Array.from({ length: hit + 2 }, () => jobText(nextJob++, kind));
}

const timeout = { timeout: isFull ? 10_800_000 : 1_200_000 };

describe('a server that is killed at a failpoint', timeout, () => {
  openFolder('failpoints');

  it.each(failpoints)('%s: ends there', async (failpoint) => {
    for (let hit = 1; hit <= killsPerFailpoint; hit += 1) {
      const isAtStart = failpoint === 'migrating' || failpoint === 'migrated';
      const server = start({ COUNTERSIGN_FAILPOINT: isAtStart ? failpoint : `${failpoint}:${hit}` });
      await runCrowd(server, history, isAtStart ? [] : jobsFor(failpoint, hit));
      expect(await server.ended).toBe('SIGKILL');
    }
    // Jobs that pile up over hundreds of kills would meet their time limit.
    if (isFull) expect(await finishAndFindFaults()).toEqual([]);
  });

  it('loses nothing, executes nothing twice, leaves nothing standing and spoils no file', async () => {
    expect(await finishAndFindFaults()).toEqual([]);
  });
});

describe('a server that is killed at random moments, with 50 runs at once', timeout, () => {
  openFolder('kills');

  it('loses nothing, executes nothing twice, leaves nothing standing and spoils no file', async () => {
    const readyMs: number[] = [];
    const processorMs: number[] = [];
    for (let kill = 0; kill < randomKills; kill += 1) {
      const open = history.started.size - history.ended.size;
      const texts = Array.from({ length: runsAtOnce - open }, () => jobText(nextJob++));
      const server = start();
      const crowd = runCrowd(server, history, texts);
      readyMs.push(await server.readyMs);
      processorMs.push(await server.ask('processorTime', {}));
      await sleep(Math.random() * 1_500);
      server.signal('SIGKILL');
      await Promise.all([crowd, server.ended]);
    }
    expect(await finishAndFindFaults()).toEqual([]);
    report('start to every run moving', readyMs);
    report('processor time of that', processorMs);
  });
});

describe(
  'a server that is frozen for longer than its leases, while another takes its folder over',
  timeout,
  () => {
    openFolder('freezes');

    /** As an operator who believes that the server is gone. */
    const removeLock = async () => {
      const data = path.join(folder, 'data');
      const locks = (await readdir(data)).filter((name) => name.endsWith('.lock'));
      expect(locks).not.toEqual([]);
      for (const name of locks) await rm(path.join(data, name));
    };

    /** A server that is frozen while it writes keeps the database locked, and no other can start. */
    const freezeBetweenWrites = async (server: ServerHandle) => {
      const database = new Sqlite(path.join(folder, 'data', 'countersign.db'), { timeout: 0 });
      for (let isFree = false; !isFree; ) {
        server.signal('SIGSTOP');
        await sleep(20);
        isFree = canWrite(database);
        if (!isFree) server.signal('SIGCONT');
      }
      database.close();
    };

    it('writes nothing that counts when it goes on, and ends', async () => {
      for (let freeze = 0; freeze < freezes; freeze += 1) {
        const frozen = start();
        const texts = Array.from({ length: 20 }, () => jobText(nextJob++));
        // What it refuses when it goes on, the next crowd asks for again.
        const crowd = runCrowd(frozen, history, texts).catch(() => false);
        await frozen.readyMs;
        await sleep(Math.random() * 1_000);
        await freezeBetweenWrites(frozen);
        await sleep(frozenMs);
        await removeLock();
        const next = start();
        await next.readyMs;
        const nextCrowd = runCrowd(next, history, []);
        frozen.signal('SIGCONT');
        expect(await frozen.ended).toBe(null);
        await crowd;
        expect(await nextCrowd).toBe(true);
        expect(await findFaults(folder, next, history)).toEqual([]);
        next.signal('SIGKILL');
        await next.ended;
      }
    });
  },
);

describe('people who approve, reject and stop a request at the moment when it expires', timeout, () => {
  openFolder('races');

  it('one of the four wins, and keeps what the server said, also when it is killed right after its answer', async () => {
    const wins: Record<string, number> = {};
    for (let round = 0; round < raceRounds; round += 1) {
      const texts = Array.from({ length: runsAtOnce }, () => jobText(nextJob++, 'signature'));
      const racing = start();
      const races = await raceAll(racing, texts, { isKilled: round % 2 === 1 });
      racing.signal('SIGKILL');
      await racing.ended;
      for (const { text, runId } of races) history.started.set(text, runId);
      const server = start();
      expect(await runCrowd(server, history, [])).toBe(true);
      expect(await findRaceFaults(folder, server, races)).toEqual([]);
      for (const [winner, count] of Object.entries(await countWinners(server, races)))
        wins[winner] = (wins[winner] ?? 0) + count;
      server.signal('SIGKILL');
      await server.ended;
    }
    // A race that always has the same winner proves nothing.
    expect(Object.keys(wins).length).toBeGreaterThan(isFull ? 3 : 1);
    if (isFull) process.stdout.write(`waits ended by: ${JSON.stringify(wins)}\n`);
  });
});

function canWrite(database: Sqlite.Database): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch {
    return false;
  }
  database.exec('ROLLBACK');
  return true;
}

/** The figures of `docs/reliability.md`. They are no tests: a busy machine is slow. */
function report(name: string, valuesMs: number[]): void {
  const sorted = valuesMs.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  if (process.env['CHAOS'])
    process.stdout.write(
      `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${sorted.length})\n`,
    );
}
