import { oncePerProcess } from '../shared/once-per-process';

/** The part of the application that ends with the process. */
export type EndingApp = {
  /**
   * Takes no further run, hands the runs over between two steps and ends event streams. Resolves when no tool
   * runs. Tools go on until the signal aborts.
   */
  drain(toolsMustEnd: AbortSignal): Promise<void>;
  /** Names the tools that run now, one name for each call. */
  runningTools(): readonly string[];
  /** Ends event streams, stops running work and closes the database. Unfinished runs continue at the next start. */
  shutDown(): Promise<void>;
};

/**
 * Connects the HTTP entry, which ends the process, with the application in Next's copy of the modules. `app`
 * is null until the application begins to start. It does not begin once the process has begun to end.
 */
export const shutdown = oncePerProcess(
  'shutdown',
  (): { app: Promise<EndingApp> | null; hasBegun: boolean } => ({ app: null, hasBegun: false }),
);
