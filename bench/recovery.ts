import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { startPacedModel } from '../e2e/support/streams/paced-model';
import { drivenStatuses } from '../lib/domain/run';
import { readProcess } from './process-facts';

/**
 * Measures how soon the built server drives the runs of a killed server (Linux, after `npm run build`):
 * `npx tsx bench/recovery.ts [kills]`. The time runs from the start of the process until each of 50 active
 * runs has a driver in it, and until the server says that it is ready. Bars: 3 s at p95, 5 s at most.
 */
const kills = Number(process.argv[2] ?? 20);
const runsAtOnce = 50;

const model = await startPacedModel(1_000, 1_000);
const limits = { AGENT_MAX_STEPS: '1000', AGENT_TIMEOUT_MS: '86400000' };
const app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'paced', ...limits });
const http = httpClient(app);
const database = new Sqlite(path.join(app.dataDir, 'countersign.db'), { readonly: true });
const statuses = drivenStatuses.map((status) => `'${status}'`).join(', ');
const active = `SELECT count(*) FROM Run WHERE status IN (${statuses})`;
const countActive = database.prepare<[], number>(active).pluck();
const countLeft = database
  .prepare<[string], number>(`${active} AND ifnull(leaseOwner, '') NOT LIKE ?`)
  .pluck();

const taken: Record<string, number[]> = { 'every run has a driver': [], 'its processor time': [], ready: [] };
for (let kill = 0; kill < kills; kill += 1) {
  const missing = runsAtOnce - (countActive.get() ?? 0);
  await Promise.all(
    Array.from({ length: missing }, () => http.start('free-request', { request: 'Look around' })),
  );
  await sleep(1_000 + Math.random() * 1_000);
  const killed = app.pid();
  await app.stop('SIGKILL');
  const since = performance.now();
  const started = app.start().then(() => performance.now() - since);
  while (app.pid() === killed) await sleep(1);
  while (countLeft.get(`${app.pid()}.%`) !== 0) await sleep(5);
  taken['every run has a driver']?.push(performance.now() - since);
  taken['its processor time']?.push(readProcess(app.pid()).processorMs);
  taken['ready']?.push(await started);
}
for (const [name, values] of Object.entries(taken)) {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  console.log(`${name.padEnd(24)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms (${sorted.length})`);
}
database.close();
await app.dispose();
await model.close();
