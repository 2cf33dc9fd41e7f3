import type { Cursor, Position } from '../../domain/cursor';
import type { ApprovalId, ConversationId, RunId } from '../../shared/ids';
import type {
  Approval as ApprovalRow,
  CallPreview as CallPreviewRow,
  ApprovalDecision as DecisionRow,
  Rule as RuleRow,
  RunEvent as RunEventRow,
  Run as RunRow,
  PromptSnapshot as SnapshotRow,
  ToolCall as ToolCallRow,
} from '../generated/client';

/**
 * Reads rows for a step, a decision or a page, and sees them as `Database.read` does. Every page, stream and
 * decision needs these reads, so each kind of database has them as prepared statements. A value that the disk
 * spoiled may have any type, so the code that uses a row checks it (`readRow`). Throws `DatabaseUnavailable`.
 */
export interface RunReader {
  /** Returns the time by the database's own clock, which decides about leases. */
  now(): Promise<Date>;
  /** Returns null when there is no such run, or its conversation is deleted. */
  findRun(runId: RunId): Promise<RunRow | null>;
  /** Lists the versions of these runs, in any order. It leaves out what is not there. */
  listVersions(runIds: readonly RunId[]): Promise<Pick<RunRow, 'id' | 'version'>[]>;
  /**
   * Lists events with a version above `afterVersion`, oldest first: as many as one turn of the event loop may
   * read, and at least one.
   */
  listEvents(runId: RunId, afterVersion: number): Promise<EventRows>;
  /**
   * Lists how much space a conversation's runs take on a page, latest first, without reading their texts. It
   * returns `limit` of them after `cursor`.
   */
  listSizes(conversationId: ConversationId, cursor: Cursor, limit: number): Promise<RunSize[]>;
  findSnapshot(runId: RunId): Promise<SnapshotRow | null>;
  /**
   * Finds the request with its related rows, which may be lost. Returns null when there is no such request,
   * or its conversation is deleted.
   */
  findApproval(approvalId: ApprovalId): Promise<RequestRow | null>;
  /**
   * Returns where the conversation with this id belongs, or that of the run with this id. Null means that there
   * is none.
   */
  findPlace(id: RunId | ConversationId): Promise<ConversationPlace | null>;
  /** Finds the request without its related rows. */
  findApprovalRow(approvalId: ApprovalId): Promise<ApprovalRow | null>;
  /** Lists the rules that people added, oldest first, with those that ended. */
  listRules(): Promise<RuleRow[]>;
}

/** `place` is null where it cannot be read. `bytes` counts the person's input and the answer. */
export type RunSize = { place: Position | null; bytes: number; events: number };

/** Says who reads a conversation. */
export type ConversationPlace = { createdById: string; workspaceId: string; isPrivate: boolean };

/** `hasMore` tells the caller to ask again for the events after the last row. */
export type EventRows = { rows: RunEventRow[]; hasMore: boolean };

/** A person sees these rows of a request for approval. `decisions` are in their order. */
export type RequestRow = ApprovalRow & {
  call: CallRow | null;
  decisions: DecisionRow[];
  conversation: (ConversationPlace & { title: string }) | null;
  run: Pick<RunRow, 'id' | 'title' | 'startedById' | 'maxSteps' | 'stateJson'> | null;
};

export type CallRow = ToolCallRow & { preview: CallPreviewRow | null };
