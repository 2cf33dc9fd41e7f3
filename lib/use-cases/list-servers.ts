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
  const all = [own, ...rows.filter(({ id }) => id !== own.id)];
  const live = namesOfLive(all, now);
  const owned = installation.workspaces.list().filter(({ server }) => server !== null);
  // The row of an earlier start of the same server stays for a while, and owns nothing any longer.
  const isOwner = (server: ServerRow, name: string | null) =>
    server.name === name && (findState(server, now) !== 'silent' || !live.has(server.name ?? ''));
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
    workspaces: owned.filter((one) => isOwner(server, one.server)).map(({ name }) => name),
  });
  const absent = new Map<string, number>();
  for (const { id, server } of owned) {
    const runs = queue.byWorkspace.get(id) ?? 0;
    if (server !== null && runs > 0 && !live.has(server))
      absent.set(server, (absent.get(server) ?? 0) + runs);
  }
  return {
    servers: all.map(toView),
    queue: {
      length: queue.length,
      oldestAt: queue.oldestAt?.toISOString() ?? null,
      absent: [...absent].map(([server, runs]) => ({ server, runs })),
    },
  };
}

/** Returns the names of the servers that live. */
export async function findLiveNames(servers: Services['servers']): Promise<ReadonlySet<string>> {
  const [rows, now] = await Promise.all([servers.list(), servers.now()]);
  return namesOfLive(rows, now);
}

const namesOfLive = (rows: readonly ServerRow[], now: Date): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => (findState(row, now) === 'silent' ? [] : (row.name ?? []))));

export function findState({ heartbeatAt, isDraining }: ServerRow, now: Date): ServerView['state'] {
  if (now.getTime() - heartbeatAt.getTime() > silentAfterMs) return 'silent';
  return isDraining ? 'draining' : 'working';
}
