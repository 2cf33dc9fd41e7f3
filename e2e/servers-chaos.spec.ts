import { expect } from '@playwright/test';
import type { ScriptedServer } from '@/lib/llm/testing/scripted-server';
import { isFull, noteFigures, tellProgress } from '../tests/chaos/figures';
import { type Cluster, openCluster } from './support/servers/cluster';
import { disturb, withoutLimit } from './support/servers/disturb';
import { findFaults } from './support/servers/find-faults';
import { doJobs, type ToldJob } from './support/servers/people';
import { startTwoStepModel } from './support/servers/two-step-model';
import { test } from './support/test';

/** `npm run test:chaos` does all runs. `npm run test:all` does enough for two kills and an outage. */
const count = isFull ? Number(process.env['CHAOS_RUNS'] ?? 5_000) : 80;
/** So many people work at the same time. */
const atOnce = isFull ? 30 : 20;
const seed = Number(process.env['CHAOS_SEED'] ?? 1);
const plan = isFull
  ? {
      killEveryMs: { min: 5_000, max: 20_000 },
      stopEveryMs: { min: 5_000, max: 20_000 },
      atMost: withoutLimit,
    }
  : {
      killEveryMs: { min: 1_000, max: 4_000 },
      stopEveryMs: { min: 2_000, max: 4_000 },
      atMost: { kills: 2, stops: 1 },
    };

let model: ScriptedServer;
let cluster: Cluster;

test.beforeAll(async () => {
  model = await startTwoStepModel();
  cluster = await openCluster(3, { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'two-steps' });
});
test.afterAll(async () => {
  await cluster.close();
  await model.close();
});

test('three servers that are killed, on a database that stops at once, lose nothing, run nothing twice and leave no run standing', async () => {
  test.setTimeout(isFull ? 10_800_000 : 240_000);
  const jobs: ToldJob[] = [];
  const { any } = cluster;
  let isCalm = false;
  const work = doJobs(any, {
    count,
    atOnce,
    isCalm: () => isCalm,
    onDone(told) {
      jobs.push(told);
      tellProgress(`runs on three servers (seed ${seed})`, jobs.length, count);
    },
  });
  const disturbed = disturb(
    cluster,
    { seed, ...plan, awayMs: { min: 0, max: 2_000 } },
    // The last runs end undisturbed, because only then does standing still mean that a run is stuck.
    ({ kills, stops }) => jobs.length > count - atOnce && kills > 0 && stops > 0,
  ).finally(() => {
    isCalm = true;
  });
  const [done] = await Promise.all([disturbed, work]);
  const faults = await findFaults(cluster, jobs);
  const unknownOutcomes = jobs.reduce((sum, told) => sum + told.unknownOutcomes, 0);
  noteFigures({
    part: 'three servers on PostgreSQL',
    done: { runs: jobs.length, ...done, 'unknown outcomes': unknownOutcomes },
    faults,
    timesMs: {},
  });
  expect(faults).toEqual([]);
  expect(jobs.length).toBe(count);
});
