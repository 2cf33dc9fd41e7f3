import { drivenStatuses } from '../domain/run';
import type { RunId } from '../shared/ids';
import type { WriteTransaction } from './database';

/**
 * The outbox: a row for each run that needs a driver and has none. It is written in the transaction that made it so, so no crash
 * separates the two: by `RunWriter` with a run's commit, and here for runs whose server died.
 */

/** Asks for a driver for those of these runs that need one. Asking again changes nothing. */
export async function requestDrivers(transaction: WriteTransaction, runIds: readonly RunId[]): Promise<void> {
  const runs = await transaction.run.findMany({
    where: { id: { in: [...runIds] }, status: { in: [...drivenStatuses] } },
    select: { id: true },
  });
  const asked = await transaction.driveRequest.findMany({
    where: { runId: { in: runs.map(({ id }) => id) } },
    select: { runId: true },
  });
  const isAsked = new Set(asked.map(({ runId }) => runId));
  const requestedAt = new Date();
  await transaction.driveRequest.createMany({
    data: runs.filter(({ id }) => !isAsked.has(id)).map(({ id: runId }) => ({ runId, requestedAt })),
  });
}
