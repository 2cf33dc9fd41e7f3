import type { RunId } from '../shared/ids';
import type {
  RunEvent as RunEventRow,
  Run as RunRow,
  SearchText as SearchTextRow,
  ToolCall as ToolCallRow,
  Usage as UsageRow,
} from './generated/client';

/**
 * Writes the rows that every step of a run changes: the run, its events and calls, its lease and its request for a driver.
 * These few writes are most of what the database does, so each kind of database has them as prepared statements.
 *
 * As `Database.runs`, each call is a transaction that is on disk when its promise resolves; runs that write at the same time
 * may share one. As the second parameter of `Database.write`, the calls belong to its transaction. After `DatabaseUnavailable`
 * a call may be repeated as it is: what is stored already is not stored a second time.
 */
export interface RunWriter {
  /** Writes a new run. False, and nothing is written: a run with this idempotency key exists. */
  insert(run: NewRunRows): Promise<boolean>;
  /** Writes one commit. False, and nothing is written: the run has another version, or `owner` lost its lease. */
  apply(change: RunChange): Promise<boolean>;
  /** Gives `owner` the lease, unless another owner holds it at `now`, and meets the request for a driver. Null: another holds it, or there is no run. */
  claim(runId: RunId, owner: string, lease: { now: Date; until: Date }): Promise<RunRow | null>;
  /** Renews the lease and notes a heartbeat, if there is one, which the next commit takes away. False: the lease is lost. */
  renewLease(runId: RunId, owner: string, lease: { until: Date; heartbeatAt: Date | null }): Promise<boolean>;
  /** Ends the lease, if `owner` holds it, notes its last heartbeat, and requests a driver at `now` if the run needs one. */
  releaseLease(runId: RunId, owner: string, last: { now: Date; heartbeatAt: Date | null }): Promise<void>;
  /** Writes a text that the search reads, in place of the one before. */
  index(row: SearchTextRow): Promise<void>;
}

export type NewRunRows = {
  row: Omit<RunRow, 'leaseOwner' | 'leaseUntil' | 'heartbeatAt'>;
  /** Null: a driver is requested. */
  taking: Taking | null;
  snapshot: { systemPromptId: string; systemPromptVersion: number; messagesJson: string };
  /** The workflow's file as it is now; kept once for each revision. */
  workflow: { id: string; revision: string; source: string } | null;
  events: readonly RunEventRow[];
  calls: readonly NewCall[];
  callChanges: readonly CallChange[];
};

/** A driver that takes the run in the commit itself: its name, and how long its lease lasts. */
export type Taking = { owner: string; until: Date };

/** The columns that change while a run is active. */
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

/** What one commit changes in the rows of a run. */
export type RunChange = {
  runId: RunId;
  /** The version that the commit was decided on. */
  version: number;
  /** The driver that must hold the lease. Null: a person wrote this. */
  owner: string | null;
  columns: RunColumns;
  events: readonly RunEventRow[];
  calls: readonly CallChange[];
  /** Written in place of the rows that are there. A driver that goes on writes none. */
  usage: readonly UsageRow[];
  /** `take`: the driver in `taking` goes on with it. `release`: the driver has nothing more to do, so its lease ends. */
  driver: 'request' | 'take' | 'withdraw' | 'keep' | 'release';
  taking: Taking | null;
};

export type NewCall = { row: ToolCallRow; previewJson: string };

export type CallChange =
  /** Leaves rows alone that are there already. */
  | ({ type: 'insert' } & NewCall)
  | { type: 'finish'; id: string; outcomeJson: string; finishedAt: Date }
  /** Sets the outcome of the row that is there, or writes this one. */
  | { type: 'finish_or_insert'; row: ToolCallRow };
