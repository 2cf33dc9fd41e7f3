import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startScriptedModel } from '../e2e/support/scripted-model';
import { openCluster } from '../e2e/support/servers/cluster';
import { atShare, figure } from './figure';

/**
 * Kills one of two built servers on one PostgreSQL while both have runs whose answers do not end, and measures
 * from its death until the other server drives each of its runs. Each server is killed in turn.
 */
const kills = 6;
const runsAtOnce = 12;

const model = await startScriptedModel();
const cluster = await openCluster(2, { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'scripted' });
const reader = new Client(cluster.databaseUrl);
try {
  await reader.connect();
  const afterMs: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) afterMs.push(...(await measureKill(kill % 2)));
  figure('runs that the other server had to take up', afterMs.length, '', { least: kills });
  figure(
    'from the death of a server to the other driving its run, median',
    atShare(afterMs, 0.5) / 1_000,
    's',
  );
  figure('… at most', Math.max(...afterMs) / 1_000, 's', { most: 5 });
} finally {
  await reader.end();
  await cluster.close();
  await model.close();
}

/** Returns after how many milliseconds each run of the killed server had its new driver. */
async function measureKill(victimIndex: number): Promise<number[]> {
  const [victim, survivor] = victimIndex === 0 ? cluster.apps : cluster.apps.toReversed();
  if (!victim || !survivor) throw new Error('There are no two servers');
  model.script(...Array.from({ length: 2 * runsAtOnce }, () => ({ hold: 'These words have no end.' })));
  const runs = await Promise.all(
    Array.from({ length: runsAtOnce }, () => cluster.any.start('free-request', { request: 'Talk' })),
  );
  const ids = runs.map(({ runId }) => runId);
  while ((await readDrivers(ids)).size < ids.length) await sleep(20);

  const orphans = await runsOf(victim.pid(), ids);
  const since = performance.now();
  await victim.stop('SIGKILL');
  const afterMs = new Map<string, number>();
  while (afterMs.size < orphans.length) {
    const taken = await runsOf(survivor.pid(), orphans);
    for (const id of taken) if (!afterMs.has(id)) afterMs.set(id, performance.now() - since);
    await sleep(20);
  }

  for (const id of ids) await cluster.any.post(`/api/runs/${id}/stop`);
  model.release();
  await victim.start();
  return [...afterMs.values()];
}

async function runsOf(processId: number, ids: readonly string[]): Promise<string[]> {
  const drivers = await readDrivers(ids);
  return ids.filter((id) => drivers.get(id)?.startsWith(`${processId}.`));
}

/** A driver's name begins with the id of its process. */
async function readDrivers(ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await reader.query<{ id: string; leaseOwner: string }>(
    'SELECT "id", "leaseOwner" FROM "Run" WHERE "id" = ANY($1) AND "leaseOwner" IS NOT NULL',
    [ids],
  );
  return new Map(rows.map(({ id, leaseOwner }) => [id, leaseOwner]));
}
