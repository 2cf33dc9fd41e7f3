import '../logging/testing/quiet-log';
import { expect, it, vi } from 'vitest';
import type { ServerStore } from '../db/ports/server-store.port';
import { createClosers } from './closers';
import { createHeartbeat, createOwnFacts } from './tell-others';

const work = { isDraining: () => false, activeRuns: () => 2, waitingRuns: () => 1 };
const ownFacts = createOwnFacts(
  { id: 'this', name: 'alpha', address: null, version: '1.0.0', startedAt: new Date() },
  work,
);

function open(hasOthers: boolean, answer: () => Promise<void> = async () => {}) {
  const servers = { beat: vi.fn(answer), remove: vi.fn(answer), removeSilent: vi.fn(answer) };
  const closers = createClosers();
  const options = { servers: servers as unknown as ServerStore, hasOthers, ownFacts };
  return { servers, closers, heartbeat: createHeartbeat(options, closers) };
}

it('a server tells the others of its database what it does, and that it has ended', async () => {
  const { servers, closers, heartbeat } = open(true);
  await heartbeat.start();
  const facts = { id: 'this', version: '1.0.0', activeRuns: 2, waitingRuns: 1, isDraining: false };
  expect(servers.beat.mock.calls).toEqual([[expect.objectContaining(facts)]]);
  expect(servers.remove).not.toHaveBeenCalled();
  await closers.closeAll();
  expect(servers.remove.mock.calls).toEqual([['this']]);
});

it('a server that is alone writes nothing', async () => {
  const { servers, closers, heartbeat } = open(false);
  await heartbeat.start();
  await closers.closeAll();
  for (const name of ['beat', 'remove', 'removeSilent'] as const)
    expect(servers[name]).not.toHaveBeenCalled();
});

it('a heartbeat that fails prevents neither the start nor the end', async () => {
  const { servers, closers, heartbeat } = open(true, () => Promise.reject(new Error('The database is away')));
  await heartbeat.start();
  await closers.closeAll();
  expect([servers.beat.mock.calls.length, servers.remove.mock.calls.length]).toEqual([1, 1]);
});
