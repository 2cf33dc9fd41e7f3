/** One server that works on the database. */
export type ServerRow = {
  /** Leases have this owner. */
  id: string;
  /** Workspaces may belong to the server of this name. Null means that it has none. */
  name: string | null;
  /** Other servers pass requests for its files on to this origin. Null means that it named none. */
  address: string | null;
  host: string;
  processId: number;
  version: string;
  /** By the clock of the database, too, as that of `heartbeatAt`. */
  startedAt: Date;
  /** The clock of the database says when the server last wrote its row. */
  heartbeatAt: Date;
  isDraining: boolean;
  activeRuns: number;
  waitingRuns: number;
};

/** Keeps who works on the database. A row proves nothing: leases say who drives a run. */
export interface ServerStore {
  /** Writes the row of a server, with the time of the database's clock. */
  beat(server: Omit<ServerRow, 'heartbeatAt'>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes servers that have been silent for longer than this. One that was ending has its own limit. */
  removeSilent(longer: { thanMs: number; endingThanMs: number }): Promise<void>;
  /** Lists the servers, the one that started first at the beginning. */
  list(): Promise<readonly ServerRow[]>;
  /** Counts the leases that have not expired, by their owner. */
  countLeases(): Promise<ReadonlyMap<string, number>>;
  /** Says how many runs need a driver and have none, also by workspace, and since when the oldest of them. */
  findQueue(): Promise<{
    length: number;
    oldestAt: Date | null;
    byWorkspace: ReadonlyMap<string, number>;
  }>;
  /** Reads the database's clock, to which the times of the rows belong. */
  now(): Promise<Date>;
}

/** Keeps which folder each workspace has that several servers share, by the marker in it. */
export interface WorkspaceMarkerStore {
  /** Keeps the marker if there is none yet. Returns the one that is kept. */
  agree(workspaceId: string, marker: string): Promise<string>;
  replace(workspaceId: string, marker: string): Promise<void>;
}
