import { driveRun } from '../agent/drive-run';
import type { DriverPorts } from '../agent/driver-ports';
import type { TakenRun } from '../db/ports/run-store.port';
import { log } from '../logging/log';
import type { ModelSource } from '../models/model-source.port';
import { createDispatcher } from '../runtime/dispatcher';
import type { LiveUpdates } from '../runtime/live-updates.port';
import { createId, type RunId } from '../shared/ids';
import type { Toolbox } from '../tools/toolbox.port';
import type { Workspaces } from '../use-cases/workspaces';
import type { Telemetry } from './open-telemetry';

/** A lease lasts this long without a heartbeat. Four heartbeats fit in it. */
const leaseMs = 4_000;

const waitingForTurn = 'Waiting for another run to finish';

/**
 * Drives runs in this process under its own owner's name, from the commit that makes them need a driver. It
 * logs every exception that no code foresaw.
 */
export function createRunDispatcher(
  ports: Omit<DriverPorts, 'owner' | 'givenUp' | 'leaseMs' | 'warn' | 'reportBug' | 'toolbox'> & {
    live: LiveUpdates;
    models: ModelSource;
    workspaces: Workspaces;
  },
  maxWorkingRuns: number,
  watchDrive: Telemetry['watchDrive'],
  onRoom: (hasRoom: boolean) => void,
) {
  const { workspaces } = ports;
  const isHere = (workspaceId: string) => workspaces.find(workspaceId)?.isHere ?? false;

  const owner = `${process.pid}.${crypto.randomUUID()}`;
  const givenUp = new Set<RunId>();
  const runningTools = new Set<{ name: string }>();
  const countTools = (toolbox: Toolbox): Toolbox => ({
    ...toolbox,
    async execute(call, signal) {
      const running = { name: call.tool };
      runningTools.add(running);
      try {
        return await toolbox.execute(call, signal);
      } finally {
        runningTools.delete(running);
      }
    },
  });
  const dispatcher = createDispatcher<TakenRun>({
    drive: async (runId, options, taken) => {
      const toolbox = countTools(await workspaces.parts(options.workspaceId).toolbox.keepList());
      const watched = watchDrive({ ...ports, toolbox }, taken);
      await driveRun(
        runId,
        {
          ...ports,
          ...watched.ports,
          // The tools and the run are of one workspace, no matter who asked for the driver.
          runs: {
            ...watched.ports.runs,
            claim: (id, by, ms) => watched.ports.runs.claim(id, by, ms, options.workspaceId),
          },
          owner,
          givenUp,
          leaseMs,
          warn: (message, facts) => log.warn(facts, message),
          reportBug: (error) => {
            const errorId = createId('err');
            log.error({ errorId, runId, err: error }, 'A run met an exception');
            return errorId;
          },
        },
        options,
        taken,
      );
      watched.end();
    },
    maxDriven: maxWorkingRuns,
    maxDrivenOf: (workspaceId) => workspaces.find(workspaceId)?.maxWorkingRuns ?? Number.POSITIVE_INFINITY,
    onRoom,
    onWait: (runId, place) =>
      ports.live.publishTurn(runId, place === null ? null : { message: waitingForTurn, place }),
    onBug: (runId, error) => log.error({ runId, err: error }, 'A run could not be driven'),
  });
  // Another server has the files of some workspaces, and finds the requests of their runs in the database.
  const dispatch: typeof dispatcher.dispatch = (runId, startedBy, workspaceId) => {
    if (isHere(workspaceId)) dispatcher.dispatch(runId, startedBy, workspaceId);
  };
  ports.runs.driveWith({
    dispatch,
    reserve: (runId, startedBy, workspaceId) => {
      if (!isHere(workspaceId)) return null;
      const place = dispatcher.reserve(runId, startedBy, workspaceId);
      return place && { owner, leaseMs, ...place };
    },
  });
  return { ...dispatcher, dispatch, owner, runningTools: () => [...runningTools].map(({ name }) => name) };
}
