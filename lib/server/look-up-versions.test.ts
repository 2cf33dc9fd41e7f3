import '../logging/testing/quiet-log';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noNotices } from '../db/ports/notices.port';
import { createLiveUpdates } from '../runtime/live-updates';
import { createId, type RunId } from '../shared/ids';
import { lookUpVersions } from './look-up-versions';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const id = createId('run');

/** Opens a server whose database has the run at the version that `stored` names. */
function open(driven: readonly RunId[] = []) {
  const stored = { version: 2 };
  const listVersions = vi.fn(async (_runIds: readonly RunId[]) => [{ id, version: stored.version }]);
  let returnNow = () => {};
  const onReturn = (listener: () => void) => {
    returnNow = listener;
  };
  const { live, lookups } = lookUpVersions(createLiveUpdates(), {
    notices: { ...noNotices, hasOthers: true, onReturn },
    runReads: { listVersions },
    isDriven: (runId) => driven.includes(runId),
  });
  const told: unknown[] = [];
  const watch = () => live.subscribe(id, (update) => told.push(update));
  return { live, lookups, listVersions, stored, told, watch, returnNow: () => returnNow() };
}

const version = (number: number) => ({ type: 'version', version: number });

it('tells a version that no message told, each once, and no older one afterwards', async () => {
  const { live, lookups, stored, told, watch } = open();
  watch();
  await lookups.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([version(2)]);
  stored.version = 4;
  await vi.advanceTimersByTimeAsync(2_000);
  live.publishVersion({ id, version: 3 });
  live.publishVersion({ id, version: 4 });
  live.publishVersion({ id, version: 5 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told).toEqual([version(2), version(4), version(5)]);
  await lookups.stop();
});

it('asks at once when messages arrive again, and no longer after the end', async () => {
  const { lookups, stored, told, watch, returnNow } = open();
  watch();
  await lookups.start();
  stored.version = 3;
  returnNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([version(2), version(3)]);
  await lookups.stop();
  stored.version = 4;
  returnNow();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toHaveLength(2);
});

it('asks nothing when nobody watches, or this server drives the run', async () => {
  const nobody = open();
  nobody.watch()();
  const driving = open([id]);
  driving.watch();
  for (const { lookups, listVersions } of [nobody, driving]) {
    await lookups.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(listVersions).not.toHaveBeenCalled();
    await lookups.stop();
  }
});

it('changes nothing on a database with one server', () => {
  const live = createLiveUpdates();
  const runReads = { listVersions: async () => [] };
  expect(lookUpVersions(live, { notices: noNotices, runReads, isDriven: () => false }).live).toBe(live);
});
