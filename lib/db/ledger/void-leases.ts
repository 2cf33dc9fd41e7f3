import type { Database } from '../ports/database';
import { requestDrivers } from './drive-requests';

/**
 * Frees the runs that earlier servers held when they died, without waiting for their leases to expire. Only a
 * server that holds the data folder's lock (`lockDataFolder`) may call it: the lock proves that no other
 * server is alive. Call it before the first claim.
 */
export async function voidLeases({ write }: Database): Promise<void> {
  await write(async (transaction) => {
    const where = { leaseOwner: { not: null } };
    await transaction.run.updateMany({ where, data: { leaseOwner: null, leaseUntil: null } });
    await requestDrivers(transaction);
  });
}
