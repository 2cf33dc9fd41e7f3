import type { Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import type { RunId } from '../shared/ids';

/** Tells whoever is watching a run what happened. Events are stored before they are published here. */
export interface LiveUpdates {
  publishEvents(run: Run, recorded: readonly RecordedEvent[]): void;
  /** Text of the reply that is arriving; not stored. */
  publishText(runId: RunId, text: string): void;
  resetText(runId: RunId): void;
  /** Text of the current reply so far, for whoever connects in the middle of it. */
  textSoFar(runId: RunId): string;
  subscribe(runId: RunId, listener: (update: LiveUpdate) => void): () => void;
}

export type LiveUpdate =
  | { type: 'events'; run: Run; recorded: readonly RecordedEvent[] }
  | { type: 'text'; text: string }
  | { type: 'text_reset' }
  /** The server is going down: end the stream, the browser will come back. */
  | { type: 'closing' };
