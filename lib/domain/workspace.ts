import type { ActorId } from '../shared/ids';

/** A workspace without a file of workspaces has this id, and so has everything older than workspaces. */
export const mainWorkspaceId = 'main';

/** Describes a workspace as it is configured: a folder, the people who are in it, and its limits. */
export type WorkspaceSettings = {
  /** This is a slug. Conversations and runs keep it. */
  id: string;
  name: string;
  /** The path is absolute. */
  folder: string;
  /** Lists the e-mail addresses of accounts in lower case, or lets everyone in. */
  people: 'everyone' | readonly string[];
  /** At most this many of its runs work at once on a server. Null leaves it to the server's own limit. */
  maxWorkingRuns: number | null;
  /** Its runs get no more than this, whatever their workflow asks for. Null means no limit of its own. */
  maxSteps: number | null;
  maxActiveMs: number | null;
  /** Only the server of this name has the folder. Null means that every server reaches it. */
  server: string | null;
};

export const noWorkspaceLimits = { maxWorkingRuns: null, maxSteps: null, maxActiveMs: null } as const;

/** Tells whether the server of this name has the folder of a workspace. */
export const isHere = ({ server }: Pick<WorkspaceSettings, 'server'>, serverName: string | null): boolean =>
  server === null || server === serverName;

/** Tells whether the person with this address is in a workspace. Null is somebody without an account. */
export function isMember({ people }: Pick<WorkspaceSettings, 'people'>, email: string | null): boolean {
  return people === 'everyone' || (email !== null && people.includes(email.toLowerCase()));
}

/**
 * Says which conversations a person reads by their workspace: those of `open`, and of the workspaces that are no
 * longer configured only those that the person started.
 */
export type OpenWorkspaces = { open: readonly string[]; configured: readonly string[] };

/** Tells whether something of a workspace is open to the person who goes by these ids. */
export function isOpenTo(
  { open, configured }: OpenWorkspaces,
  ids: readonly ActorId[],
  thing: { workspaceId: string; ownerId: string },
): boolean {
  if (open.includes(thing.workspaceId)) return true;
  return !configured.includes(thing.workspaceId) && (ids as readonly string[]).includes(thing.ownerId);
}
