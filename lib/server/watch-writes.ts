import type { Database } from '../db/ports/database';
import type { RunWriter } from '../db/ports/run-writer.port';
import type { Tell } from '../telemetry/telemetry.port';

/**
 * Tells how long each write of the database takes, with the time that it waits for its turn, and when an outage
 * begins.
 */
export function watchWrites(database: Database, tell: Tell): Database {
  const timed = async <T>(write: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    let isStored = false;
    try {
      const result = await write();
      isStored = true;
      return result;
    } finally {
      tell({ type: 'database_written', durationMs: performance.now() - startedAt, isStored });
    }
  };
  const { runs } = database;
  const timedRuns: RunWriter = {
    insert: (...facts) => timed(() => runs.insert(...facts)),
    apply: (...facts) => timed(() => runs.apply(...facts)),
    claim: (...facts) => timed(() => runs.claim(...facts)),
    renewLease: (...facts) => timed(() => runs.renewLease(...facts)),
    releaseLease: (...facts) => timed(() => runs.releaseLease(...facts)),
    index: (...facts) => timed(() => runs.index(...facts)),
  };
  let hasOutage = false;
  database.outages.onChange((outage) => {
    // An outage whose reason changes is still the same one.
    if (outage && !hasOutage) tell({ type: 'outage_began' });
    hasOutage = outage !== null;
  });
  return { ...database, runs: timedRuns, write: (...facts) => timed(() => database.write(...facts)) };
}
