import './without-eval';
import * as z from 'zod/mini';

const serverView = z.object({
  id: z.string(),
  /** Workspaces know a server by its SERVER_NAME. Null means that it has none. */
  name: z.nullable(z.string()),
  host: z.string(),
  processId: z.number(),
  version: z.string(),
  startedAt: z.string(),
  /** `silent` means that the server was killed or cannot reach the database. */
  state: z.enum(['working', 'draining', 'silent']),
  heartbeatAt: z.string(),
  /** This server answers the request. */
  isThis: z.boolean(),
  /** Counts the runs that this server drives, by the database. */
  leases: z.number(),
  /** Counts the runs that wait in this server's line. */
  waitingRuns: z.number(),
  /** Names the workspaces whose files only this server has. */
  workspaces: z.array(z.string()),
});
export type ServerView = z.infer<typeof serverView>;

export const serverList = z.object({
  servers: z.array(serverView),
  /** Counts the runs that need a server and have none, and says since when the oldest of them waits. */
  queue: z.object({
    length: z.number(),
    oldestAt: z.nullable(z.string()),
    /** Only the server of this name has the files of these runs, and it is not running. */
    absent: z.array(z.object({ server: z.string(), runs: z.number() })),
  }),
});
export type ServerList = z.infer<typeof serverList>;
