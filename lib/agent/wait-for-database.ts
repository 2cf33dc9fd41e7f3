import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../db/database-unavailable.port';
import type { DriverPorts } from './driver-ports';

const pauseMs = { first: 50, most: 2_000 };

/**
 * The driver's ports, with stores that wait while the database is unavailable and then try again: what the driver holds, such as
 * the result of a tool, stays in memory until it is stored, and nothing is done twice. A person's stop shortens one pause;
 * the wait goes on, because the outcome of what was stopped must be stored too. When the server shuts down, each call is tried
 * once more and then throws `DatabaseUnavailable`.
 */
export function waitForDatabase(
  ports: DriverPorts,
  { signal, isShuttingDown }: { signal: AbortSignal; isShuttingDown: () => boolean },
): DriverPorts {
  const { runs, models } = ports;
  const retry = async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let ms = pauseMs.first; ; ms = Math.min(ms * 2, pauseMs.most)) {
      const isLast = isShuttingDown();
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || isLast) throw error;
      }
      await pauseUntil(ms, signal);
    }
  };
  return {
    ...ports,
    models: { ...models, open: (model) => retry(() => models.open(model)) },
    runs: {
      ...runs,
      claim: (...facts) => retry(() => runs.claim(...facts)),
      commit: (...facts) => retry(() => runs.commit(...facts)),
      find: (...facts) => retry(() => runs.find(...facts)),
      listEvents: (...facts) => retry(() => runs.listEvents(...facts)),
      loadOpeningMessages: (...facts) => retry(() => runs.loadOpeningMessages(...facts)),
      releaseLease: (...facts) => retry(() => runs.releaseLease(...facts)),
    },
  };
}

/** Ends early when the signal aborts in between; a signal that has aborted before changes nothing. */
async function pauseUntil(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) await pause(ms);
  else await pause(ms, undefined, { signal }).catch(() => {});
}
