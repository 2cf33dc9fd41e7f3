import type { Cursor, Position } from '../shared/cursor';
import type { ApprovalId, ConversationId, RunId } from '../shared/ids';
import type {
  Approval as ApprovalRow,
  CallPreview as CallPreviewRow,
  ApprovalDecision as DecisionRow,
  RunEvent as RunEventRow,
  Run as RunRow,
  PromptSnapshot as SnapshotRow,
  ToolCall as ToolCallRow,
} from './generated/client';

/**
 * Reads on the way of a step, of a decision and of a page, as `Database.read` sees the rows. Every page, stream and decision makes them, so
 * each kind of database has them as prepared statements. A value that was spoiled on the disk may have any type: rows are checked
 * where they are used (`readRow`). Throws `DatabaseUnavailable`.
 */
export interface RunReader {
  /** Null: there is none, or its conversation is deleted. */
  findRun(runId: RunId): Promise<RunRow | null>;
  /** Events with a version above `afterVersion`, oldest first: as many as may be read in one turn of the event loop, at least one. */
  listEvents(runId: RunId, afterVersion: number): Promise<EventRows>;
  /** What the runs of a conversation take on a page, latest first, without reading their texts: `limit` of them behind `cursor`. */
  listSizes(conversationId: ConversationId, cursor: Cursor, limit: number): Promise<RunSize[]>;
  findSnapshot(runId: RunId): Promise<SnapshotRow | null>;
  /** With what it belongs to, which may be lost. Null: there is none, or its conversation is deleted. */
  findApproval(approvalId: ApprovalId): Promise<RequestRow | null>;
  /** The same without what it belongs to. */
  findApprovalRow(approvalId: ApprovalId): Promise<ApprovalRow | null>;
}

/** `place`: null where it cannot be read. `bytes`: of what the person gave and of the answer. */
export type RunSize = { place: Position | null; bytes: number; events: number };

/** `hasMore`: what comes after the last row is to be asked for. */
export type EventRows = { rows: RunEventRow[]; hasMore: boolean };

/** A request for approval as a person sees it. `decisions` are in their order. */
export type RequestRow = ApprovalRow & {
  call: CallRow | null;
  decisions: DecisionRow[];
  conversation: { title: string } | null;
  run: Pick<RunRow, 'id' | 'title' | 'startedByName' | 'maxSteps' | 'stateJson'> | null;
};

/** A call with its preview. */
export type CallRow = ToolCallRow & { preview: CallPreviewRow | null };
