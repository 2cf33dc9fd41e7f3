import type { Actor } from '../../domain/actor';
import type { AddedRule } from '../../domain/added-rule';
import type { AuditEntry, AuditedChange, AuditKind } from '../../domain/audit-entry';
import type { ApprovalStatus, DecisionName } from '../../domain/decision';
import type { Presentation } from '../../domain/presentation';
import type { RunState } from '../../domain/run';
import type { SigningSetting } from '../../domain/signing';
import type { ToolOutcome } from '../../domain/tool-call';
import type { UsageTotal } from '../../domain/usage';
import type { Risk, Verdict } from '../../domain/verdict';
import type { ActorId, ApprovalId, CallId, ConversationId, RunId } from '../../shared/ids';
import type { JsonObject } from '../../shared/json';
import type { Listed } from './listed.port';

export type Page<Item> = Listed<Item> & { nextCursor: string | null };
/**
 * The store looks for the words of `search` as they are, regardless of case in any script and of how accents
 * are encoded. No character is a wildcard, and null means no search. `cursor` is the previous page's
 * `nextCursor`. Any other value begins at the start. Pages follow each other without a gap and show nothing
 * twice while rows are added. `limit` is the most items of a page.
 */
export type PageRequest = { search: string | null; cursor: string | null; limit: number };

export interface ConversationStore {
  create(title: string, workspaceId: string, actor: Actor): Promise<Conversation>;
  /**
   * Returns the actor's conversation of this workspace without title and runs, with new times. It creates one
   * when there is none.
   */
  openBlank(workspaceId: string, actor: Actor): Promise<Conversation>;
  find(id: ConversationId): Promise<Conversation | null>;
  /**
   * Lists conversations, the latest change first. A search looks through titles, requests and answers. With
   * `isActive`, the list has only conversations with a run that has not ended. With `startedBy`, it has only
   * those that one of these actors started, and with `workspaceId` only those of that workspace.
   */
  list(
    request: PageRequest & {
      isActive?: boolean;
      startedBy?: readonly ActorId[] | null;
      workspaceId?: string | null;
    },
  ): Promise<Page<ListedConversation>>;
  rename(id: ConversationId, title: string, actor: Actor): Promise<boolean>;
  /**
   * Makes the conversation private, or open to the team again. "refused" means that there is no such
   * conversation, or that somebody else started it. "busy" means that it cannot become private yet, because
   * somebody else's run is active in it: its person could no longer stop it.
   */
  setPrivacy(id: ConversationId, isPrivate: boolean, actor: Actor): Promise<'set' | 'refused' | 'busy'>;
  /**
   * Soft-deletes the conversation with all its runs, and `restore` undoes this. Returns false when there is
   * no such conversation, or one of its runs is active.
   */
  remove(id: ConversationId, actor: Actor): Promise<boolean>;
  /** Returns false when the conversation was not removed, or its final removal has begun. */
  restore(id: ConversationId, actor: Actor): Promise<boolean>;
  /**
   * Removes little by little, and for good, the conversations that were removed before `before`, and those whose
   * final removal has begun: all, or at most `limit`. Returns how many. The next call goes on with what is left.
   */
  purge(before: Date, limit?: number): Promise<number>;
}

export type Conversation = {
  id: ConversationId;
  /** This is empty until the first message names the conversation. */
  title: string;
  activeRunId: RunId | null;
  /** The workspace may not be configured any longer. */
  workspaceId: string;
  createdBy: ActorId;
  /** Nobody but the person who started it reads it. */
  isPrivate: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type ListedConversation = Conversation & {
  /** Holds at most one run. */
  lastRun: Listed<{ workflowId: string | null; startedBy: ActorId; state: RunState }>;
  /** Shows where the search found its words. Null means in the title, or no search. */
  excerpt: string | null;
};

export interface ApprovalStore {
  /** Finds also a request of someone else's private conversation, if the reader may sign it. */
  find(id: ApprovalId): Promise<Approval | null>;
  /** Finds the request without its preview, which may be large. Callers may ask often. */
  findBrief(id: ApprovalId): Promise<ApprovalBrief | null>;
  /**
   * Lists pending requests with the longest waiting first, and decided ones with the latest request first.
   * `pending` selects those that the reader may sign, `others` those that only others may sign, and `signed` those
   * of the pending ones that the reader has signed in some state. A search looks through headlines.
   */
  list(
    request: PageRequest & {
      filter: 'pending' | 'others' | 'signed' | 'decided' | 'approved' | 'rejected' | 'expired';
    },
  ): Promise<Page<ListedApproval>>;
  countPending(): Promise<number>;
  countOthers(): Promise<number>;
  /** Lists the requests that still wait although their time is over at `now`. */
  listOverdue(now: Date): Promise<{ id: ApprovalId; runId: RunId }[]>;
}

export type Approval = {
  id: ApprovalId;
  runId: RunId;
  workspaceId: string;
  /** Null hides someone else's private conversation: the reader may sign the request, and sees no more. */
  conversation: { id: ConversationId; title: string } | null;
  workflowTitle: string;
  startedBy: ActorId;
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
  decidedBy: ActorId | null;
  reason: string | null;
  /** Holds every decision so far, oldest first. */
  decisions: RecordedDecision[];
};

/** Leaves out the preview, which may be large and which lists do not show. */
export type ListedApproval = Omit<Approval, 'call'> & { call: Omit<CallRecord, 'preview'> };

export type RecordedDecision = {
  decision: DecisionName;
  by: ActorId;
  /** The person gave this reason or guidance. */
  words: string | null;
  /** Identifies what the person saw. Null means that an older version recorded the decision. */
  digest: string | null;
  at: Date;
};

export type ApprovalBrief = Pick<Approval, 'id' | 'runId' | 'status' | 'callHash'>;

/** Finds steps that a crash cut off. A person must say whether each of them finished. */
export interface UnknownOutcomeStore {
  /** Lists steps, the longest waiting first. */
  list(limit: number): Promise<Listed<UnknownOutcome>>;
  count(): Promise<number>;
}

export type UnknownOutcome = {
  runId: RunId;
  conversationId: ConversationId;
  conversationTitle: string;
  workflowTitle: string;
  startedBy: ActorId;
  headline: string;
  /** Says who may settle it. */
  verdict: Verdict;
  since: Date;
};

export interface CallStore {
  find(runId: RunId, callId: CallId): Promise<CallRecord | null>;
}

/** This record has everything of a call that a person may open. */
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

/** A person may open these parts of an outcome. The run's events hold the text that the model read. */
export type CallOutcome =
  | Omit<Extract<ToolOutcome, { ok: true }>, 'modelText'>
  | Extract<ToolOutcome, { ok: false }>;

export interface PromptStore {
  list(): Promise<SystemPrompt[]>;
  /** Returns the latest version. Throws when that version cannot be read. */
  find(id: string): Promise<SystemPromptVersion | null>;
  /** Adds a version on top. Returns false when there is no such prompt. */
  addVersion(id: string, text: string, actor: Actor): Promise<boolean>;
  /** Writes a prompt on the first start, and leaves an existing one alone. */
  seed(id: string, title: string, text: string): Promise<void>;
}

export type SystemPromptVersion = { id: string; version: number; text: string };
export type SystemPrompt = SystemPromptVersion & {
  title: string;
  /** Says what cannot be read. `text` and `versions` hold the readable versions. */
  damage: string | null;
  versions: { version: number; text: string; createdAt: Date; createdBy: ActorId }[];
};

/** The workflows page shows recent starts. It leaves out a start that cannot be read. */
export type LastStart = { startedAt: Date; parameters: JsonObject };

export interface StartHistory {
  lastStarts(): Promise<Map<string, LastStart>>;
}

/** Holds the rules that people added to the built-in ones, and the setting of who signs. */
export interface RuleStore {
  /**
   * Reads the rules in force, oldest first, from the database at each call, so that a revoked rule no longer
   * counts. A damaged row is one of them, also when its damage is in the time of its end.
   */
  list(): Promise<Listed<AddedRule>>;
  /** Reads who signs a high risk. Returns the strictest setting while the stored one cannot be read. */
  signing(): Promise<SigningSetting>;
  changeSigning(setting: SigningSetting, actor: Actor): Promise<void>;
}

/**
 * Holds who changed what outside of runs. The other stores append to it in the transaction of the change, so
 * that neither exists without the other.
 */
export interface AuditStore {
  /** Lists entries, the latest first. Null selects every actor, and every kind. */
  list(request: {
    by: ActorId | null;
    kind: AuditKind | null;
    cursor: string | null;
    limit: number;
  }): Promise<Page<AuditEntry>>;
  /** Appends a change of something that no store keeps, such as files. */
  append(change: AuditedChange, actor: Actor): Promise<void>;
}

/** Says why an acknowledged write survives a power cut. A database that cannot promise this does not open. */
export type Durability = {
  /** Names the kind of database for people: `sqlite`. */
  kind: string;
  /**
   * Lists the settings that make writes durable, by the database's own names, as read back from the open
   * database.
   */
  settings: Readonly<Record<string, string>>;
};

/**
 * Counts the models' usage. Its rows outlive their runs, because someone paid for a deleted conversation too.
 */
export interface UsageStore {
  /**
   * Sums the usage of each workflow and model, over the quarters of an hour that begin at `from` or later and
   * before `to`. Runs in progress count at their next pause.
   */
  sumBetween(from: Date, to: Date): Promise<UsageSum[]>;
  /** Counts the rows of any time that cannot be read. No sum includes them. */
  countDamaged(): Promise<number>;
}

export type UsageSum = UsageTotal & { workflowId: string | null; model: string };
