import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Cluster, openCluster } from '../e2e/support/servers/cluster';
import { figure, median, readProcess } from './figure';
import { startModelServer, toTask } from './model';
import { treeOf } from './processes';

/**
 * Measures 1, 2 and 4 built servers on one PostgreSQL that writes to the disk, all on this machine: people start
 * many runs of ten steps at the one address. The servers, PostgreSQL, the model and the people share the
 * processors, so the processor time of a step says more about larger machines than the steps a second.
 */
const steps = 10;
const runs = 200;
const rounds = 3;
const atOnce = 50;

const model = await startModelServer();
try {
  for (const count of [1, 2, 4]) await measure(count);
} finally {
  model.close();
}

async function measure(count: number): Promise<void> {
  const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' };
  const cluster = await openCluster(count, env, { isDurable: true });
  const reader = new Client(cluster.databaseUrl);
  await reader.connect();
  try {
    await finish(cluster, reader, runs);
    const perSecond: number[] = [];
    const databaseMs: number[] = [];
    const serverMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = await readUse(cluster);
      const seconds = await finish(cluster, reader, runs);
      const after = await readUse(cluster);
      perSecond.push((runs * steps) / seconds);
      databaseMs.push((after.databaseMs - before.databaseMs) / runs / steps);
      serverMs.push((after.serverMs - before.serverMs) / runs / steps);
    }
    const name = count === 1 ? '1 server' : `${count} servers`;
    figure(`${name}: steps`, median(perSecond), '/s');
    figure('… processor of PostgreSQL a step', median(databaseMs), 'ms');
    figure('… processor of all servers a step', median(serverMs), 'ms');
    const parent = await cluster.database.processId();
    const { rows } = await reader.query(
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'countersign'",
    );
    figure('… connections', rows[0]?.count ?? 0);
    figure('… memory of PostgreSQL, private', treeOf(parent).privateMb, 'MB');
  } finally {
    await reader.end();
    await cluster.close();
  }
}

async function readUse({ apps, database }: Cluster) {
  return {
    databaseMs: treeOf(await database.processId()).processorMs,
    serverMs: apps.reduce((sum, app) => sum + readProcess(app.pid()).processorMs, 0),
  };
}

/** Starts these runs, and returns the seconds until the last one has completed. */
async function finish({ any }: Cluster, reader: Client, count: number): Promise<number> {
  const done = 'SELECT count(*)::int AS count FROM "Run" WHERE "status" = \'completed\'';
  const countDone = async () => (await reader.query<{ count: number }>(done)).rows[0]?.count ?? 0;
  const wanted = (await countDone()) + count;
  const since = performance.now();
  let begun = 0;
  const person = async () => {
    while (begun < count) {
      begun += 1;
      await any.start('free-request', { request: toTask('list_files', steps - 1) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, person));
  while ((await countDone()) < wanted) await sleep(20);
  return (performance.now() - since) / 1_000;
}
