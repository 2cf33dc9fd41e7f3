import { expect } from '@playwright/test';
import { type App, startApp } from './support/app';
import { type HttpClient, httpClient } from './support/http-client';
import { answer, type PacedModel, startPacedModel } from './support/streams/paced-model';
import { openViewers } from './support/streams/viewers';
import type { Report } from './support/streams/viewers-process';
import { test } from './support/test';

/** `npm run test:streams` opens all viewers. `npm run test:all` opens enough to see the same faults. */
const isFull = process.env['STREAMS'] === 'full';
const size = isFull
  ? { runs: 50, viewers: 2_000, stopped: 500, looks: 8, pauseMs: 4_000, cutWithinMs: 20_000 }
  : { runs: 4, viewers: 60, stopped: 40, looks: 3, pauseMs: 400, cutWithinMs: 700 };

let model: PacedModel;
let app: App;
let http: HttpClient;

test.beforeAll(async () => {
  model = await startPacedModel(size.looks, size.pauseMs);
  app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'paced' });
  http = httpClient(app);
});
test.afterAll(async () => {
  await app.dispose();
  await model.close();
});

async function startRuns(): Promise<string[]> {
  const request = { request: 'Look around' };
  const started = Array.from({ length: size.runs }, () => http.start('free-request', request));
  return (await Promise.all(started)).map(({ runId }) => runId);
}

/** Waits until the runs have ended, and returns the number of events in each ledger. */
async function untilEnded(runIds: readonly string[]): Promise<Map<string, number>> {
  const ended = new Map<string, number>();
  await expect
    .poll(
      async () => {
        for (const runId of runIds) {
          if (ended.has(runId)) continue;
          const { header } = (await http.get(`/api/runs/${runId}`)).json;
          if (!header.isActive) ended.set(runId, header.version);
        }
        return ended.size;
      },
      { timeout: isFull ? 300_000 : 30_000, intervals: [500] },
    )
    .toBe(runIds.length);
  return ended;
}

const haveAll = (versions: ReadonlyMap<string, number>) => (report: Report) =>
  report.seen.every(({ runId, last }) => last === versions.get(runId));

const say = (line: string): void => {
  if (isFull) process.stdout.write(`${line}\n`);
};

function sayDelays({ delaysMs, connections }: Report): void {
  const sorted = delaysMs.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  say(`${connections} connections, ${sorted.length} live events: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
}

test('viewers whose connections are cut at random miss nothing, get nothing twice and keep the order', async () => {
  test.setTimeout(isFull ? 420_000 : 45_000);
  const runIds = await startRuns();
  const { viewers: count, cutWithinMs } = size;
  const viewers = openViewers({
    baseURL: app.baseURL,
    headers: app.ownerHeaders(),
    runIds,
    count,
    cutWithinMs,
    answer,
  });
  const versions = await untilEnded(runIds);
  viewers.stopCutting();
  const report = await viewers.until(haveAll(versions), 'every event of every run');
  await viewers.close();
  sayDelays(report);
  expect(report.faults).toEqual([]);
  expect(report.connections).toBeGreaterThan(size.viewers);
});

test('a server that is stopped with open streams and active runs ends, and every viewer resumes after its restart', async () => {
  test.setTimeout(isFull ? 420_000 : 45_000);
  model.hold();
  const runIds = await startRuns();
  const { stopped: count } = size;
  const viewers = openViewers({
    baseURL: app.baseURL,
    headers: app.ownerHeaders(),
    runIds,
    count,
    cutWithinMs: null,
    answer,
  });
  await viewers.until(({ seen }) => seen.every(({ last }) => last !== null && last > 2), 'all streams open');
  const before = await viewers.report();
  const { json: health } = await http.get('/api/health');
  const since = performance.now();
  await app.stop('SIGTERM');
  const tookMs = Math.round(performance.now() - since);
  say(`SIGTERM with ${count} streams and ${health.activeRuns} active runs: ${tookMs} ms`);
  model.goOn();
  await app.start();
  const versions = await untilEnded(runIds);
  const report = await viewers.until(haveAll(versions), 'every event of every run');
  await viewers.close();
  expect(report.faults).toEqual([]);
  expect(health.activeRuns).toBe(size.runs);
  expect(report.connections).toBeGreaterThanOrEqual(before.connections + size.stopped);
});
