import type { WorkspaceList } from '../contracts/workspaces';
import type { Actor } from '../domain/actor';
import { findLiveNames } from './list-servers';
import type { Services } from './services';

/**
 * Lists all workspaces as they are configured, for those who administer. Who is not in one sees here how it is
 * configured, and nothing of what is in it.
 */
export async function listWorkspaces(
  { installation, servers }: Pick<Services, 'installation' | 'servers'>,
  _actor: Actor,
): Promise<WorkspaceList> {
  const live = await findLiveNames(servers);
  const { workspaces, workspacesFile } = installation;
  return {
    file: workspacesFile,
    workspaces: workspaces.list().map(({ people, server, isHere, ...settings }) => ({
      ...settings,
      people: people === 'everyone' ? null : [...people],
      server,
      state: isHere ? 'here' : server !== null && live.has(server) ? 'elsewhere' : 'silent',
    })),
  };
}
