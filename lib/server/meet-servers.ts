import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError } from '../config/config';
import type { ServerRow, ServerStore, WorkspaceMarkerStore } from '../db/ports/server-store.port';
import { log } from '../logging/log';
import { isRunning } from '../tools/process/is-gone';
import { readOrMakeMarker, renewMarker } from '../tools/workspace/marker';
import { silentAfterMs } from '../use-cases/list-servers';
import { beatMs, type OwnFacts } from './tell-others';

/** A server that lives writes its row within this time. */
const watchMs = beatMs + 2_000;
const lookMs = 200;

type Parts = {
  config: Pick<Config, 'workspaces' | 'serverName' | 'serverAddress'>;
  servers: ServerStore;
  markers: WorkspaceMarkerStore;
  ownFacts: OwnFacts;
  /** Says whether this server has the secret that the servers of the database share. */
  isSecretShared(): Promise<boolean>;
};

/**
 * Tells the other servers of the database that this one is there, and checks that they can share the work: all
 * have one secret, no other one has its name, all agree on who has which workspace, and the folders that they
 * share are the same. Throws `ConfigError`.
 */
export async function meetServers(parts: Parts): Promise<void> {
  const { config, servers, markers, ownFacts, isSecretShared } = parts;
  await servers.beat(ownFacts());
  const findEarlier = createFinder(servers, ownFacts());
  const stranger = (await isSecretShared()) ? null : await findEarlier(() => true);
  // One that started at the same time has written by now which secret it shares.
  if (stranger && !(await isSecretShared()))
    throw new ConfigError(
      `The server on ${stranger.host} works on this database with a secret of its own, and several servers need to share one. Set COUNTERSIGN_SECRET_FILE to a copy of its secret.key on each of them, and start that server again first.`,
    );
  const { serverName } = config;
  const rival = serverName === null ? null : await findEarlier(({ name }) => name === serverName);
  if (rival)
    throw new ConfigError(
      `The server on ${rival.host} already has the name “${serverName}”. Give each server of this database a SERVER_NAME of its own.`,
    );
  if (serverName !== null) await forgetNamesakes(servers, ownFacts());
  const owned = config.workspaces.find(({ server }) => server !== null && server === serverName);
  if (owned && config.serverAddress === null)
    log.warn(
      { workspace: owned.id },
      'Other servers pass nothing on to this one, because it has no SERVER_ADDRESS',
    );
  for (const workspace of config.workspaces) {
    const { id, folder, server } = workspace;
    const marker = server === null ? await readOrMakeMarker(folder) : toOwnersMarker(server);
    const agreed = await markers.agree(id, marker);
    if (agreed === marker) continue;
    if (await findEarlier(() => true)) throw new ConfigError(explainConflict(workspace, agreed));
    // Nobody else works now. With a new marker, the folder that had the old one is refused.
    await markers.replace(id, server === null ? await renewMarker(folder) : marker);
    log.warn({ folder, workspace: id }, 'The workspace has another folder or owner now, or lost its marker');
  }
}

/** The marker that is made for a folder is one word. */
const toOwnersMarker = (server: string): string => `server ${server}`;
const isOwnersMarker = (marker: string): boolean => marker.startsWith('server ');

/** Says what the other servers, which agreed on this marker, have otherwise. */
function explainConflict({ name, folder, server }: Config['workspaces'][number], agreed: string): string {
  if (server === null && !isOwnersMarker(agreed))
    return `The folder ${folder} of the workspace “${name}” is not the one of the other servers. Let all of them reach the same storage, or give the workspace to one with “server”.`;
  const here = server === null ? 'all servers' : `the server “${server}”`;
  const there = isOwnersMarker(agreed) ? `the server “${agreed.slice(7)}”` : 'all servers';
  return `The workspace “${name}” is for ${here} here, and for ${there} on the servers that run. Give all servers of this database the same WORKSPACES_FILE, and stop all of them to change who has a workspace.`;
}

/** Only a dead server still has this name, and admins would see it beside the one that came back. */
async function forgetNamesakes(servers: ServerStore, own: Pick<ServerRow, 'id' | 'name'>): Promise<void> {
  const namesakes = (await servers.list()).filter(({ id, name }) => id !== own.id && name === own.name);
  for (const { id } of namesakes) await servers.remove(id);
}

/**
 * Finds a server that started before this one and lives. A killed one leaves its row behind, so a row counts only
 * if it is written again; one that was not is waited for only once, and one whose process was on this machine not
 * at all. Of two that start at once, the later one finds the other.
 */
function createFinder(servers: ServerStore, own: Pick<ServerRow, 'id' | 'startedAt' | 'host'>) {
  const dead = new Set<string>();
  const isEarlier = ({ id, startedAt, host, processId }: ServerRow) =>
    id !== own.id &&
    !dead.has(id) &&
    (host !== own.host || isRunning(processId)) &&
    (startedAt < own.startedAt || (+startedAt === +own.startedAt && id < own.id));
  return async (isMeant: (server: ServerRow) => boolean): Promise<ServerRow | null> => {
    const find = async () => {
      const now = await servers.now();
      const isFresh = ({ heartbeatAt }: ServerRow) => +now - +heartbeatAt < silentAfterMs;
      return (await servers.list()).filter((row) => isEarlier(row) && isFresh(row) && isMeant(row));
    };
    const before = new Map((await find()).map(({ id, heartbeatAt }) => [id, +heartbeatAt]));
    for (let waitedMs = 0; before.size > 0 && waitedMs < watchMs; waitedMs += lookMs) {
      await sleep(lookMs);
      const rows = await find();
      const living = rows.find(({ id, heartbeatAt }) => +heartbeatAt > (before.get(id) ?? Infinity));
      if (living) return living;
      if (rows.length === 0) return null;
    }
    for (const id of before.keys()) dead.add(id);
    return null;
  };
}
