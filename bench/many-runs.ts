import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createApp, startApp } from '../e2e/support/app';
import { type HttpClient, httpClient } from '../e2e/support/http-client';
import { startPacedModel } from '../e2e/support/streams/paced-model';
import { fillPending } from '../lib/db/testing/fill-pending';
import { atShare, figure, growthOf, median, readProcess, timeOf } from './figure';
import { startModelServer, toTask } from './model';

/** Measures what many runs cost the built server: after kills, in outages, while they wait, in a small heap. */
const runs = 50;
const kills = 12;
const outageMs = 20_000;
const requests = 10_000;
const heapMb = 256;

await measureRecovery();
for (const [name, take] of Object.entries({ 'another process writes': lock, 'the file is gone': move }))
  await measureOutage(name, take);
await measurePending();
await measureSmallHeap();

/** The time runs from the start of the process until each active run has a driver in it. */
async function measureRecovery(): Promise<void> {
  const model = await startPacedModel(1_000, 1_000);
  const limits = { AGENT_MAX_STEPS: '1000', AGENT_TIMEOUT_MS: '86400000' };
  const app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'paced', ...limits });
  await startLooks(httpClient(app));
  const database = new Database(path.join(app.dataDir, 'countersign.db'), { readonly: true });
  const countDriven = database
    .prepare<[string], number>('SELECT count(*) FROM Run WHERE leaseOwner LIKE ?')
    .pluck();
  const taken: Record<'drivenMs' | 'processorMs' | 'readyMs', number[]> = {
    drivenMs: [],
    processorMs: [],
    readyMs: [],
  };
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(1_000 + Math.random() * 1_000);
    const killed = app.pid();
    await app.stop('SIGKILL');
    const since = performance.now();
    const started = app.start().then(() => performance.now() - since);
    while (app.pid() === killed) await sleep(1);
    while (countDriven.get(`${app.pid()}.%`) !== runs) await sleep(5);
    taken.drivenMs.push(performance.now() - since);
    taken.processorMs.push(readProcess(app.pid()).processorMs);
    taken.readyMs.push(await started);
  }
  database.close();
  await app.dispose();
  await model.close();
  const name = `${runs} runs of a killed server have a driver`;
  figure(`${name}, p50`, median(taken.drivenMs), 'ms');
  figure(`${name}, p95`, atShare(taken.drivenMs, 0.95), 'ms', { most: 3_000 });
  figure(`${name}, max`, atShare(taken.drivenMs, 1), 'ms', { most: 5_000 });
  figure('… processor time, p50', median(taken.processorMs), 'ms');
  figure('… and the server is ready, p50', median(taken.readyMs), 'ms');
}

async function startLooks(http: HttpClient): Promise<void> {
  const start = () => http.start('free-request', { request: 'Look around' });
  await Promise.all(Array.from({ length: runs }, start));
}

async function lock(file: string): Promise<() => Promise<void>> {
  const holder = new Database(file);
  holder.pragma('busy_timeout = 10000');
  holder.exec('BEGIN IMMEDIATE');
  return async () => {
    holder.exec('ROLLBACK');
    holder.close();
  };
}

async function move(file: string): Promise<() => Promise<void>> {
  await rename(file, `${file}.away`);
  return () => rename(`${file}.away`, file);
}

/** Takes the database from the server for a while. All runs must go on soon after its return. */
async function measureOutage(name: string, take: (file: string) => Promise<() => Promise<void>>) {
  const model = await startPacedModel(90, 1_000);
  const limits = { AGENT_MAX_STEPS: '100' };
  const app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'paced', ...limits });
  await startLooks(httpClient(app));
  await sleep(3_000);
  const file = path.join(app.dataDir, 'countersign.db');
  const giveBack = await take(file);
  await sleep(outageMs);
  await giveBack();
  const returnedAt = performance.now();
  const ledger = new Database(file, { readonly: true });
  const read = ledger.prepare<[], { id: string; version: number }>('SELECT id, version FROM Run');
  const before = new Map(read.all().map(({ id, version }) => [id, version]));
  const wentOnMs = new Map<string, number>();
  while (wentOnMs.size < runs && performance.now() - returnedAt < 60_000) {
    for (const { id, version } of read.all())
      if (version > (before.get(id) ?? 0) && !wentOnMs.has(id))
        wentOnMs.set(id, performance.now() - returnedAt);
    await sleep(20);
  }
  ledger.close();
  await app.dispose();
  await model.close();
  figure(`${name} for ${outageMs / 1_000} s: runs that go on`, wentOnMs.size, 'runs', { least: runs });
  figure(`${name}: the last goes on`, Math.max(0, ...wentOnMs.values()), 'ms', { most: 5_000 });
}

/** A tenth of the requests is overdue at the start, and a tenth is decided. */
async function measurePending(): Promise<void> {
  const part = requests / 10;
  const app = createApp(async () => ({}));
  await mkdir(app.dataDir, { recursive: true });
  const ids = await fillPending(path.join(app.dataDir, 'countersign.db'), requests, (index) =>
    index < part ? new Date(index) : null,
  );
  const since = performance.now();
  await app.start();
  figure(`${requests} requests: a start`, performance.now() - since, 'ms');
  const http = httpClient(app);
  const countPending = async () => (await http.get('/api/health')).json.pendingApprovals as number;
  while ((await countPending()) > requests - part) await sleep(10);
  figure(`… a start, until ${part} have expired`, performance.now() - since, 'ms');
  const pagesMs: number[] = [];
  for (let time = 0; time < 200; time += 1) pagesMs.push(await timeOf(() => http.get('/api/approvals')));
  figure('… the first page, p95', atShare(pagesMs, 0.95), 'ms', { most: 100 });
  const decisionsMs: number[] = [];
  for (const id of ids.slice(part, 2 * part))
    decisionsMs.push(await timeOf(() => http.post(`/api/approvals/${id}/decision`, { decision: 'reject' })));
  figure('… a decision, p50', median(decisionsMs), 'ms');
  figure('… a decision, p95', atShare(decisionsMs, 0.95), 'ms');
  figure('… that still wait', await countPending(), '', { least: requests - 2 * part });
  await app.dispose();
}

/** Each run writes a file of 1 MB, reads it, replaces it and reads it again, with a signature for each write. */
async function measureSmallHeap(): Promise<void> {
  const model = await startModelServer();
  const app = await startApp({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'bench',
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  });
  const http = httpClient(app);
  const atStart = readProcess(app.pid()).residentMb;
  const since = performance.now();
  const growth = await growthOf(app.pid(), async () => {
    for (let run = 0; run < runs; run += 1)
      await http.start('free-request', { request: `${toTask('rewrite', 4)} Run ${run} of ${runs}.` });
    for (;;) {
      const { json: waiting } = await http.get('/api/approvals');
      for (const { id } of waiting.approvals) await http.approve(id);
      const { json: health } = await http.get('/api/health');
      if (health.activeRuns === 0 && health.pendingApprovals === 0) break;
      await sleep(50);
    }
  });
  const seconds = (performance.now() - since) / 1_000;
  const database = new Database(path.join(app.dataDir, 'countersign.db'), { readonly: true });
  const completed = database.prepare("SELECT count(*) FROM Run WHERE status = 'completed'").pluck().get();
  database.close();
  await app.dispose();
  model.close();
  figure(`heap of ${heapMb} MB: runs of 1 MB that end`, Number(completed), 'runs', { least: runs });
  figure('… all of them', seconds, 's');
  figure('… memory at most', atStart + growth, 'MB');
}
