import type { Actor } from '../domain/actor';
import type { Presentation } from '../domain/presentation';
import type { Run } from '../domain/run';
import type { RecordedEvent, RunEvent } from '../domain/run-event';
import type { TranscriptMessage } from '../domain/transcript';
import type { CallId, ConversationId, RunId } from '../shared/ids';
import type { DamagedRow } from './damaged-row.port';
import type { RunSize } from './run-reader.port';

/**
 * Runs and their ledger. Every write is one transaction and is on disk when its promise resolves. What reads throws `DamagedRow` for a
 * row that cannot be used; lists have it in the place of the item.
 */
export interface RunStore {
  /**
   * Writes conversation (when new), message, run, prompt snapshot, workflow revision and the first event. A
   * run with the same idempotency key is answered instead of a second one (`isNew: false`), and whether the request that started it
   * had the same hash. Throws `AppError`
   * `run_active` while another run of the conversation is active, `not_found` when there is no conversation.
   */
  create(request: CreateRun): Promise<CreatedRun>;

  /** The run that an earlier request with this key started. Null: there was none. */
  findStarted(request: KeyedRequest): Promise<StartedEarlier | null>;
  find(runId: RunId): Promise<Run | null>;
  /** Its latest runs, oldest first: all of them unless `limit` is given. `cursor` (`lib/shared/cursor`): those behind a place. */
  listOfConversation(
    conversationId: ConversationId,
    selection?: { cursor?: string | null; kind?: Run['kind']; limit?: number },
  ): Promise<(Run | DamagedRow)[]>;
  /** The same runs as `listOfConversation` has, latest first, without reading them: for choosing how many to read. */
  listSizes(
    conversationId: ConversationId,
    selection: { cursor: string | null; limit: number },
  ): Promise<RunSize[]>;
  /** Events with a version above `afterVersion`, oldest first and without a gap. */
  listEvents(runId: RunId, afterVersion?: number): Promise<RecordedEvent[]>;
  loadOpeningMessages(runId: RunId): Promise<TranscriptMessage[]>;
  loadSystemPromptId(runId: RunId): Promise<string>;

  /**
   * Runs that need a driver and have none: a commit asked for one, or the lease of the one they had has expired at `now`.
   * Oldest first.
   */
  listUndriven(now: Date): Promise<RunId[]>;

  /**
   * Takes the run for `owner` until `leaseMs` from now, if no other process holds it; the request for a driver is met with
   * it. Null: another process holds it, or the run is gone. `lostActiveMs` is the time that the driver before had spent since the last event.
   */
  claim(runId: RunId, owner: string, leaseMs: number): Promise<{ run: Run; lostActiveMs: number } | null>;
  /**
   * False: the lease was lost. `heartbeatAt`: the time of the run's last event plus the active time since then, by a clock that
   * nobody sets. Without it, the one that was noted before stays.
   */
  renewLease(runId: RunId, owner: string, leaseMs: number, heartbeatAt?: Date): Promise<boolean>;
  /** Gives the run back. If it still needs a driver, one is asked for. `heartbeatAt`: as for `renewLease`. Default: the time of the last event. */
  releaseLease(runId: RunId, owner: string, heartbeatAt?: Date): Promise<void>;

  /**
   * Appends events and writes their sum, with the rows that follow from them (calls, approvals, messages, the
   * conversation's active run), in one transaction. Throws `StaleRun` when the run has moved on since `run`
   * was read, or when `owner` is given and no longer holds the lease.
   *
   * A run that needs a driver after this gets one in the same transaction, unless `owner`, its driver, wrote this: a driver of this
   * process takes it and begins its work (`run_started`, `tool_started`), or one is requested.
   */
  commit(run: Run, events: readonly RunEvent[], by: { actor: Actor; owner: string | null }): Promise<Run>;
}

export type KeyedRequest = {
  idempotencyKey: string;
  /** Tells another request with this key from the same one sent again. */
  requestHash: string;
};

export type StartedEarlier = { run: Run; isSameRequest: boolean };

export type CreatedRun = StartedEarlier & { isNew: boolean };

export type CreateRun = {
  run: Run;
  /** Used for a new conversation, and for one that is still untitled. */
  conversationTitle: string;
  isNewConversation: boolean;
  message: string | null;
  openingMessages: TranscriptMessage[];
  systemPrompt: { id: string; version: number };
  workflow: { id: string; revision: string; source: string } | null;
  /** Null: every such request starts a run. */
  key: KeyedRequest | null;
  /** The preview that a person saw of each call of `run.plan`, by the call's id. Default: none. */
  previews?: ReadonlyMap<CallId, Presentation[]> | undefined;
};

/** Where the store finds drivers for the runs that need one. No method throws. */
export type DriverSource = {
  /**
   * Called once for each commit that asked for a driver, after it is on disk. Losing a call loses nothing: the request stays in the
   * database until a driver takes the run.
   */
  dispatch(runId: RunId): void;
  /** A driver that takes the run in the commit itself, and begins when that is on disk. Null: one is asked for. */
  reserve(runId: RunId): ReservedDriver | null;
};

/** One of `take` and `decline` is called, once. */
export type ReservedDriver = {
  owner: string;
  leaseMs: number;
  take(taken: TakenRun): void;
  decline(): void;
};

/** A run with its driver's lease, begun in the same commit. `openingMessages`: null for a run that is not new. */
export type TakenRun = { run: Run; openingMessages: readonly TranscriptMessage[] | null };

const staleRun = Symbol.for('countersign.StaleRun');

/** Another writer was first. Read again and decide again. */
export class StaleRun extends Error {
  readonly [staleRun] = true;

  constructor(readonly runId: RunId) {
    super(`Run ${runId} has moved on`);
  }

  /** True for every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && staleRun in value;
  }
}
