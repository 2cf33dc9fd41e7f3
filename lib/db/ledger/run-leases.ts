import { drivenStatuses } from '../../domain/run';
import type { Database } from '../ports/database';
import type { RunStore } from '../ports/run-store.port';
import { listStartedRuns } from './list-run-ids';
import { toRun } from './run-rows';

/** Creates the part of the runs' store that says who drives a run. */
export function createRunLeases({
  read,
  runs,
  runReads,
}: Database): Pick<RunStore, 'listUndriven' | 'claim' | 'renewLease' | 'releaseLease'> {
  return {
    async listUndriven({ among, workspaceIds } = {}) {
      const now = await runReads.now();
      return listStartedRuns(read, {
        ...(among ? { id: { in: [...among] } } : {}),
        ...(workspaceIds ? { workspaceId: { in: [...workspaceIds] } } : {}),
        OR: [
          { leaseOwner: null, driveRequest: { isNot: null } },
          { leaseUntil: { lt: now }, status: { in: [...drivenStatuses] } },
        ],
      });
    },
    async claim(runId, owner, leaseMs, workspaceId) {
      const row = await runs.claim(runId, owner, leaseMs, workspaceId ?? null);
      if (!row) return null;
      const { heartbeatAt, updatedAt } = row;
      const lostActiveMs = heartbeatAt ? Math.max(0, heartbeatAt.getTime() - updatedAt.getTime()) : 0;
      return { run: toRun(row), lostActiveMs };
    },
    renewLease: (runId, owner, leaseMs, heartbeatAt) =>
      runs.renewLease(runId, owner, { leaseMs, heartbeatAt: heartbeatAt ?? null }),
    releaseLease: (runId, owner, heartbeatAt) => runs.releaseLease(runId, owner, heartbeatAt ?? null),
  };
}
