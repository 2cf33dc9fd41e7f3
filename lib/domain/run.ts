import type { ApprovalId, CallId, ConversationId, ErrorId, RunId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { Actor } from './actor';
import type { BoundModel } from './bound-model';
import type { Signature } from './signatures';
import type { ToolCall } from './tool-call';
import type { UsageEntry } from './usage';

/**
 * One execution of the agent loop, or of a direct workflow's fixed list of calls. The run is the sum of its
 * events: `reduceRun` is the only writer of `state` and of the counters.
 */
export type Run = {
  id: RunId;
  conversationId: ConversationId;
  /** Null: a message that was not started by a workflow button. */
  workflowId: string | null;
  kind: 'agent' | 'direct';
  title: string;
  /** The form's values as validated. */
  parameters: JsonObject;
  startedBy: Actor;
  createdAt: Date;
  /** The model's name for a person. */
  modelName: string;
  /** The model that answers every step until a person continues the run. Null: direct runs, and runs older than this rule. */
  model: BoundModel | null;
  /** Names of the tools this run may use: enforced when a call is prepared. */
  tools: readonly string[];
  /** Direct runs: the calls to make, in order, as shown and consented to. */
  plan: readonly ToolCall[];
  limits: RunLimits;
  /** How long a request of this run waits for a person before it expires. Null: for as long as it takes. */
  approvalExpiresAfterMs: number | null;

  /** Number of events so far; every write names the version it read. */
  version: number;
  state: RunState;
  /** Steps taken since the start or the last `run_continued`. */
  steps: number;
  /** Active time (model and tools) since the start or the last `run_continued`; waiting for a person is not in it. */
  activeMs: number;
  /** Malformed replies in a row. */
  malformedReplies: number;
  /** Hashes of calls that a person rejected with guidance: the same call again is denied without asking. */
  rejectedCallHashes: readonly string[];
  /** What its models used so far, one entry for each model and quarter of an hour. */
  usage: readonly UsageEntry[];
  updatedAt: Date;
};

/** The part that events change, before the first event. */
export function beforeFirstEvent(
  createdAt: Date,
): Pick<
  Run,
  | 'version'
  | 'state'
  | 'steps'
  | 'activeMs'
  | 'malformedReplies'
  | 'rejectedCallHashes'
  | 'usage'
  | 'updatedAt'
> {
  return {
    version: 0,
    state: { status: 'queued' },
    steps: 0,
    activeMs: 0,
    malformedReplies: 0,
    rejectedCallHashes: [],
    usage: [],
    updatedAt: createdAt,
  };
}

/** Defaults of docs/specifications/agent-loop-and-tools.md: 10 steps, 5 minutes, 3 malformed replies in a row. */
export type RunLimits = { maxSteps: number; maxActiveMs: number; maxMalformedReplies: number };

export const defaultLimits: RunLimits = { maxSteps: 10, maxActiveMs: 300_000, maxMalformedReplies: 3 };

/** Limits of which each may be left open (null). */
export type OpenLimits = { [Limit in keyof RunLimits]: number | null };

/** The server's setting is the maximum for a workflow, and its default. */
export function resolveLimits(wished: OpenLimits, server: OpenLimits): RunLimits {
  const resolve = (limit: keyof RunLimits) =>
    Math.min(
      wished[limit] ?? server[limit] ?? defaultLimits[limit],
      server[limit] ?? Number.POSITIVE_INFINITY,
    );
  return {
    maxSteps: resolve('maxSteps'),
    maxActiveMs: resolve('maxActiveMs'),
    maxMalformedReplies: resolve('maxMalformedReplies'),
  };
}

export type RunState =
  | { status: 'queued' }
  | { status: 'calling_model' }
  | {
      status: 'awaiting_approval';
      call: ToolCall;
      approvalId: ApprovalId;
      since: Date;
      /** By the server's `Clock`. Null: never. */
      expiresAt: Date | null;
      /** Approvals so far; fewer than the call's verdict needs. */
      signatures: readonly Signature[];
    }
  /** Allowed, not started. */
  | { status: 'tool_ready'; call: ToolCall }
  /** Started: after a crash its outcome is unknown, unless repeating the call is safe. */
  | { status: 'tool_running'; call: ToolCall }
  /** Cut off by a crash, or by an exception (`errorId`); waits for a person. */
  | { status: 'outcome_unknown'; call: ToolCall; errorId: ErrorId | null }
  | { status: 'completed'; answer: string; endedBy: 'text' | 'terminate' | 'plan' }
  | { status: 'rejected'; callId: CallId; reason: string | null; by: Actor }
  /** Nobody decided in time. No person refused anything. */
  | { status: 'expired'; callId: CallId }
  | { status: 'cancelled'; by: Actor }
  | { status: 'failed'; code: FailureCode; message: string };

export type RunStatus = RunState['status'];

/**
 * Why a run failed. `model_unavailable`: the model that it is bound to is no longer set up. `context_exceeded`: the request is too long
 * for the model. `damaged_data`: a row of it cannot be read.
 */
export const failureCodes = [
  'step_limit',
  'time_limit',
  'malformed_replies',
  'repeated_calls',
  'provider_error',
  'model_unavailable',
  'context_exceeded',
  'tool_failed',
  'internal_error',
  'damaged_data',
] as const;

export type FailureCode = (typeof failureCodes)[number];

const terminalStatuses: readonly RunStatus[] = ['completed', 'rejected', 'expired', 'cancelled', 'failed'];

export function isTerminal(status: RunStatus): boolean {
  return terminalStatuses.includes(status);
}

/** The states in which a driver has something to do; in every other one a person must act, or the run has ended. */
export const drivenStatuses: readonly RunStatus[] = ['queued', 'calling_model', 'tool_ready', 'tool_running'];

export function needsDriver(status: RunStatus): boolean {
  return drivenStatuses.includes(status);
}

/** One click continues it with fresh limits: no person refused anything, and it is not finished. */
export function canContinue({ kind, state }: Pick<Run, 'kind' | 'state'>): boolean {
  if (kind !== 'agent') return false;
  return state.status === 'expired' || (state.status === 'failed' && !finalFailures.includes(state.code));
}

const finalFailures: readonly FailureCode[] = ['tool_failed', 'damaged_data'];
