import { noWorkspaceLimits } from '../lib/domain/workspace';
import { createWorkspaces, type WorkspaceParts, type Workspaces } from '../lib/use-cases/workspaces';

/** Returns the workspaces of a server that has one, for everyone. */
export function onlyWorkspace(folder: string, parts: WorkspaceParts): Workspaces {
  const settings = {
    id: 'main',
    name: 'Main',
    folder,
    people: 'everyone',
    ...noWorkspaceLimits,
    server: null,
  } as const;
  return createWorkspaces([settings], new Map([['main', parts]]));
}
