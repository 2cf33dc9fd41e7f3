import type { Run } from '../domain/run';
import type { WorkSoFar } from '../domain/run-event';
import type { RunId } from '../shared/ids';

/** Holds a run at one of its versions. */
export type RunVersion = Pick<Run, 'id' | 'version'>;

/**
 * Tells the viewers of a run what happens.
 *
 * `publishVersion` carries an id and a number: viewers read the events that they have not seen from the store.
 * So any transport between servers will do (PostgreSQL's NOTIFY holds 8,000 bytes). A transport that loses,
 * repeats or reorders updates delays viewers (`lookUpVersions`) and never misleads them. The text of work in
 * flight travels in pieces (`shareTexts`), and a viewer on another server sees none of it beyond a lost piece.
 */
export interface LiveUpdates {
  /**
   * Says that the run has this version now. Call it after the commit. It also ends the work that was in
   * flight at an earlier version, because an event has the outcome of that work.
   */
  publishVersion(run: RunVersion): void;

  /** Says that the model is asked, or that a tool starts, now. */
  startWork(run: RunVersion): void;
  /** Says that the work in flight has ended, with or without an event. Its text leaves the screen. */
  endWork(runId: RunId): void;
  /**
   * Returns the work in flight at this version of the run, which no event tells yet. It is zero and empty
   * when there is none.
   */
  workSoFar(run: RunVersion): WorkSoFar;

  /**
   * Says why the run waits for the model's server, in a sentence without a period at the end. Null means that
   * the server answers. Text also ends the wait. The message is not stored, and is dropped when no work is in
   * flight.
   */
  publishWait(runId: RunId, message: string | null): void;
  /**
   * Says what the run waits for before any work can begin, and if in a line, at which place. Null means that it
   * waits for nothing. Events of the run do not change this. It is not stored.
   */
  publishTurn(runId: RunId, turn: { message: string; place?: number } | null): void;
  /** Returns the current wait, for viewers who connect during it. */
  waitSoFar(runId: RunId): Wait | null;
  /**
   * Shows more text of the reply that is arriving. The text is not stored, and is dropped when no work is in
   * flight.
   */
  publishText(runId: RunId, text: string): void;
  /**
   * Says how to read the text that arrived so far, in case the reply breaks off. The result becomes the
   * reply's `partialText` in place of the shown text. Null means the shown text.
   */
  keepArrived(runId: RunId, readArrived: () => string | null): void;
  /** Removes the shown text for good, because viewers should not have seen it. */
  withdrawText(runId: RunId): void;
  /**
   * Says that the reply is requested again. Until text arrives, the earlier text stays the reply's
   * `partialText`.
   */
  restartText(runId: RunId): void;
  /**
   * Returns the text so far of the reply that arrives at this version of the run, for viewers who connect
   * during it. The text is empty once an event that they have read holds the reply, published or not.
   */
  textSoFar(run: RunVersion): string;

  /**
   * Tells the viewers of every run why nothing can be saved for now. Null means that the server saves
   * everything again.
   */
  publishOutage(problem: string | null): void;
  /** Returns the last published outage, for viewers who connect later. */
  outage(): string | null;

  subscribe(runId: RunId, listener: (update: LiveUpdate) => void): () => void;
}

/**
 * `since` says when this wait began. `isWork` means that it counts as active time of the run. `place` is the
 * run's place in the line of those that wait for others.
 */
export type Wait = { message: string; since: string; isWork: boolean; place?: number };

export type LiveUpdate =
  /** Events up to this version are stored. */
  | { type: 'version'; version: number }
  | { type: 'text'; text: string }
  | { type: 'text_reset' }
  | { type: 'waiting'; wait: Wait | null }
  /**
   * The server cannot write to the database. `problem` tells a person why; null means that the server can
   * write again.
   */
  | { type: 'outage'; problem: string | null }
  /** The server is shutting down: end the stream, and the browser will connect again. */
  | { type: 'closing' };
