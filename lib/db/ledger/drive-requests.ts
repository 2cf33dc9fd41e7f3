import { drivenStatuses } from '../../domain/run';
import type { WriteTransaction } from '../ports/database';
import { listRunIds } from './list-run-ids';

/**
 * The outbox has a row for each run that needs a driver and has none. The transaction that creates the need
 * also writes the row, so no crash separates the two. `RunWriter` writes it with a run's commit, and this
 * file for runs whose server died.
 */

/** Asks for a driver for every run that needs one and has neither a driver nor a request. */
export async function requestDrivers(transaction: WriteTransaction): Promise<void> {
  const unasked = { status: { in: [...drivenStatuses] }, leaseOwner: null, driveRequest: null };
  const runIds = await listRunIds(transaction, unasked);
  const requestedAt = new Date();
  await transaction.driveRequest.createMany({ data: runIds.map((runId) => ({ runId, requestedAt })) });
}
