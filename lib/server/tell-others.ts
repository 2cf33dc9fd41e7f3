import { hostname } from 'node:os';
import type { ServerRow, ServerStore } from '../db/ports/server-store.port';
import { createRepeater } from '../runtime/repeat';
import type { Closers } from './closers';
import { reportFailure } from './report-failure';

/** A server that lives writes its row this often, in milliseconds. */
export const beatMs = 4_000;

/** Admins see a server that was killed for a day. */
const forgetAfterMs = 86_400_000;
/** One that was ending may have been ended before it removed its row. */
const forgetEndingAfterMs = 60_000;

/** Says what this server does now. */
export type OwnFacts = () => Omit<ServerRow, 'heartbeatAt'>;

export function createOwnFacts(
  own: Pick<ServerRow, 'id' | 'name' | 'address' | 'version' | 'startedAt'>,
  work: { isDraining(): boolean; activeRuns(): number; waitingRuns(): number },
): OwnFacts {
  const fixed = { ...own, host: hostname(), processId: process.pid };
  return () => ({
    ...fixed,
    isDraining: work.isDraining(),
    activeRuns: work.activeRuns(),
    waitingRuns: work.waitingRuns(),
  });
}

/**
 * Writes what this server does every few seconds, for the admins who look at the page of another server. It
 * writes nothing where a database has one server. Returns the repeater, which has not started.
 */
export function createHeartbeat(
  { servers, hasOthers, ownFacts }: { servers: ServerStore; hasOthers: boolean; ownFacts: OwnFacts },
  closers: Closers,
) {
  if (!hasOthers) return { start: async () => {} };
  const warn = reportFailure('The other servers could not be told', 'warn');
  const heartbeat = createRepeater({
    work: async () => {
      await servers.beat(ownFacts());
      await servers.removeSilent({ thanMs: forgetAfterMs, endingThanMs: forgetEndingAfterMs });
    },
    onError: warn,
    periodMs: beatMs,
  });
  closers.add(async () => {
    await heartbeat.stop();
    await servers.remove(ownFacts().id).catch(warn);
  });
  return heartbeat;
}
