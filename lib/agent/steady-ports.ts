import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseUnavailable } from '../db/ports/database-unavailable.port';
import { noWork } from '../domain/run-event';
import type { DriverPorts } from './driver-ports';

type Stop = { signal: AbortSignal; isShuttingDown: () => boolean };

const pauseMs = { first: 50, most: 2_000 };

/**
 * Wraps the driver's ports for the loop: stores wait for their database, and live updates never fail a run.
 */
export function steadyPorts(ports: DriverPorts, stop: Stop): DriverPorts {
  return { ...waitForDatabase(ports, stop), live: quietLive(ports.live, ports.reportBug) };
}

/**
 * Stores wait while the database is unavailable, and then try again. The driver keeps its data, such as a
 * tool's result, in memory until a store has it, so nothing is done twice. A person's stop shortens one
 * pause; the wait goes on, because a store must record the outcome of the stopped work too. When the server
 * shuts down, each call is tried once more and then throws `DatabaseUnavailable`.
 */
function waitForDatabase(ports: DriverPorts, { signal, isShuttingDown }: Stop): DriverPorts {
  const { runs, rules, models, modelChecks } = ports;
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
    rules: { list: () => retry(() => rules.list()), signing: () => retry(() => rules.signing()) },
    modelChecks: {
      findSchemaUse: (model) => retry(() => modelChecks.findSchemaUse(model)),
      noteSchemaRefused: (model) => retry(() => modelChecks.noteSchemaRefused(model)),
    },
    runs: {
      ...runs,
      claim: (...facts) => retry(() => runs.claim(...facts)),
      commit: (...facts) => retry(() => runs.commit(...facts)),
      find: (...facts) => retry(() => runs.find(...facts)),
      listEvents: (...facts) => retry(() => runs.listEvents(...facts)),
      loadLedger: (...facts) => retry(() => runs.loadLedger(...facts)),
      loadOpeningMessages: (...facts) => retry(() => runs.loadOpeningMessages(...facts)),
      releaseLease: (...facts) => retry(() => runs.releaseLease(...facts)),
    },
  };
}

/**
 * Ends the pause early when the signal aborts during it. A signal that has aborted before changes nothing.
 */
async function pauseUntil(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) await pause(ms);
  else await pause(ms, undefined, { signal }).catch(() => {});
}

/** Viewers read again what they missed, so live updates never fail a run. Reports the first failure. */
function quietLive(live: DriverPorts['live'], report: DriverPorts['reportBug']): DriverPorts['live'] {
  let isReported = false;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!isReported) report(error);
      isReported = true;
    }
  };
  return {
    publishVersion: (run) => attempt(() => live.publishVersion(run)),
    startWork: (run) => attempt(() => live.startWork(run)),
    endWork: (runId) => attempt(() => live.endWork(runId)),
    workSoFar(run) {
      let work = noWork;
      attempt(() => {
        work = live.workSoFar(run);
      });
      return work;
    },
    publishWait: (runId, message) => attempt(() => live.publishWait(runId, message)),
    publishText: (runId, text) => attempt(() => live.publishText(runId, text)),
    keepArrived: (runId, read) => attempt(() => live.keepArrived(runId, read)),
    withdrawText: (runId) => attempt(() => live.withdrawText(runId)),
    restartText: (runId) => attempt(() => live.restartText(runId)),
  };
}
