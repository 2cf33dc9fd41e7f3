import type { Database } from '../db/ports/database';
import { createServerStore } from '../db/stores/server-store';
import { BackupRefused } from '../db/upkeep/backup-file';
import { silentAfterMs } from '../use-cases/list-servers';

/**
 * Throws when a server works on the database. Servers that share one tell each other that they live, and one that
 * was killed is silent soon.
 */
export async function requireStopped(database: Database): Promise<void> {
  const servers = createServerStore(database);
  const now = (await servers.now()).getTime();
  const living = (await servers.list()).find(
    ({ heartbeatAt }) => now - heartbeatAt.getTime() < silentAfterMs,
  );
  if (living)
    throw new BackupRefused(
      `A server works on the database (process ${living.processId} on ${living.host}). Stop it. If it was killed, wait 15 seconds.`,
    );
}
