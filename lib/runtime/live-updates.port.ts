import type { Run } from '../domain/run';
import type { WorkSoFar } from '../domain/run-event';
import type { RunId } from '../shared/ids';

/** A run at one of its versions. */
export type RunVersion = Pick<Run, 'id' | 'version'>;

/**
 * Tells the viewers of a run what happens.
 *
 * Only `publishVersion` may travel between servers, and it carries an id and a number: viewers read the events they have not seen from
 * the store. So any transport will do (PostgreSQL's NOTIFY holds 8,000 bytes), and one that loses, repeats or reorders updates delays
 * viewers until the next one and never misleads them. Work in flight and its text stay in the process that drives the run: a viewer on
 * another server sees the reply when it is stored.
 */
export interface LiveUpdates {
  /**
   * The run has this version now. Call it after the commit. Also ends the work that was in flight at an earlier version: an event
   * has its outcome.
   */
  publishVersion(run: RunVersion): void;

  /** The model is asked, or a tool starts, now. */
  startWork(run: RunVersion): void;
  /** The work in flight has ended, with or without an event. Its text leaves the screen. */
  endWork(runId: RunId): void;
  /** The work in flight at this version of the run, which no event tells yet; zero and empty when there is none. */
  workSoFar(run: RunVersion): WorkSoFar;

  /**
   * Says what the model's server is waited for, in a sentence without a full stop; null: it answers. Text ends the wait as well.
   * Not stored, and dropped when no work is in flight.
   */
  publishWait(runId: RunId, message: string | null): void;
  /**
   * Says what the run waits for before any work can begin; null: it waits for nothing. An event of the run changes nothing about it. Not
   * stored.
   */
  publishTurn(runId: RunId, message: string | null): void;
  /** What is waited for now, for viewers who connect in the middle of it. */
  waitSoFar(runId: RunId): Wait | null;
  /** Shows more text of the reply that is arriving. It is not stored, and dropped when no work is in flight. */
  publishText(runId: RunId, text: string): void;
  /**
   * Says how to read what arrived of the reply so far, if it breaks off: its `partialText`, instead of what is shown. Null: what is shown.
   */
  keepArrived(runId: RunId, readArrived: () => string | null): void;
  /** The text should not have been shown: it is gone for good. */
  withdrawText(runId: RunId): void;
  /** The reply is requested again. Until text arrives, the earlier text stays the reply's `partialText`. */
  restartText(runId: RunId): void;
  /**
   * Text so far of the reply that arrives at this version of the run, for viewers who connect in the middle of it. Empty once an event
   * that they have read holds the reply, published or not.
   */
  textSoFar(run: RunVersion): string;

  /** Tells the viewers of every run why nothing can be saved for now; null: everything is saved again. */
  publishOutage(problem: string | null): void;
  /** What was published last, for viewers who connect later. */
  outage(): string | null;

  subscribe(runId: RunId, listener: (update: LiveUpdate) => void): () => void;
}

/** `since`: when this wait began. `isWork`: it counts as active time of the run. */
export type Wait = { message: string; since: string; isWork: boolean };

export type LiveUpdate =
  /** Events up to this version are stored. */
  | { type: 'version'; version: number }
  | { type: 'text'; text: string }
  | { type: 'text_reset' }
  | { type: 'waiting'; wait: Wait | null }
  /** The database cannot be written, in words for a person; null: it can again. */
  | { type: 'outage'; problem: string | null }
  /** The server is going down: end the stream, the browser will come back. */
  | { type: 'closing' };
