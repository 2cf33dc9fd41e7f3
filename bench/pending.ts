import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPending } from '../lib/db/testing/fill-pending';
import { localActor } from '../lib/domain/actor';
import { startApp } from '../lib/server/app';
import { decideApproval } from '../lib/use-cases/decide-approval';
import { listApprovals } from '../lib/use-cases/get-approvals';

/**
 * Measures what many waiting requests cost, without HTTP: `npx tsx bench/pending.ts [requests]`. It measures
 * a start with 10,000 of them, of which 1,000 are overdue, the first page of the list, and 1,000 decisions.
 */
const count = Number(process.argv[2] ?? 10_000);
const part = count / 10;

const folder = await mkdtemp(path.join(tmpdir(), 'countersign-pending-'));
await mkdir(path.join(folder, 'data'));
const ids = await fillPending(path.join(folder, 'data', 'countersign.db'), count, (index) =>
  index < part ? new Date(index) : null,
);
console.log(`load ${loadavg()[0]?.toFixed(1)}, ${count} waiting requests, ${part} of them overdue`);

const startedAt = performance.now();
const app = await startApp({
  environment: {
    DATA_DIR: path.join(folder, 'data'),
    WORKSPACE_DIR: path.join(folder, 'workspace'),
    LOG_FORMAT: 'json',
  },
});
say('start', performance.now() - startedAt);
while ((await app.services.approvals.countPending()) > count - part) await sleep(10);
say(`start to the last of ${part} expired`, performance.now() - startedAt);

const firstPage = () =>
  listApprovals(app.services, localActor, { filter: 'pending', search: null, cursor: null });
await report('first page', 200, async () => void JSON.stringify(await firstPage()));
let next = part;
await report('decision', part, async () => {
  await decideApproval(app.services, localActor, { approvalId: ids[next++] ?? '', decision: 'reject' });
});
console.log(`waiting now: ${(await firstPage()).pendingCount} (${count - 2 * part} expected)`);
await app.shutDown();
await rm(folder, { recursive: true });

async function report(name: string, times: number, work: () => Promise<void>): Promise<void> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const before = performance.now();
    await work();
    took.push(performance.now() - before);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => `${(took[Math.ceil(share * times) - 1] ?? 0).toFixed(1)} ms`;
  console.log(`${name}: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} (${times})`);
}

function say(name: string, ms: number): void {
  console.log(`${name}: ${Math.round(ms)} ms`);
}
