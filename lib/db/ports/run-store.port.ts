import type { Actor } from '../../domain/actor';
import type { Presentation } from '../../domain/presentation';
import type { Run } from '../../domain/run';
import type { RecordedEvent, RunEvent } from '../../domain/run-event';
import type { TranscriptMessage } from '../../domain/transcript';
import type { ActorId, CallId, ConversationId, RunId } from '../../shared/ids';
import type { Listed } from './listed.port';
import type { RunSize } from './run-reader.port';

/**
 * Stores runs and their ledger. Every write is one transaction and is on disk when its promise resolves. A
 * read of a row that cannot be used throws `DamagedRow`.
 */
export interface RunStore {
  /**
   * Writes conversation (when new), message, run, prompt snapshot, workflow revision and the first event.
   * When a run with the same idempotency key exists, it returns that run (`isNew: false`) and whether the
   * request that started it had the same hash. Throws `AppError` `run_active` while another run of the
   * conversation is active, `not_found` when there is no conversation.
   */
  create(request: CreateRun): Promise<CreatedRun>;

  /** Returns the run that an earlier request with this key started, or null when there was none. */
  findStarted(request: KeyedRequest): Promise<StartedEarlier | null>;
  find(runId: RunId): Promise<Run | null>;
  /** Tells without reading the run whether its conversation is open to this reader. A lost run is. */
  isSeen(runId: RunId): Promise<boolean>;
  /**
   * Returns the latest run of this kind, or null when there is none. Throws if nobody can read the latest
   * run that may be of this kind.
   */
  findLatest(conversationId: ConversationId, kind: Run['kind']): Promise<Run | null>;
  /**
   * Lists the conversation's latest runs, oldest first: all of them unless `limit` is given. With `cursor`
   * (`lib/domain/cursor`), it lists those after that place.
   */
  listOfConversation(
    conversationId: ConversationId,
    selection?: { cursor?: string | null; limit?: number },
  ): Promise<Listed<Run>>;
  /**
   * Lists the sizes of the runs of `listOfConversation`, latest first, without reading them. The caller then
   * chooses how many to read.
   */
  listSizes(
    conversationId: ConversationId,
    selection: { cursor: string | null; limit: number },
  ): Promise<RunSize[]>;
  /** Lists events with a version above `afterVersion`, oldest first and without a gap. */
  listEvents(runId: RunId, afterVersion?: number): Promise<RecordedEvent[]>;
  /** Lists all events of a run that was read before. Throws when the last ones up to its version are missing. */
  loadLedger(run: Pick<Run, 'id' | 'version'>): Promise<RecordedEvent[]>;
  loadOpeningMessages(runId: RunId): Promise<TranscriptMessage[]>;
  loadSystemPromptId(runId: RunId): Promise<string>;

  /**
   * Lists runs that need a driver and have none, oldest first: a commit asked for one, or the last driver's
   * lease has expired. The database's clock decides about leases. With `among`, it lists only runs with these
   * ids, and with `workspaceIds` only those of these workspaces.
   */
  listUndriven(only?: {
    among?: readonly RunId[];
    workspaceIds?: readonly string[];
  }): Promise<Pick<Run, 'id' | 'startedBy' | 'workspaceId'>[]>;

  /**
   * Takes the run for `owner` until `leaseMs` from now, if no other process holds it, and fulfills the
   * request for a driver. Returns null when another process holds the run, or the run is gone. `lostActiveMs`
   * is the time that the previous driver had spent since the last event. With `workspaceId`, a run of another
   * workspace is not there.
   */
  claim(
    runId: RunId,
    owner: string,
    leaseMs: number,
    workspaceId?: string,
  ): Promise<{ run: Run; lostActiveMs: number } | null>;
  /**
   * Returns false when the lease was lost. `heartbeatAt` is the time of the run's last event plus the active
   * time since then, by a clock that nobody sets. Without it, the heartbeat noted before stays.
   */
  renewLease(runId: RunId, owner: string, leaseMs: number, heartbeatAt?: Date): Promise<boolean>;
  /**
   * Gives the run back, and asks for a driver if the run still needs one. `heartbeatAt` is the same as for
   * `renewLease` and defaults to the time of the last event.
   */
  releaseLease(runId: RunId, owner: string, heartbeatAt?: Date): Promise<void>;

  /**
   * Appends events and writes their sum, with the rows that follow from them (calls, approvals, messages, the
   * conversation's active run), in one transaction. Throws `StaleRun` when the run has moved on since `run`
   * was read, or when `owner` is given and no longer holds the lease.
   *
   * A run that now needs a driver gets one in the same transaction, unless its driver, `owner`, wrote this.
   * Either a driver of this process takes the run and begins its work (`run_started`, `tool_started`), or the
   * transaction requests one. With `ledger`, that driver need not read again what the caller has read of
   * `run`.
   */
  commit(run: Run, events: readonly RunEvent[], by: CommitBy): Promise<Run>;

  /**
   * From now on, `create` and `commit` look for a driver in `drivers`. Without it, they only request one, as
   * they do while `drivers` has no place.
   */
  driveWith(drivers: DriverSource): void;
}

export type CommitBy = { actor: Actor; owner: string | null; ledger?: RunLedger | undefined };

/** Holds what a model has read of a run: its first messages, and all events up to a version of the run. */
export type RunLedger = {
  openingMessages: readonly TranscriptMessage[];
  recorded: readonly RecordedEvent[];
};

export type KeyedRequest = {
  idempotencyKey: string;
  /** Tells whether a request with this key is the same one again or another one. */
  requestHash: string;
};

export type StartedEarlier = { run: Run; isSameRequest: boolean };

export type CreatedRun = StartedEarlier & { isNew: boolean };

export type CreateRun = {
  run: Run;
  /** Names a new conversation, or one that is still untitled. */
  conversationTitle: string;
  isNewConversation: boolean;
  message: string | null;
  openingMessages: TranscriptMessage[];
  systemPrompt: { id: string; version: number };
  workflow: { id: string; revision: string; source: string } | null;
  /** Null means that every such request starts a run. */
  key: KeyedRequest | null;
  /**
   * Holds the preview that a person saw of each call of `run.plan`, by the call's id. The default is none.
   */
  previews?: ReadonlyMap<CallId, Presentation[]> | undefined;
};

/** Has drivers for the runs that need one. No method throws. */
export type DriverSource = {
  /**
   * The store calls this once for each commit that asked for a driver, after the commit is on disk. A lost
   * call does no harm: the request stays in the database until a driver takes the run.
   */
  dispatch(runId: RunId, startedBy: ActorId, workspaceId: string): void;
  /**
   * Reserves a driver that takes the run in the commit itself, and begins when the commit is on disk. After
   * null, the store asks for a driver.
   */
  reserve(runId: RunId, startedBy: ActorId, workspaceId: string): ReservedDriver | null;
};

/** The store calls either `take` or `decline`, once. */
export type ReservedDriver = {
  owner: string;
  leaseMs: number;
  take(taken: TakenRun): void;
  decline(): void;
};

/**
 * This run began in the same commit, and its driver has the lease. `ledger` has all events of the run. It is
 * null when the writer of the commit had not read them.
 */
export type TakenRun = { run: Run; ledger: RunLedger | null };

const staleRun = Symbol.for('countersign.StaleRun');

/** Reports that another writer was first. Read again and decide again. */
export class StaleRun extends Error {
  readonly [staleRun] = true;

  constructor(readonly runId: RunId) {
    super(`Run ${runId} has moved on`);
  }

  /** Accepts every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && staleRun in value;
  }
}
