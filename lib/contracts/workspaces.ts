import './without-eval';
import * as z from 'zod/mini';

/** Names a workspace in a request. A request without it means the first one that the person is in. */
export const workspaceId = z.optional(z.string().check(z.maxLength(40)));

/** The body of requests that say only where. */
export const workspaceBody = z.strictObject({ workspaceId });

/** Runs of a workspace get no more than this. Null means no limit of its own. */
const limitsOfRuns = { maxSteps: z.nullable(z.number()), maxActiveMs: z.nullable(z.number()) };

/** The person is in this workspace. */
export const ownWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  /** Another server of this name has its files. Null means that the server that answers has them. */
  elsewhere: z.nullable(z.string()),
  ...limitsOfRuns,
});

const workspaceView = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  /** Lists e-mail addresses. Null means everyone. */
  people: z.nullable(z.array(z.string())),
  /** At most this many of its runs work at once on a server. Null means no limit of its own. */
  maxWorkingRuns: z.nullable(z.number()),
  ...limitsOfRuns,
  /** Only the server of this name has the folder. Null means that all servers reach it. */
  server: z.nullable(z.string()),
  /** `silent` means that the server that has the folder is not running, or cannot reach the database. */
  state: z.enum(['here', 'elsewhere', 'silent']),
});

/** `GET /api/settings/workspaces` lists all workspaces, as the file of `WORKSPACES_FILE` has them. */
export const workspaceList = z.object({
  workspaces: z.array(workspaceView),
  /** Null means that there is no such file. */
  file: z.nullable(z.string()),
});
export type WorkspaceList = z.infer<typeof workspaceList>;
export type WorkspaceView = z.infer<typeof workspaceView>;
