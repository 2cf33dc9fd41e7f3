import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localActor, systemActor } from '../../domain/actor';
import type { Run } from '../../domain/run';
import { createId, type RunId } from '../../shared/ids';
import { createRunStore } from '../ledger/run-store';
import { type RunStore, StaleRun, type TakenRun } from '../ports/run-store.port';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled, refusals, toApproved, writeRuns } from '../testing/write-runs';

const listUndrivenIds = async (runs: RunStore) => (await runs.listUndriven()).map(({ id }) => id);

const sampleKey = { idempotencyKey: 'usr_local:one', requestHash: 'a' };
/** Tests what `RunStore` promises the drivers of runs on any database: leases, requests, reservations. */
export function describeRunDrivers(open: OpenStores): void {
  let stores: Stores;
  let write: ReturnType<typeof writeRuns>;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(async () => {
    await stores.clear();
    write = writeRuns(stores.runs);
  });
  afterAll(() => stores.close());

  describe('the lease of a run', () => {
    it('one of ten drivers that claim a run gets it', async () => {
      const { run } = await write.start();
      const results = await atOnce(10, (index) => stores.runs.claim(run.id, `owner-${index}`, 60_000));
      expect(refusals(results)).toEqual([]);
      expect(fulfilled(results).filter((claimed) => claimed !== null)).toHaveLength(1);
    });

    it('its owner may claim again, and others only once it is released or has expired', async () => {
      const { run } = await write.start();
      expect(await stores.runs.claim(run.id, 'first', 60_000)).toMatchObject({ run, lostActiveMs: 0 });
      expect(await stores.runs.claim(run.id, 'first', 60_000)).not.toBeNull();
      expect(await stores.runs.claim(run.id, 'second', 60_000)).toBeNull();
      await stores.runs.releaseLease(run.id, 'second');
      expect(await stores.runs.claim(run.id, 'second', 60_000)).toBeNull();
      await stores.runs.releaseLease(run.id, 'first');
      expect(await stores.runs.claim(run.id, 'second', -1)).not.toBeNull();
      expect(await stores.runs.claim(run.id, 'third', 60_000)).not.toBeNull();
      expect(await stores.runs.claim(createId('run'), 'third', 60_000)).toBeNull();
    });

    it('who takes it next learns how long the driver before had worked since the last event, released or dead', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'first', 60_000);
      const started = await stores.runs.commit(run, [{ type: 'run_started' }], {
        actor: systemActor,
        owner: 'first',
      });
      const afterStart = (ms: number) => new Date(started.updatedAt.getTime() + ms);
      await stores.runs.releaseLease(run.id, 'first', afterStart(5_000));
      expect(await stores.runs.claim(run.id, 'second', -1)).toMatchObject({ lostActiveMs: 5_000 });
      // The driver does not know its run yet, and waiting is no work.
      await stores.runs.renewLease(run.id, 'second', -1);
      expect(await stores.runs.claim(run.id, 'second', -1)).toMatchObject({ lostActiveMs: 5_000 });
      await stores.runs.renewLease(run.id, 'second', -1, afterStart(7_000));
      expect(await stores.runs.claim(run.id, 'third', 60_000)).toMatchObject({ lostActiveMs: 7_000 });
      await stores.runs.releaseLease(run.id, 'third');
      expect(await stores.runs.claim(run.id, 'fourth', 60_000)).toMatchObject({ lostActiveMs: 0 });
    });

    it('a driver that lost it cannot write or renew it', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'first', -1);
      await stores.runs.claim(run.id, 'second', 60_000);
      const late = stores.runs.commit(run, [{ type: 'run_started' }], { actor: systemActor, owner: 'first' });
      await expect(late).rejects.toBeInstanceOf(StaleRun);
      expect(await stores.runs.renewLease(run.id, 'first', 60_000)).toBe(false);
      expect(await stores.runs.renewLease(run.id, 'second', 60_000)).toBe(true);
    });
  });

  describe('machines whose clocks differ by an hour', () => {
    /** Acts on a machine whose clock is so many hours ahead. */
    const at = async <T>(hours: number, work: (runs: RunStore) => Promise<T>): Promise<T> => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
      return work(createRunStore(stores.database)).finally(() => vi.useRealTimers());
    };
    const claim = (runId: RunId, owner: string) => (runs: RunStore) => runs.claim(runId, owner, 60_000);
    const undriven = listUndrivenIds;

    it.each([-1, 1])('agree on who holds a run that was claimed %d h away', async (hours) => {
      const { run } = await write.start();
      expect(await at(hours, claim(run.id, 'first'))).not.toBeNull();
      for (const other of [0, -hours]) {
        expect(await at(other, claim(run.id, 'second'))).toBeNull();
        expect(await at(other, undriven)).toEqual([]);
      }
      expect(await at(hours, (runs) => runs.renewLease(run.id, 'first', -1))).toBe(true);
      for (const other of [0, -hours]) expect(await at(other, undriven)).toEqual([run.id]);
      expect(await at(-hours, claim(run.id, 'second'))).not.toBeNull();
      expect(await at(hours, claim(run.id, 'first'))).toBeNull();
    });

    it.each([-1, 1])('agree on who holds a run that a commit took %d h away', async (hours) => {
      const { run } = await at(hours, (runs) => {
        const reserve = () => ({ owner: 'first', leaseMs: 60_000, take: () => {}, decline: () => {} });
        runs.driveWith({ dispatch: () => {}, reserve });
        return writeRuns(runs).start();
      });
      for (const other of [0, -hours]) {
        expect(await at(other, claim(run.id, 'second'))).toBeNull();
        expect(await at(other, undriven)).toEqual([]);
      }
    });
  });

  describe('a run without a driver', () => {
    const undriven = () => listUndrivenIds(stores.runs);

    it('is listed from the commit that asked for one until a driver takes it, oldest first', async () => {
      const at = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
      const newer = await write.start(at(2));
      const older = await write.start(at(1));
      const waiting = await write.pending();
      await write.answered('Title', {}, 'Done.');
      stores = await stores.reopen();
      expect(await undriven()).toEqual([older.run.id, newer.run.id]);
      await stores.runs.claim(older.run.id, 'driver', 60_000);
      expect(await undriven()).toEqual([newer.run.id]);
      await writeRuns(stores.runs).append(waiting.run, [toApproved(waiting)], localActor);
      expect(await undriven()).toEqual([newer.run.id, waiting.run.id]);
      const people = (await stores.runs.listUndriven()).map(({ startedBy }) => startedBy);
      expect(people).toEqual([newer.run.startedBy, waiting.run.startedBy]);
    });

    it('is not listed once it is stopped, and a commit that lost lists nothing', async () => {
      const pending = await write.pending();
      await write.append(pending.run, [toApproved(pending)], localActor);
      const { run } = await write.start();
      await write.cancel(run);
      expect(await undriven()).toEqual([pending.run.id]);
      await stores.runs.claim(pending.run.id, 'driver', 60_000);
      await expect(write.append(pending.run, [toApproved(pending)], localActor)).rejects.toThrow();
      await stores.runs.releaseLease(pending.run.id, 'other');
      expect(await undriven()).toEqual([]);
    });

    it('is listed when its driver gives it back unfinished, or dies', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'driver', 60_000);
      const by = { actor: systemActor, owner: 'driver' };
      await stores.runs.commit(run, [{ type: 'run_started' }], by);
      expect(await undriven()).toEqual([]);
      await stores.runs.releaseLease(run.id, 'driver');
      expect(await undriven()).toEqual([run.id]);
      await stores.runs.claim(run.id, 'next', 60_000);
      expect(await undriven()).toEqual([]);
      await stores.runs.renewLease(run.id, 'next', -1);
      expect(await undriven()).toEqual([run.id]);
    });

    it('is not listed when its driver gives it back finished', async () => {
      const { run } = await write.start();
      await stores.runs.claim(run.id, 'driver', -1);
      const ended = [{ type: 'run_started' }, { type: 'text_replied', text: 'Done.', activeMs: 1 }] as const;
      await stores.runs.commit(run, ended, { actor: systemActor, owner: 'driver' });
      await stores.runs.releaseLease(run.id, 'driver');
      expect(await undriven()).toEqual([]);
    });

    it('is dispatched once for each commit that asks for a driver', async () => {
      const seen: Promise<Run | null>[] = [];
      const runs = createRunStore(stores.database);
      runs.driveWith({ dispatch: (runId) => seen.push(stores.runs.find(runId)), reserve: () => null });
      const served = writeRuns(runs);
      const { run } = await served.start({}, { key: sampleKey });
      await served.start({}, { key: sampleKey });
      await runs.claim(run.id, 'driver', 60_000);
      await runs.commit(run, [{ type: 'run_started' }], { actor: systemActor, owner: 'driver' });
      await expect(served.append(run, [{ type: 'run_started' }])).rejects.toThrow();
      // What is read may be from after the next commit.
      expect((await Promise.all(seen)).map((found) => found?.id)).toEqual([run.id]);
    });
  });

  describe('a driver of this process', () => {
    it('is found once someone offers it, and a commit before that leaves a request', async () => {
      const runs = createRunStore(stores.database);
      const { run } = await writeRuns(runs).start();
      expect(run.state.status).toBe('queued');
      const taken: RunId[] = [];
      const reserve = () => ({
        owner: 'driver',
        leaseMs: 60_000,
        take: (begun: TakenRun) => taken.push(begun.run.id),
        decline: () => {},
      });
      runs.driveWith({ dispatch: () => {}, reserve });
      const later = await writeRuns(runs).start();
      expect(taken).toEqual([later.run.id]);
      expect(await listUndrivenIds(stores.runs)).toEqual([run.id]);
    });

    /** Creates a store whose driver notes what happens to its reservations. */
    const withDriver = () => {
      const noted: string[] = [];
      const taken: TakenRun[] = [];
      const runs = createRunStore(stores.database);
      runs.driveWith({
        dispatch: () => noted.push('dispatched'),
        reserve: () => ({
          owner: 'driver',
          leaseMs: 60_000,
          take: (run) => {
            noted.push('taken');
            taken.push(run);
          },
          decline: () => noted.push('declined'),
        }),
      });
      return { runs, noted, taken, served: writeRuns(runs) };
    };
    const typesOf = async (runId: RunId) =>
      (await stores.runs.listEvents(runId)).map(({ event, by }) => `${event.type} by ${by}`);

    it('takes a new run in the commit that makes it, and has begun', async () => {
      const { runs, noted, taken, served } = withDriver();
      const { run } = await served.start({}, { key: sampleKey });
      await served.start({}, { key: sampleKey });
      expect(noted).toEqual(['taken', 'declined']);
      const openingMessages = [{ role: 'user', content: 'Please' }];
      const recorded = await stores.runs.listEvents(run.id);
      expect(taken).toEqual([{ run, ledger: { openingMessages, recorded } }]);
      expect(await runs.find(run.id)).toEqual(run);
      expect(run.state.status).toBe('calling_model');
      expect(await stores.runs.renewLease(run.id, 'driver', 60_000)).toBe(true);
      expect(await listUndrivenIds(stores.runs)).toEqual([]);
      await stores.runs.renewLease(run.id, 'driver', -1);
      expect(await listUndrivenIds(stores.runs)).toEqual([run.id]);
    });

    it('takes a run in a commit whose events are reduced once', async () => {
      const pending = await write.pending();
      const { runs, noted } = withDriver();
      let rounds = 0;
      const events = [toApproved(pending)];
      const counted = Object.defineProperty(events, Symbol.iterator, {
        value: () => {
          rounds += 1;
          return events.values();
        },
      });
      await runs.commit(pending.run, counted, { actor: localActor, owner: null });
      expect(noted).toEqual(['taken']);
      expect(rounds).toBe(1);
    });

    it('gets what the writer of the commit has read, and what the commit adds', async () => {
      const pending = await write.pending();
      const { runs, taken } = withDriver();
      const { id } = pending.run;
      const openingMessages = await runs.loadOpeningMessages(id);
      const ledger = { openingMessages, recorded: await runs.listEvents(id) };
      const run = await runs.commit(pending.run, [toApproved(pending)], {
        actor: localActor,
        owner: null,
        ledger,
      });
      expect(taken).toEqual([{ run, ledger: { openingMessages, recorded: await runs.listEvents(id) } }]);
    });

    it('starts the call in the commit of the signature that completes an approval', async () => {
      const pending = await write.pending();
      const { noted, taken, served } = withDriver();
      const run = await served.append(pending.run, [toApproved(pending)], localActor);
      expect(run.state).toEqual({ status: 'tool_running', call: pending.call });
      expect(taken).toEqual([{ run, ledger: null }]);
      expect((await typesOf(run.id)).slice(-2)).toEqual([
        `approval_decided by ${localActor.id}`,
        `tool_started by ${systemActor.id}`,
      ]);
      expect(await stores.approvals.find(pending.approvalId)).toMatchObject({ status: 'approved' });
      expect(await stores.runs.claim(run.id, 'other', 60_000)).toBeNull();
      expect(noted).toEqual(['taken']);
    });

    it('begins before the writer of its commit goes on', async () => {
      const pending = await write.pending();
      const order: string[] = [];
      const runs = createRunStore(stores.database);
      const take = async () => {
        // A driver finds its tools and binds the call first.
        for (let awaited = 0; awaited < 50; awaited += 1) await null;
        order.push('call');
      };
      const reserve = () => ({ owner: 'driver', leaseMs: 60_000, take, decline: () => {} });
      runs.driveWith({ dispatch: () => {}, reserve });
      await runs.commit(pending.run, [toApproved(pending)], { actor: localActor, owner: null });
      order.push('answer');
      expect(order).toEqual(['call', 'answer']);
    });

    it('is not needed for a refusal that ends the run, or for what another writer was faster with', async () => {
      const pending = await write.pending();
      const { noted, served } = withDriver();
      const refused = { decision: 'reject', reason: null } as const;
      await served.append(pending.run, [{ ...toApproved(pending), decision: refused }], localActor);
      expect(noted).toEqual([]);
      await expect(served.append(pending.run, [toApproved(pending)], localActor)).rejects.toThrow(StaleRun);
      expect(noted).toEqual(['declined']);
    });

    it('of ten approvals at once, one is recorded and starts the call', async () => {
      const pending = await write.pending();
      const { noted, served } = withDriver();
      const results = await atOnce(10, () => served.append(pending.run, [toApproved(pending)], localActor));
      expect(fulfilled(results)).toHaveLength(1);
      expect(noted.filter((note) => note === 'taken')).toHaveLength(1);
      const started = (await typesOf(pending.run.id)).filter((event) => event.startsWith('tool_started'));
      expect(started).toHaveLength(1);
    });
  });
}
