import type { RunStore } from '../db/ports/run-store.port';
import type { ServerStore } from '../db/ports/server-store.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import { createRepeater } from '../runtime/repeat';
import type { RunId } from '../shared/ids';
import { findLiveNames } from '../use-cases/list-servers';
import type { Workspaces } from '../use-cases/workspaces';
import type { Closers } from './closers';
import { reportFailure } from './report-failure';
import { beatMs } from './tell-others';

type Parts = {
  workspaces: Workspaces;
  servers: ServerStore;
  runs: Pick<RunStore, 'listUndriven'>;
  live: Pick<LiveUpdates, 'publishTurn'>;
};

/**
 * Tells the viewers of runs which wait for a server that is not running. Returns the repeater, which has not
 * started.
 */
export function createWaitTeller({ workspaces, servers, runs, live }: Parts, closers: Closers) {
  const elsewhere = workspaces.list().filter(({ isHere }) => !isHere);
  if (elsewhere.length === 0) return { start: async () => {} };
  let told = new Set<RunId>();
  const teller = createRepeater({
    work: async () => {
      const names = await findLiveNames(servers);
      const absent = elsewhere.filter(({ server }) => server === null || !names.has(server));
      const waiting =
        absent.length === 0 ? [] : await runs.listUndriven({ workspaceIds: absent.map(({ id }) => id) });
      const before = told;
      told = new Set(waiting.map(({ id }) => id));
      for (const runId of before) if (!told.has(runId)) live.publishTurn(runId, null);
      for (const { id, workspaceId } of waiting) {
        const server = absent.find((workspace) => workspace.id === workspaceId)?.server;
        if (!before.has(id))
          live.publishTurn(id, { message: `Waiting for the server “${server}”, which is not running` });
      }
    },
    onError: reportFailure('Runs of other servers could not be looked up', 'warn'),
    periodMs: beatMs,
  });
  closers.add(() => teller.stop());
  return teller;
}
