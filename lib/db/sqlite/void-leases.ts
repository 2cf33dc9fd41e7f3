import type { Database } from '../database';
import { requestDrivers } from '../drive-requests';

/**
 * Frees the runs that earlier servers held when they died, without waiting for their leases to expire. Only for a server that
 * holds the data folder's lock (`lockDataFolder`): the lock proves that no other server lives. Call it before the
 * first claim.
 */
export async function voidLeases({ write }: Database): Promise<void> {
  await write(async (transaction) => {
    const where = { leaseOwner: { not: null } };
    await transaction.run.updateMany({ where, data: { leaseOwner: null, leaseUntil: null } });
    await requestDrivers(transaction);
  });
}
