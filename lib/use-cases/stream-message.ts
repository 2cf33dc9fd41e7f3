import type { RunLiveMessage } from '../contracts/runs';

/** A message for the stream; `id` is the run's version after it, for what is stored. Viewers of a run share messages. */
export type StreamMessage = { id: number | null; message: RunLiveMessage };

/**
 * One run as its viewers see it. The feed reads the ledger once and makes each message once, for all of them. It shows
 * only events that are stored.
 */
export type RunFeed = {
  /** The events after `lastVersion`, or a snapshot when the run has no such version; then everything as it happens. */
  watch(lastVersion: number | null, signal: AbortSignal): AsyncGenerator<StreamMessage>;
  close(): void;
};
