import { rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { startPacedModel } from '../e2e/support/streams/paced-model';
import { median } from './step/measure';

/**
 * Measures how soon runs go on when the server can write the database again (after `npm run build`):
 * `npx tsx bench/outage.ts [runs]`. It takes the database from a built server with 50 active runs for 20
 * seconds: once another process holds the write lock, once the file is moved away. Bar: all runs go on within
 * 5 s of its return.
 */
const runs = Number(process.argv[2] ?? 50);
const outageMs = 20_000;

const ways: Record<string, (file: string) => Promise<() => Promise<void>>> = {
  async 'another process writes'(file) {
    const holder = new Database(file);
    holder.pragma('busy_timeout = 10000');
    holder.exec('BEGIN IMMEDIATE');
    return async () => {
      holder.exec('ROLLBACK');
      holder.close();
    };
  },
  async 'the file is gone'(file) {
    await rename(file, `${file}.away`);
    return () => rename(`${file}.away`, file);
  },
};

for (const [name, take] of Object.entries(ways)) await measure(name, take);

async function measure(name: string, take: (file: string) => Promise<() => Promise<void>>): Promise<void> {
  const model = await startPacedModel(90, 1_000);
  const app = await startApp({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'paced',
    AGENT_MAX_STEPS: '100',
  });
  try {
    const http = httpClient(app);
    const file = path.join(app.dataDir, 'countersign.db');
    const request = { request: 'Look around' };
    await Promise.all(Array.from({ length: runs }, () => http.start('free-request', request)));
    await sleep(3_000);
    const giveBack = await take(file);
    await sleep(outageMs);
    const { json: during } = await http.get('/api/health');
    await giveBack();
    const returnedAt = performance.now();
    const ledger = new Database(file, { readonly: true });
    const readVersions = ledger.prepare<[], { id: string; version: number }>('SELECT id, version FROM Run');
    const before = new Map(readVersions.all().map(({ id, version }) => [id, version]));
    const wentOnMs = new Map<string, number>();
    while (wentOnMs.size < runs && performance.now() - returnedAt < 60_000) {
      for (const { id, version } of readVersions.all())
        if (version > (before.get(id) ?? 0) && !wentOnMs.has(id))
          wentOnMs.set(id, performance.now() - returnedAt);
      await sleep(20);
    }
    ledger.close();
    const times = [...wentOnMs.values()];
    const cells = [
      `health was ${during.status}`,
      `${times.length} of ${runs} runs went on`,
      `p50 ${median(times).toFixed(0)} ms`,
      `last ${Math.max(...times).toFixed(0)} ms`,
    ];
    console.log(`${name.padEnd(24)} ${cells.join(', ')}`);
  } finally {
    await app.dispose();
    await model.close();
  }
}
