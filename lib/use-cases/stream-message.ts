import type { RunLiveMessage } from '../contracts/runs';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { RunId } from '../shared/ids';
import type { SharedOpen } from './shared-open';

/**
 * Holds a message for the stream. For a stored event, `id` is the run's version after it. Viewers of a run
 * share messages.
 */
export type StreamMessage = { id: number | null; message: RunLiveMessage };

/**
 * Shows one run to all its viewers. The feed reads the ledger once and makes each message once, for all of
 * them. It shows only stored events.
 */
export type RunFeed = {
  /**
   * Sends the events after `lastVersion`, or a snapshot when the run has no such version, then everything as
   * it happens.
   */
  watch(reader: Actor, lastVersion: number | null, signal: AbortSignal): AsyncGenerator<StreamMessage>;
  close(): void;
};

/** Each run that is being watched has one feed for all its viewers. */
export type RunFeeds = Pick<SharedOpen<RunId, RunFeed>, 'isUsed'> & {
  /** Opens the feed of the run that `find` reads, unless it is open. Call `release` once when you are done. */
  use(runId: RunId, find: () => Promise<Run>): ReturnType<SharedOpen<RunId, RunFeed>['use']>;
};
