import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillPending } from '../db/testing/fill-pending';
import { localActor } from '../domain/actor';
import { decideApproval } from '../use-cases/decide-approval';
import { listApprovals } from '../use-cases/get-approvals';
import { type App, startApp } from './app';

const count = 10_000;
const overdue = 100;
let folder: string;
let app: App;
let ids: string[];

const start = () =>
  startApp({
    environment: {
      ...process.env,
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'workspace'),
    },
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-pending-'));
  await mkdir(path.join(folder, 'data'));
  const file = path.join(folder, 'data', 'countersign.db');
  ids = await fillPending(file, count, (index) => (index < overdue ? new Date(index) : null));
  app = await start();
}, 180_000);
afterAll(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

async function listAll(filter: 'pending' | 'expired' | 'rejected'): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listApprovals>> = await listApprovals(app.services, localActor, {
      filter,
      search: null,
      cursor,
      limit: 500,
    });
    found.push(...page.approvals.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
}

it('ten thousand requests survive restarts: each waits, is decided once or expires, and none is lost', {
  timeout: 180_000,
}, async () => {
  while ((await app.services.approvals.countPending()) > count - overdue) await sleep(20);
  expect((await listAll('expired')).sort()).toEqual(ids.slice(0, overdue).sort());
  const decided = ids.slice(overdue).filter((_, index) => index % 200 === 0);
  for (const approvalId of decided)
    await decideApproval(app.services, localActor, { approvalId, decision: 'reject' });
  await app.shutDown();
  app = await start();
  const waiting = ids.slice(overdue).filter((id) => !decided.includes(id));
  expect((await listAll('pending')).sort()).toEqual(waiting.sort());
  expect((await listAll('rejected')).sort()).toEqual(decided.sort());
  const first = await listApprovals(app.services, localActor, {
    filter: 'pending',
    search: null,
    cursor: null,
  });
  expect(first).toMatchObject({ pendingCount: waiting.length, needsYouCount: waiting.length });
  expect(first.approvals).toHaveLength(50);
});
