import type { Notices } from '../db/ports/notices.port';
import type { RunReader } from '../db/ports/run-reader.port';
import type { LiveUpdates, RunVersion } from '../runtime/live-updates.port';
import { createRepeater } from '../runtime/repeat';
import type { RunId } from '../shared/ids';
import { reportFailure } from './report-failure';

/** A server asks for the versions of the runs that it shows this often, in milliseconds. */
const askEveryMs = 2_000;

type Parts = {
  notices: Notices;
  runReads: Pick<RunReader, 'listVersions'>;
  isDriven(runId: RunId): boolean;
};

/**
 * Tells viewers of versions whose message was lost: it asks the database every few seconds, and at once when
 * messages arrive again, about the runs that someone watches here and another server may drive. A version that
 * viewers know is not told again, so a late message changes nothing. Returns the repeater, which has not started.
 */
export function lookUpVersions<Live extends LiveUpdates>(
  live: Live,
  { notices, runReads, isDriven }: Parts,
): { live: Live; lookups: { start(): Promise<void>; stop(): Promise<void> } } {
  if (!notices.hasOthers) return { live, lookups: { start: async () => {}, stop: async () => {} } };
  const watched = new Map<RunId, { viewers: number; told: number }>();
  const publishVersion = (run: RunVersion) => {
    const known = watched.get(run.id);
    if (known && run.version <= known.told) return;
    if (known) known.told = run.version;
    live.publishVersion(run);
  };
  const lookups = createRepeater({
    work: async () => {
      const runIds = [...watched.keys()].filter((runId) => !isDriven(runId));
      if (runIds.length === 0) return;
      for (const { id, version } of await runReads.listVersions(runIds))
        publishVersion({ id: id as RunId, version });
    },
    onError: reportFailure('Versions of runs could not be looked up', 'warn'),
    periodMs: askEveryMs,
  });
  notices.onReturn(lookups.hurry);
  const watching: Live = {
    ...live,
    publishVersion,
    subscribe(runId, listener) {
      const unsubscribe = live.subscribe(runId, listener);
      const run = watched.get(runId) ?? { viewers: 0, told: 0 };
      watched.set(runId, run);
      run.viewers += 1;
      let isOver = false;
      return () => {
        unsubscribe();
        if (isOver) return;
        isOver = true;
        run.viewers -= 1;
        if (run.viewers === 0) watched.delete(runId);
      };
    },
  };
  return { live: watching, lookups };
}
