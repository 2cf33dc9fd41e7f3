import { expect } from '@playwright/test';
import { isFull, noteFigures, tellProgress } from '../tests/chaos/figures';
import { type Cluster, openCluster } from './support/servers/cluster';
import { answer, type PacedModel, startPacedModel } from './support/streams/paced-model';
import { openViewers } from './support/streams/viewers';
import type { Report } from './support/streams/viewers-process';
import { test } from './support/test';

/** `npm run test:chaos` restarts every server 20 times. `npm run test:all` does it three times. */
const rounds = isFull ? 20 : 3;
const runsAtOnce = 6;
const viewersAtOnce = 30;

let model: PacedModel;
let cluster: Cluster;

test.beforeAll(async () => {
  model = await startPacedModel(8, 900);
  cluster = await openCluster(3, { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'paced' });
});
test.afterAll(async () => {
  await cluster.close();
  await model.close();
});

/** Waits until the runs have ended, and returns the number of events in each ledger. */
async function untilEnded(runIds: readonly string[]): Promise<Map<string, number>> {
  const ended = await Promise.all(runIds.map((runId) => cluster.any.until(runId, 'completed')));
  return new Map(ended.map(({ header }, index) => [runIds[index] ?? '', header.version]));
}

const haveAll = (versions: ReadonlyMap<string, number>) => (report: Report) =>
  report.seen.every(({ runId, last }) => last === versions.get(runId));

test('viewers miss no event, get none twice and keep the order while all servers restart one after another', async () => {
  test.setTimeout(rounds * 120_000);
  const faults: string[] = [];
  let connections = 0;
  let events = 0;
  for (let round = 0; round < rounds; round += 1) {
    const request = { request: 'Look around' };
    const started = Array.from({ length: runsAtOnce }, () => cluster.any.start('free-request', request));
    const runIds = (await Promise.all(started)).map(({ runId }) => runId);
    const headers = cluster.ownerHeaders();
    const crowd = { baseURL: cluster.publicUrl, headers, runIds, count: viewersAtOnce, cutWithinMs: null };
    const viewers = openViewers({ ...crowd, answer });
    await viewers.until(({ seen }) => seen.every(({ last }) => last !== null), 'all streams open');
    for (const app of cluster.apps) {
      await app.stop('SIGTERM');
      await app.start();
    }
    const versions = await untilEnded(runIds);
    const report = await viewers.until(haveAll(versions), 'every event of every run');
    await viewers.close();
    faults.push(...report.faults);
    connections += report.connections;
    events += [...versions.values()].reduce((sum, version) => sum + version, 0);
    // Each stream was cut at least once: its server ended.
    expect(report.connections).toBeGreaterThanOrEqual(2 * viewersAtOnce);
    tellProgress('rolling restart', round + 1, rounds);
  }
  noteFigures({
    part: 'rolling restart of three servers',
    done: { rounds, restarts: rounds * cluster.apps.length, connections, events },
    faults: faults.map((text) => ({ kind: 'lost', text })),
    timesMs: {},
  });
  expect(faults).toEqual([]);
});
