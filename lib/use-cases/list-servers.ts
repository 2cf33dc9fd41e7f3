import type { ServerList, ServerView } from '../contracts/servers';
import type { ServerRow } from '../db/ports/server-store.port';
import type { Actor } from '../domain/actor';
import type { Services } from './services';

/** A server that lives writes its row every four seconds. */
export const silentAfterMs = 15_000;

/** Lists the servers of the database with their work, and says how many runs wait for one. */
export async function listServers(
  { servers, installation }: Pick<Services, 'servers' | 'installation'>,
  _actor: Actor,
): Promise<ServerList> {
  const [rows, leases, queue, now] = await Promise.all([
    servers.list(),
    servers.countLeases(),
    servers.findQueue(),
    servers.now(),
  ]);
  const own: ServerRow = { ...installation.describeServer(), heartbeatAt: now };
  const others = rows.filter(({ id }) => id !== own.id);
  const toView = (server: ServerRow): ServerView => ({
    id: server.id,
    name: server.name,
    host: server.host,
    processId: server.processId,
    version: server.version,
    startedAt: server.startedAt.toISOString(),
    state: findState(server, now),
    heartbeatAt: server.heartbeatAt.toISOString(),
    isThis: server.id === own.id,
    leases: leases.get(server.id) ?? 0,
    waitingRuns: server.waitingRuns,
  });
  return {
    servers: [own, ...others].map(toView),
    queue: { length: queue.length, oldestAt: queue.oldestAt?.toISOString() ?? null },
  };
}

/** Returns the names of the servers that live. */
export async function findLiveNames(servers: Services['servers']): Promise<ReadonlySet<string>> {
  const [rows, now] = await Promise.all([servers.list(), servers.now()]);
  return new Set(rows.flatMap((row) => (findState(row, now) === 'silent' ? [] : (row.name ?? []))));
}

export function findState({ heartbeatAt, isDraining }: ServerRow, now: Date): ServerView['state'] {
  if (now.getTime() - heartbeatAt.getTime() > silentAfterMs) return 'silent';
  return isDraining ? 'draining' : 'working';
}
