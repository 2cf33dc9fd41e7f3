import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Failpoint, failpoints } from '../../lib/shared/failpoint';
import { runCrowd } from './crowd';
import { countWinners, findRaceFaults, raceAll } from './decision-races';
import { isFull, noteFigures, tellProgress } from './figures';
import { type Fault, findFaults } from './find-faults';
import { type JobModel, startJobModel } from './job-model';
import { compileServer, type ServerHandle } from './server-handle';
import { createWorld, inWorlds, newJobs, type World } from './world';

/** A few kills are the default. `npm run test:chaos` asks for all of them. */
const killsPerFailpoint = isFull ? 10 : 1;
const randomKills = isFull ? 200 : 25;
const runsAtOnce = 50;
const freezes = isFull ? 50 : 2;
/** This is longer than a lease. */
const frozenMs = 4_500;
/** Half of the rounds run on a server that is killed right after an answer. */
const raceRounds = isFull ? 20 : 2;

let model: JobModel;
let worlds: World[] = [];
beforeAll(async () => {
  await compileServer();
  model = await startJobModel();
}, 120_000);
afterAll(() => model.close());

/**
 * Opens worlds side by side, so that servers wait less for each other. A measured part opens one world, which
 * has the machine for itself.
 */
function openWorlds(count: number) {
  beforeAll(async () => {
    worlds = await Promise.all(Array.from({ length: count }, () => createWorld(model.baseUrl)));
  });
  afterAll(() => Promise.all(worlds.map((world) => world.remove())));
}

/** Makes enough jobs to reach the failpoint `hit` times. */
const jobsFor = (failpoint: Failpoint, hit: number) =>
  newJobs(hit + 2, failpoint === 'lease_renewed' ? 'slow' : 'signed');

const timeout = { timeout: isFull ? 10_800_000 : 1_200_000 };

describe('a server that is killed at a failpoint', timeout, () => {
  openWorlds(isFull ? 2 : 1);
  let kills = 0;
  const faults: Fault[] = [];

  async function finishAll(): Promise<void> {
    faults.push(...(await Promise.all(worlds.map((world) => world.finish()))).flat());
  }

  it.each(failpoints)('%s: ends there', async (failpoint) => {
    await inWorlds(worlds, killsPerFailpoint, async ({ start, history }, time) => {
      const isAtStart = failpoint === 'migrating' || failpoint === 'migrated';
      const hit = time + 1;
      const server = start({ COUNTERSIGN_FAILPOINT: isAtStart ? failpoint : `${failpoint}:${hit}` });
      await runCrowd(server, history, isAtStart ? [] : jobsFor(failpoint, hit));
      expect(await server.ended).toBe('SIGKILL');
      kills += 1;
      tellProgress(`kill at a failpoint (${failpoint})`, kills, failpoints.length * killsPerFailpoint);
    });
    // Jobs that pile up over hundreds of kills would meet their time limit.
    if (isFull) await finishAll();
    expect(faults).toEqual([]);
  });

  it('loses nothing, executes nothing twice, leaves nothing standing and spoils no file', async () => {
    await finishAll();
    noteFigures({ part: 'killed at a failpoint', done: { kills }, faults, timesMs: {} });
    expect(faults).toEqual([]);
  });
});

describe('a server that is killed at random moments, with 50 runs at once', timeout, () => {
  openWorlds(1);

  it('loses nothing, executes nothing twice, leaves nothing standing and spoils no file', async () => {
    const [{ start, history, finish }] = worlds as [World];
    const readyMs: number[] = [];
    const processorMs: number[] = [];
    for (let kill = 0; kill < randomKills; kill += 1) {
      const open = history.started.size - history.ended.size;
      const server = start();
      const crowd = runCrowd(server, history, newJobs(runsAtOnce - open));
      readyMs.push(await server.readyMs);
      processorMs.push(await server.ask('processorTime', {}));
      await sleep(Math.random() * 1_500);
      server.signal('SIGKILL');
      await Promise.all([crowd, server.ended]);
      tellProgress('kill at random', kill + 1, randomKills);
    }
    const faults = await finish();
    const timesMs = { 'start to every run moving': readyMs, 'its processor time': processorMs };
    noteFigures({ part: 'killed at random', done: { kills: randomKills }, faults, timesMs });
    expect(faults).toEqual([]);
  });
});

describe(
  'a server that is frozen for longer than its leases, while another takes its folder over',
  timeout,
  () => {
    openWorlds(Math.min(freezes, 3));

    /** Removes the lock, as an operator does who believes that the server is gone. */
    const removeLock = async (folder: string) => {
      const data = path.join(folder, 'data');
      const locks = (await readdir(data)).filter((name) => name.endsWith('.lock'));
      expect(locks).not.toEqual([]);
      for (const name of locks) await rm(path.join(data, name));
    };

    /** A server that is frozen while it writes keeps the database locked, so no other server can start. */
    const freezeBetweenWrites = async (server: ServerHandle, folder: string) => {
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
      const faults: Fault[] = [];
      let frozenSoFar = 0;
      await inWorlds(worlds, freezes, async ({ folder, history, start }) => {
        const frozen = start();
        // The next crowd asks again for everything that the server refuses when it goes on.
        const crowd = runCrowd(frozen, history, newJobs(20, 'signed')).catch(() => false);
        await frozen.readyMs;
        await sleep(Math.random() * 1_000);
        await freezeBetweenWrites(frozen, folder);
        await sleep(frozenMs);
        await removeLock(folder);
        const next = start();
        await next.readyMs;
        const nextCrowd = runCrowd(next, history, []);
        frozen.signal('SIGCONT');
        expect(await frozen.ended).toBe(null);
        await Promise.all([crowd, nextCrowd]);
        faults.push(...(await findFaults(folder, next, history)));
        next.signal('SIGKILL');
        await next.ended;
        frozenSoFar += 1;
        tellProgress('freeze', frozenSoFar, freezes);
      });
      noteFigures({ part: 'frozen beyond its leases', done: { freezes }, faults, timesMs: {} });
      expect(faults).toEqual([]);
    });
  },
);

describe('people who approve, reject and stop a request at the moment when it expires', timeout, () => {
  openWorlds(1);

  it('one of the four wins, and keeps what the server said, also when it is killed right after its answer', async () => {
    const [{ folder, history, start }] = worlds as [World];
    const wins: Record<string, number> = {};
    const faults: Fault[] = [];
    for (let round = 0; round < raceRounds; round += 1) {
      const racing = start();
      const races = await raceAll(racing, newJobs(runsAtOnce, 'signature'), { isKilled: round % 2 === 1 });
      racing.signal('SIGKILL');
      await racing.ended;
      for (const { text, runId } of races) history.started.set(text, runId);
      const server = start();
      expect(await runCrowd(server, history, [])).toBe(true);
      faults.push(...(await findRaceFaults(folder, server, races)));
      for (const [winner, count] of Object.entries(await countWinners(server, races)))
        wins[winner] = (wins[winner] ?? 0) + count;
      server.signal('SIGKILL');
      await server.ended;
      tellProgress('races', (round + 1) * runsAtOnce, raceRounds * runsAtOnce);
    }
    const done = { races: raceRounds * runsAtOnce, ...wins };
    noteFigures({ part: 'decided at the moment of expiry', done, faults, timesMs: {} });
    expect(faults).toEqual([]);
    // A race that always has the same winner proves nothing.
    expect(Object.keys(wins).length).toBeGreaterThan(isFull ? 3 : 1);
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
