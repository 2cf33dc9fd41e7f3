import type { RunId } from '../../shared/ids';
import type {
  RunEvent as RunEventRow,
  Run as RunRow,
  SearchText as SearchTextRow,
  ToolCall as ToolCallRow,
  Usage as UsageRow,
} from '../generated/client';

/**
 * Writes the rows that every step of a run changes: the run, its events and calls, its lease and its request
 * for a driver. These few writes are most of the database's work, so each kind of database has them as
 * prepared statements.
 *
 * As `Database.runs`, each call is a transaction that is on disk when its promise resolves. Runs that write
 * at the same time may share one. Leases begin and end by the database's own clock, because the clocks of the
 * machines that use it may differ. As the second parameter of `Database.write`, the calls belong to its
 * transaction. After `DatabaseUnavailable`, the caller may repeat a call as it is: the database does not
 * store anything twice.
 */
export interface RunWriter {
  /** Writes a new run. Returns false and writes nothing when a run with this idempotency key exists. */
  insert(run: NewRunRows): Promise<boolean>;
  /**
   * Writes one commit. Returns false and writes nothing when the run has another version, or `owner` lost its
   * lease.
   */
  apply(change: RunChange): Promise<boolean>;
  /**
   * Gives `owner` the lease for `leaseMs` from now, unless another owner holds it, and fulfills the request
   * for a driver. Returns null when another owner holds it, or there is no run in this workspace. A null
   * workspace is any.
   */
  claim(runId: RunId, owner: string, leaseMs: number, workspaceId: string | null): Promise<RunRow | null>;
  /**
   * Renews the lease, and notes a heartbeat if there is one. The next commit removes the heartbeat. Returns
   * false when the lease is lost.
   */
  renewLease(
    runId: RunId,
    owner: string,
    lease: { leaseMs: number; heartbeatAt: Date | null },
  ): Promise<boolean>;
  /**
   * Ends the lease, if `owner` holds it, notes its last heartbeat, and requests a driver if the run needs one.
   */
  releaseLease(runId: RunId, owner: string, heartbeatAt: Date | null): Promise<void>;
  /** Writes a text that the search reads, in place of the previous one. */
  index(row: SearchTextRow): Promise<void>;
}

export type NewRunRows = {
  row: Omit<RunRow, 'leaseOwner' | 'leaseUntil' | 'heartbeatAt'>;
  /** Null means that the run requests a driver. */
  taking: Taking | null;
  snapshot: { systemPromptId: string; systemPromptVersion: number; messagesJson: string };
  /** This is the workflow's current file. The database keeps one copy of each revision. */
  workflow: { id: string; revision: string; source: string } | null;
  events: readonly RunEventRow[];
  calls: readonly NewCall[];
  callChanges: readonly CallChange[];
};

/** A driver takes the run in the commit itself, under this name and for `leaseMs` from the commit. */
export type Taking = { owner: string; leaseMs: number };

/** These columns change while a run is active. */
export type RunColumns = Pick<
  RunRow,
  | 'version'
  | 'modelName'
  | 'modelJson'
  | 'status'
  | 'stateJson'
  | 'steps'
  | 'activeMs'
  | 'malformedReplies'
  | 'rejectedCallHashesJson'
  | 'usageJson'
  | 'updatedAt'
>;

/** One commit changes these rows of a run. */
export type RunChange = {
  runId: RunId;
  /** The decision to commit saw the run in this version. */
  version: number;
  /** This driver must hold the lease. Null means that a person wrote this. */
  owner: string | null;
  columns: RunColumns;
  events: readonly RunEventRow[];
  calls: readonly CallChange[];
  /** These rows replace the existing ones. A driver that goes on writes none. */
  usage: readonly UsageRow[];
  /**
   * With `take`, the driver in `taking` goes on with the run. With `release`, the driver has nothing left to
   * do, so its lease ends.
   */
  driver: 'request' | 'take' | 'withdraw' | 'keep' | 'release';
  taking: Taking | null;
};

export type NewCall = { row: ToolCallRow; previewJson: string };

export type CallChange =
  /** Leaves existing rows alone. */
  | ({ type: 'insert' } & NewCall)
  | { type: 'finish'; id: string; outcomeJson: string; finishedAt: Date }
  /** Sets the outcome of the existing row, or inserts this one. */
  | { type: 'finish_or_insert'; row: ToolCallRow };
