import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { openViewers, type Viewers } from '../e2e/support/streams/viewers';
import type { Crowd } from '../e2e/support/streams/viewers-process';
import { type ProcessFacts, readProcess } from './process-facts';
import { startModelServer, toTask } from './step/job';

/**
 * Measures what live streams cost the built server (Linux, after `npm run build`):
 * `npx tsx bench/streams.ts [viewers …]`, with 100, 500 and 2,000 viewers of 50 runs that wait for a
 * signature. The viewers have a process of their own. Bars: 500 viewers cost 200 MB, an opening 2 ms of
 * processor time.
 */
const counts = process.argv.slice(2).map(Number);
const runs = 50;
const settleMs = 3_000;
const warmUp = 2_000;

const model = await startModelServer();
for (const count of counts.length > 0 ? counts : [100, 500, 2_000]) await measure(count);
model.close();

async function measure(count: number): Promise<void> {
  const app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' });
  try {
    const http = httpClient(app);
    const runIds: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      const { json: conversation } = await http.post('/api/conversations');
      const text = toTask('write_file', 1);
      const { json } = await http.post(`/api/conversations/${conversation.id}/messages`, { text });
      await http.until(json.runId, 'awaiting_approval');
      runIds.push(json.runId);
    }
    const crowd = { baseURL: app.baseURL, runIds, count, cutWithinMs: null, answer: null };
    const before = readProcess(app.pid());
    const first = await open(crowd);
    const opened = readProcess(app.pid());
    await first.close();
    await sleep(settleMs);
    const { residentMb: closedMb } = readProcess(app.pid());
    // Node compiles code that runs often, so an opening takes less time on a server that has had some.
    await (await open({ ...crowd, count: warmUp })).close();
    await sleep(settleMs);
    const warm = readProcess(app.pid());
    const second = await open(crowd);
    const again = readProcess(app.pid());
    await second.close();
    const cells = [
      `processor time of an opening ${toEach(before, opened, count)} ms right after a start, ${toEach(warm, again, count)} ms later`,
      `memory +${(opened.residentMb - before.residentMb).toFixed(0)} MB`,
      `closed +${(closedMb - before.residentMb).toFixed(0)} MB`,
      `before ${before.residentMb.toFixed(0)} MB`,
    ];
    console.log(`${String(count).padStart(5)} viewers: ${cells.join(', ')}`);
  } finally {
    await app.dispose();
  }
}

function toEach(from: ProcessFacts, to: ProcessFacts, count: number): string {
  return ((to.processorMs - from.processorMs) / count).toFixed(2);
}

async function open(crowd: Crowd): Promise<Viewers> {
  const viewers = openViewers(crowd);
  await viewers.until(({ seen }) => seen.every(({ last }) => last !== null), 'all streams open');
  return viewers;
}
