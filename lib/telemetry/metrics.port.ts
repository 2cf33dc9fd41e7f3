/** Holds what only a look at the server tells. A count that cannot be read is null. */
export type Gauges = {
  activeRuns: number;
  /** Counts the active runs that wait until another one finishes. */
  waitingRuns: number;
  /** The first run of the line has waited this long, in milliseconds. Zero means that none waits. */
  oldestWaitMs: number;
  pendingApprovals: number | null;
  unknownOutcomes: number | null;
  openStreams: number;
  isDraining: boolean;
  hasOutage: boolean;
};

export type Metrics = {
  /** This is the media type of what `read` returns. */
  contentType: string;
  /** Returns all figures in the text format of Prometheus. */
  read(): Promise<string>;
};
