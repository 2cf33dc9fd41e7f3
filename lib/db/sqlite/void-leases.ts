import type { Database } from '../database';

/**
 * Frees the runs that earlier servers held when they died, without waiting for their leases to expire. Only for a server that
 * holds the data folder's lock (`lockDataFolder`): the lock proves that no other server lives. Call it before the
 * first claim.
 */
export async function voidLeases({ write }: Database): Promise<void> {
  await write((transaction) =>
    transaction.run.updateMany({
      where: { leaseOwner: { not: null } },
      data: { leaseOwner: null, leaseUntil: null },
    }),
  );
}
