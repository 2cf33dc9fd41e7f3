import { drivenStatuses } from '../domain/run';
import type { RunId } from '../shared/ids';
import type { Database } from './database';
import { requestDrivers, withdrawDriveRequest } from './drive-requests';
import { toRun } from './run-rows';
import type { RunStore } from './run-store.port';

/** The part of the runs' store that says who drives a run. */
export function createRunLeases({
  read,
  write,
}: Database): Pick<RunStore, 'listUndriven' | 'claim' | 'renewLease' | 'releaseLease'> {
  return {
    async listUndriven(now) {
      const rows = await read.run.findMany({
        where: {
          OR: [
            { leaseOwner: null, driveRequest: { isNot: null } },
            { leaseUntil: { lt: now }, status: { in: [...drivenStatuses] } },
          ],
        },
        select: { id: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map((row) => row.id as RunId);
    },
    claim: (runId, owner, leaseMs) =>
      write(async (transaction) => {
        const now = new Date();
        const { count } = await transaction.run.updateMany({
          where: {
            id: runId,
            OR: [{ leaseOwner: null }, { leaseOwner: owner }, { leaseUntil: { lt: now } }],
          },
          data: { leaseOwner: owner, leaseUntil: new Date(now.getTime() + leaseMs) },
        });
        if (count === 0) return null;
        await withdrawDriveRequest(transaction, runId);
        const row = await transaction.run.findUniqueOrThrow({ where: { id: runId } });
        const lostActiveMs = row.heartbeatAt
          ? Math.max(0, row.heartbeatAt.getTime() - row.updatedAt.getTime())
          : 0;
        return { run: toRun(row), lostActiveMs };
      }),
    renewLease: (runId, owner, leaseMs) =>
      write(async (transaction) => {
        const now = new Date();
        const { count } = await transaction.run.updateMany({
          where: { id: runId, leaseOwner: owner },
          data: { leaseUntil: new Date(now.getTime() + leaseMs), heartbeatAt: now },
        });
        return count === 1;
      }),
    releaseLease: (runId, owner) =>
      write(async (transaction) => {
        const { count } = await transaction.run.updateMany({
          where: { id: runId, leaseOwner: owner },
          data: { leaseOwner: null, leaseUntil: null, heartbeatAt: null },
        });
        if (count === 1) await requestDrivers(transaction, [runId]);
      }),
  };
}
