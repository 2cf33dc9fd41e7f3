import type { WorkspaceSettings } from '../domain/workspace';
import { AppError } from '../shared/app-error';
import type { Toolbox } from '../tools/toolbox.port';
import type { WorkspaceFiles } from '../tools/workspace/files.port';
import type { SampleFiles } from '../tools/workspace/sample-files.port';

/** These parts work in the folder of one workspace, and reach no other. */
export type WorkspaceParts = { toolbox: Toolbox; files: WorkspaceFiles; samples: SampleFiles };

/** `isHere` says whether this server has the folder. */
type KnownWorkspace = WorkspaceSettings & { isHere: boolean };

/** Holds the workspaces that the reader is in. The server's own work has all of them. */
export interface Workspaces {
  /** Lists them in the order of their file. */
  list(): readonly KnownWorkspace[];
  /** Returns null also for a workspace that the reader is not in. */
  find(id: string): KnownWorkspace | null;
  /**
   * Returns what works in the folder of a workspace. Throws `workspace_unavailable` where this server does not
   * have the folder, and for a workspace that is not configured any longer.
   */
  parts(id: string): WorkspaceParts;
}

type WithWorkspaces = { workspaces: Workspaces };

export function createWorkspaces(
  all: readonly WorkspaceSettings[],
  here: ReadonlyMap<string, WorkspaceParts>,
): Workspaces {
  const known = all.map((settings) => ({ ...settings, isHere: here.has(settings.id) }));
  const workspaces: Workspaces = {
    list: () => known,
    find: (id) => known.find((workspace) => workspace.id === id) ?? null,
    parts(id) {
      const found = here.get(id);
      if (found) return found;
      const server = workspaces.find(id)?.server;
      throw new AppError('workspace_unavailable', whyAbsent(workspaces, id) ?? goneText, {
        ...(server && { server }),
      });
    },
  };
  return workspaces;
}

/** Leaves the workspaces that somebody is in. Null leaves all of them. */
export function narrowWorkspaces(workspaces: Workspaces, open: readonly string[] | null): Workspaces {
  if (open === null) return workspaces;
  const known = workspaces.list().filter(({ id }) => open.includes(id));
  return {
    list: () => known,
    find: (id) => known.find((workspace) => workspace.id === id) ?? null,
    parts(id) {
      if (open.includes(id)) return workspaces.parts(id);
      throw refuseGone();
    },
  };
}

/** Says in two sentences what is wrong with a workspace that is not configured, and what to do. */
export const gone = {
  message: 'This workspace is no longer configured.',
  advice: 'Ask an admin to put it back into the list of workspaces.',
};
const goneText = `${gone.message} ${gone.advice}`;
const refuseGone = () => new AppError('workspace_unavailable', goneText);

/** Says why this server cannot work in a folder, and what to do. Null means that it can. */
export function whyAbsent(workspaces: Pick<Workspaces, 'find'>, id: string): string | null {
  const found = workspaces.find(id);
  if (found === null) return goneText;
  if (found.isHere) return null;
  return `The files of “${found.name}” are on the server “${found.server}”, and this is another one. Open Countersign on that server, or ask an admin to set SERVER_ADDRESS there.`;
}

/** Throws `workspace_unavailable` when no server works in this workspace any longer. */
export function requireConfigured({ workspaces }: WithWorkspaces, id: string): void {
  if (workspaces.find(id) === null) throw refuseGone();
}

/**
 * Finds the workspace that a request names, or the first one that the reader is in. Throws `not_found` for one
 * that the reader is not in, as for one that never existed.
 */
export function pickWorkspace({ workspaces }: WithWorkspaces, id: string | null | undefined): KnownWorkspace {
  if (id !== null && id !== undefined) {
    const found = workspaces.find(id);
    if (!found) throw new AppError('not_found', 'This workspace was removed or never existed.');
    return found;
  }
  const [first] = workspaces.list();
  if (!first)
    throw new AppError('forbidden', 'You are in no workspace. Ask an admin to add your address to one.');
  return first;
}

/** Returns the files of the workspace that a request names. Throws as `pickWorkspace` and `parts` do. */
export const filesOf = (services: WithWorkspaces, id: string | null | undefined): WorkspaceFiles =>
  services.workspaces.parts(pickWorkspace(services, id).id).files;
