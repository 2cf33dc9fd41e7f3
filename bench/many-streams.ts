import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, openCluster } from '../e2e/support/servers/cluster';
import { openViewers, type Viewers } from '../e2e/support/streams/viewers';
import type { Report } from '../e2e/support/streams/viewers-process';
import { atShare, figure, median, readProcess } from './figure';
import { startModelServer, toTask } from './model';

/**
 * Measures 10,000 open streams of one run, on one built server and on three: the memory of each, and the time
 * from an event to all viewers. The viewers connect to the servers in turn, without the balancer of the tests,
 * which would need as many connections again.
 */
const streams = 10_000;
const viewersAProcess = 5_000;
const rounds = 3;

const model = await startModelServer();
try {
  for (const count of [1, 3]) await measure(count);
} finally {
  model.close();
}

async function measure(count: number): Promise<void> {
  const cluster = await openCluster(count, { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' });
  const name = count === 1 ? '1 server' : `${count} servers`;
  try {
    const runIds: string[] = [];
    for (let round = 0; round < rounds; round += 1) runIds.push(await startWaiting(cluster));
    const before = readServers(cluster);
    const [first = '', ...others] = runIds;
    const crowds = openAll(cluster, first);
    await untilAll(crowds, ({ last }) => last !== null);
    await sleep(3_000);
    const opened = readServers(cluster);
    figure(`${name}, ${streams} streams: memory a server`, (opened.memoryMb - before.memoryMb) / count, 'MB');
    figure('… processor of an opening', (opened.processorMs - before.processorMs) / streams, 'ms');
    const delaysMs = await decide(cluster, first, crowds);
    figure('… an event arrives, p50', median(delaysMs), 'ms');
    figure('… an event arrives, p99', atShare(delaysMs, 0.99), 'ms');
    figure('… an event has reached all', atShare(delaysMs, 1), 'ms');
    await Promise.all(crowds.map((crowd) => crowd.close()));
    for (const runId of others) {
      const again = openAll(cluster, runId);
      await untilAll(again, ({ last }) => last !== null);
      figure('… in the next round, all', atShare(await decide(cluster, runId, again), 1), 'ms');
      await Promise.all(again.map((crowd) => crowd.close()));
    }
  } finally {
    await cluster.close();
  }
}

async function startWaiting({ any }: Cluster): Promise<string> {
  const { runId } = await any.start('free-request', { request: toTask('write_file', 1) });
  await any.until(runId, 'awaiting_approval');
  return runId;
}

function openAll({ apps, ownerHeaders }: Cluster, runId: string): Viewers[] {
  const crowds = streams / viewersAProcess;
  return Array.from({ length: crowds }, () => apps).flatMap((servers) =>
    servers.map(({ baseURL }) =>
      openViewers({
        baseURL: baseURL.replace('localhost', '127.0.0.1'),
        headers: ownerHeaders(),
        runIds: [runId],
        count: Math.ceil(viewersAProcess / servers.length),
        cutWithinMs: null,
        answer: null,
      }),
    ),
  );
}

async function untilAll(
  crowds: readonly Viewers[],
  is: (seen: Report['seen'][number]) => boolean,
): Promise<Report[]> {
  return Promise.all(crowds.map((crowd) => crowd.until(({ seen }) => seen.every(is), 'all streams open')));
}

/** Signs the request of the run, and returns how long each of its events took to each viewer. */
async function decide(cluster: Cluster, runId: string, crowds: readonly Viewers[]): Promise<number[]> {
  const { json } = await cluster.any.get(`/api/runs/${runId}`);
  await cluster.any.approve(json.header.approvalId);
  const { header } = await cluster.any.until(runId, 'completed');
  const reports = await untilAll(crowds, ({ last }) => last === header.version);
  return reports.flatMap((report) => report.delaysMs);
}

function readServers({ apps }: Cluster) {
  const processes = apps.map((app) => readProcess(app.pid()));
  const sum = (part: 'residentMb' | 'processorMs') =>
    processes.reduce((total, facts) => total + facts[part], 0);
  return { memoryMb: sum('residentMb'), processorMs: sum('processorMs') };
}
