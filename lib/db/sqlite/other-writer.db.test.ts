import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localActor } from '../../domain/actor';
import { DatabaseUnavailable } from '../ports/database-unavailable.port';
import { openStores, type Stores } from '../testing/open-stores';
import { openOtherProcess } from '../testing/other-process';
import { fulfilled, refusals, toApproved, writeRuns } from '../testing/write-runs';
import { openSqlite } from './open-sqlite';

let stores: Stores;
let other: ReturnType<typeof openOtherProcess>;

async function open(lockWaitMs?: number) {
  stores = await openStores((folder) =>
    openSqlite(path.join(folder, 'test.db'), path.resolve('prisma/sqlite'), lockWaitMs ? { lockWaitMs } : {}),
  );
  other = openOtherProcess(stores.database.files[0] ?? '');
}
afterEach(async () => {
  vi.useRealTimers();
  await other.end();
  await stores.close();
});

describe('while another process holds the write lock', () => {
  beforeEach(() => open());

  it('writes wait, everything else goes on, and each write is stored once', async () => {
    const write = writeRuns(stores.runs);
    const pending = await write.pending();
    const { run } = await write.start();
    await stores.runs.claim(run.id, 'driver', 60_000);
    await other.hold();
    vi.useFakeTimers({ toFake: ['performance'] });
    const order: string[] = [];
    const note = <T>(name: string, work: Promise<T>) => work.finally(() => order.push(name));
    const by = { actor: localActor, owner: null };
    const writes = Promise.allSettled([
      note('decision', stores.runs.commit(pending.run, [toApproved(pending)], by)),
      note('step', stores.runs.commit(run, [{ type: 'run_started' }], { ...by, owner: 'driver' })),
      note('start', write.start()),
      note('renewal', stores.runs.renewLease(run.id, 'driver', 60_000)),
    ]);
    await note('read', stores.runs.find(run.id));
    // No try may keep a timer or a read waiting. The database says so when a write waits for long.
    while (stores.database.outages.current()?.reason !== 'busy') {
      vi.advanceTimersByTime(100);
      await sleep(1);
    }
    expect(order).toEqual(['read']);
    await other.release();
    expect(refusals(await writes)).toEqual([]);
    expect((await stores.runs.listEvents(run.id)).map(({ event }) => event.type)).toEqual([
      'run_created',
      'run_started',
    ]);
    expect((await stores.runs.find(pending.run.id))?.state.status).toBe('tool_ready');
  });

  it('that takes it again and again, every write is stored', async () => {
    const write = writeRuns(stores.runs);
    const started: Promise<unknown>[] = [];
    for (let times = 0; times < 10; times += 1) {
      await other.hold();
      started.push(write.start(), write.pending());
      // How long the lock is held is the subject: the tries come at all moments of it.
      await sleep(times * 5);
      await other.release();
    }
    const results = await Promise.allSettled(started);
    expect(fulfilled(results)).toHaveLength(20);
    expect(await stores.database.read.run.count()).toBe(20);
  });
});

describe('when another process never gives the write lock back', () => {
  beforeEach(() => open(50));

  it('a write says that nothing was saved, and the next one works', async () => {
    const write = writeRuns(stores.runs);
    const pending = await write.pending();
    await other.hold();
    const decide = () => write.append(pending.run, [toApproved(pending)], localActor);
    await expect(decide()).rejects.toThrow('Nothing was saved');
    const renewal = stores.runs.renewLease(pending.run.id, 'driver', 1_000);
    await expect(renewal).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await stores.approvals.find(pending.approvalId)).toMatchObject({ status: 'pending' });
    await other.release();
    expect((await decide()).state.status).toBe('tool_ready');
  });
});
