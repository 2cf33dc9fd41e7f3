import type { Database } from '../ports/database';
import { requestDrivers } from './drive-requests';

/**
 * Frees the runs that earlier servers held when they died. Where this is the only server, it does not wait for
 * their leases to expire: the lock of the data folder (`lockDataFolder`) proves that no other server is alive.
 * Call it before the first claim.
 */
export async function voidLeases({ write, notices, runReads }: Database): Promise<void> {
  const isOver = notices.hasOthers ? { leaseUntil: { lt: await runReads.now() } } : {};
  await write(async (transaction) => {
    const where = { leaseOwner: { not: null }, ...isOver };
    await transaction.run.updateMany({ where, data: { leaseOwner: null, leaseUntil: null } });
    await requestDrivers(transaction);
  });
}
