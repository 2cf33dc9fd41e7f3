import path from 'node:path';
import { isHere, mainWorkspaceId, noWorkspaceLimits, type WorkspaceSettings } from '../domain/workspace';
import { findExposure } from './find-exposure';
import { readWorkspaces } from './read-workspaces';

type Variables = {
  COUNTERSIGN_PROFILE: 'local' | 'team';
  WORKSPACE_DIR: string;
  WORKSPACES_FILE?: string | undefined;
  SERVER_NAME?: string | undefined;
};

type Found = {
  workspaces: readonly WorkspaceSettings[];
  workspacesFile: string | null;
  serverName: string | null;
};

/**
 * Finds the workspaces: those of the file, or the one of `WORKSPACE_DIR`. Returns in a sentence why they cannot
 * work. Folders that only another server has are for that server to check.
 */
export function findWorkspaces(
  variables: Variables,
  places: { dataDir: string; databaseFile: string | null; secretFile: string | null },
): Found | { problem: string } {
  const serverName = variables.SERVER_NAME ?? null;
  const workspacesFile = variables.WORKSPACES_FILE ? path.resolve(variables.WORKSPACES_FILE) : null;
  const read =
    workspacesFile === null
      ? { workspaces: [toOnly(path.resolve(variables.WORKSPACE_DIR))] }
      : readWorkspaces(workspacesFile);
  if ('problem' in read) return read;
  const { workspaces } = read;
  const problem =
    findUnusable(workspaces, variables.COUNTERSIGN_PROFILE, serverName, places.databaseFile !== null) ??
    findExposure({
      ...places,
      workspacesFile,
      workspaces: workspaces.filter((workspace) => isHere(workspace, serverName)),
    });
  return problem === null ? { workspaces, workspacesFile, serverName } : { problem };
}

const toOnly = (folder: string): WorkspaceSettings => ({
  id: mainWorkspaceId,
  name: 'Main',
  folder,
  people: 'everyone',
  ...noWorkspaceLimits,
  server: null,
});

function findUnusable(
  workspaces: readonly WorkspaceSettings[],
  profile: 'local' | 'team',
  serverName: string | null,
  isAlone: boolean,
): string | null {
  const closed = workspaces.find(({ people }) => people !== 'everyone');
  if (profile === 'local' && closed)
    return `The workspace “${closed.name}” lists people, but without accounts there is only one person. Set COUNTERSIGN_PROFILE=team, or remove “people”.`;
  const elsewhere = workspaces.find((workspace) => !isHere(workspace, serverName));
  if (isAlone && elsewhere)
    return `The workspace “${elsewhere.name}” belongs to the server “${elsewhere.server}”, but a SQLite database has only one server. Set SERVER_NAME=${elsewhere.server} for it, use DATABASE_URL=postgresql://… for several servers, or remove “server”.`;
  return null;
}
