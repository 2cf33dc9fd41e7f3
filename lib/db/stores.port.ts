import type { Actor } from '../domain/actor';
import type { ApprovalStatus, DecisionName } from '../domain/decision';
import type { Presentation } from '../domain/presentation';
import type { RunState } from '../domain/run';
import type { ToolOutcome } from '../domain/tool-call';
import type { UsageTotal } from '../domain/usage';
import type { Risk } from '../domain/verdict';
import type { ApprovalId, CallId, ConversationId, RunId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { DamagedRow } from './damaged-row.port';

/** `damaged`: rows that belong on this page and cannot be read. What reads one row throws `DamagedRow` for it. */
export type Page<Item> = { items: Item[]; damaged: DamagedRow[]; nextCursor: string | null };
/**
 * `search`: words that are looked for as they are, regardless of case in any script and of how accents are encoded; no character
 * in them is a wildcard. Null: no search. `cursor`: the `nextCursor` of the page before; anything else begins at the
 * start. Pages follow each other without a gap and show nothing twice while rows are added. `limit`: the most items of a page.
 */
export type PageRequest = { search: string | null; cursor: string | null; limit: number };

export interface ConversationStore {
  create(title: string, actor: Actor): Promise<Conversation>;
  /** The actor's conversation without title and runs, as if new; made when there is none. */
  openBlank(actor: Actor): Promise<Conversation>;
  find(id: ConversationId): Promise<Conversation | null>;
  /** Latest change first. A search looks through titles, requests and answers. */
  /** `isActive`: only those with a run that has not ended. */
  list(request: PageRequest & { isActive?: boolean }): Promise<Page<ListedConversation>>;
  rename(id: ConversationId, title: string): Promise<boolean>;
  /** Soft-deletes it with all its runs; `restore` undoes it. False: there is none, or one of its runs is active. */
  remove(id: ConversationId): Promise<boolean>;
  /** False: it was not removed, or its removal for good has begun. */
  restore(id: ConversationId): Promise<boolean>;
  /** Removes for good what was removed before `before`, little by little; answers how many. What it does not finish is left to the next time. */
  purge(before: Date): Promise<number>;
}

export type Conversation = {
  id: ConversationId;
  /** Empty: its first message gives it one. */
  title: string;
  activeRunId: RunId | null;
  createdAt: Date;
  updatedAt: Date;
};

export type ListedConversation = Conversation & {
  lastRun: { workflowId: string | null; state: RunState } | DamagedRow | null;
  /** Where the search was found, when that is not in the title. */
  excerpt: string | null;
};

export interface ApprovalStore {
  find(id: ApprovalId): Promise<Approval | null>;
  /** Without the preview, which may be large: for asking again and again. */
  findBrief(id: ApprovalId): Promise<ApprovalBrief | null>;
  /** Pending: longest waiting first; decided: latest request first. A search looks through headlines. */
  list(
    request: PageRequest & { filter: 'pending' | 'decided' | 'approved' | 'rejected' | 'expired' },
  ): Promise<Page<ListedApproval>>;
  countPending(): Promise<number>;
  /** Those that wait although their time is over at `now`. */
  listOverdue(now: Date): Promise<{ id: ApprovalId; runId: RunId }[]>;
}

export type Approval = {
  id: ApprovalId;
  runId: RunId;
  conversationId: ConversationId;
  conversationTitle: string;
  workflowTitle: string;
  startedBy: string;
  maxSteps: number;
  runState: RunState;
  call: CallRecord;
  callHash: string;
  status: ApprovalStatus;
  risk: Risk;
  riskReason: string;
  commentary: string;
  requestedAt: Date;
  expiresAt: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  /** Every decision so far, oldest first. */
  decisions: RecordedDecision[];
};

/** Without the preview, which may be large, and which lists do not show. */
export type ListedApproval = Omit<Approval, 'call'> & { call: Omit<CallRecord, 'preview'> };

export type RecordedDecision = {
  decision: DecisionName;
  by: Actor;
  /** The person's reason or guidance. */
  words: string | null;
  /** Identifies what the person saw. Null: decided by an older version. */
  digest: string | null;
  at: Date;
};

export type ApprovalBrief = Pick<Approval, 'id' | 'runId' | 'status' | 'callHash'>;

/** Steps that a crash cut off: a person must say whether each one finished. */
export interface UnknownOutcomeStore {
  /** Longest waiting first. */
  list(limit: number): Promise<Pick<Page<UnknownOutcome>, 'items' | 'damaged'>>;
  count(): Promise<number>;
}

export type UnknownOutcome = {
  runId: RunId;
  conversationId: ConversationId;
  conversationTitle: string;
  workflowTitle: string;
  startedBy: string;
  headline: string;
  since: Date;
};

export interface CallStore {
  find(runId: RunId, callId: CallId): Promise<CallRecord | null>;
}

/** A call with everything that a person may open. */
export type CallRecord = {
  id: CallId;
  step: number;
  tool: string;
  parameters: JsonObject;
  layers: number;
  headline: string;
  preview: Presentation[];
  outcome: CallOutcome | null;
};

/** What a person may open of an outcome. What the model read is with the run's events. */
export type CallOutcome =
  | Omit<Extract<ToolOutcome, { ok: true }>, 'modelText'>
  | Extract<ToolOutcome, { ok: false }>;

export interface PromptStore {
  list(): Promise<SystemPrompt[]>;
  /** The latest version. Throws `DamagedRow` when that one cannot be read. */
  find(id: string): Promise<SystemPromptVersion | null>;
  /** A new version on top. False: there is no such prompt. */
  addVersion(id: string, text: string, actor: Actor): Promise<boolean>;
  /** Written on first start; a prompt that exists is left alone. */
  seed(id: string, title: string, text: string): Promise<void>;
}

export type SystemPromptVersion = { id: string; version: number; text: string };
export type SystemPrompt = SystemPromptVersion & {
  title: string;
  /** A version that cannot be read; text and versions are those that can. */
  damage: DamagedRow | null;
  versions: { version: number; text: string; createdAt: Date; createdBy: string }[];
};

/** Recent starts, for the workflows page. One that cannot be read is left out. */
export type LastStart = { startedAt: Date; parameters: JsonObject };

export interface StartHistory {
  lastStarts(): Promise<Map<string, LastStart>>;
}

/** Why an acknowledged write survives a power cut. Opening a database that cannot promise it fails. */
export type Durability = {
  kind: 'sqlite';
  /** The settings that make it so, by their names in this kind of database, as read back from the open database. */
  settings: Readonly<Record<string, string>>;
};

/** What models used. Rows outlive their runs: a deleted conversation was paid for all the same. */
export interface UsageStore {
  /** Sums for each workflow and model, of the quarters of an hour that begin at `from` or later and before `to`. Runs that go on are counted at their next pause. */
  sumBetween(from: Date, to: Date): Promise<UsageSum[]>;
  /** Rows of any time that cannot be read, and count in no sum. */
  countDamaged(): Promise<number>;
}

export type UsageSum = UsageTotal & { workflowId: string | null; model: string };
