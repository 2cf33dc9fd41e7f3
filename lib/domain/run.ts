import type { ActorId, ApprovalId, CallId, ConversationId, ErrorId, RunId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { failureCodes, runStatuses } from '../shared/run-names';
import type { BoundModel } from './bound-model';
import type { Signature } from './signatures';
import type { Signers } from './signers';
import type { ToolCall } from './tool-call';
import type { UsageEntry } from './usage';

/**
 * A run is one execution of the agent loop, or of a direct workflow's fixed list of calls. The run is the sum
 * of its events: `reduceRun` is the only writer of `state` and of the counters.
 */
export type Run = {
  id: RunId;
  conversationId: ConversationId;
  /** Its tools work in the folder of this workspace, which is that of the conversation. */
  workspaceId: string;
  /** Null means that a message started the run without a workflow button. */
  workflowId: string | null;
  kind: 'agent' | 'direct';
  title: string;
  /** Holds the form's values after validation. */
  parameters: JsonObject;
  startedBy: ActorId;
  createdAt: Date;
  /** People see this name of the model. */
  modelName: string;
  /**
   * This model answers every step until a person continues the run. It is null in direct runs, and in runs
   * older than this rule.
   */
  model: BoundModel | null;
  /** The run may use the tools with these names. The server enforces this when it prepares a call. */
  tools: readonly string[];
  /** A direct run makes these calls in order, as they were shown and consented to. */
  plan: readonly ToolCall[];
  limits: RunLimits;
  /**
   * A request of this run waits this long for a person before it expires. Null means forever.
   */
  approvalExpiresAfterMs: number | null;
  /** Says who must sign this run's calls. Null leaves it to roles and rules. */
  signers: Signers | null;

  /** Counts the events so far. Every write names the version it read. */
  version: number;
  state: RunState;
  /** Counts the steps since the start or the last `run_continued`. */
  steps: number;
  /**
   * Counts the active time (model and tools) since the start or the last `run_continued`, without the time
   * that the run waits for a person.
   */
  activeMs: number;
  /** Counts malformed replies in a row. */
  malformedReplies: number;
  /**
   * Lists the hashes of calls that a person rejected with guidance. The server denies the same call again
   * without asking.
   */
  rejectedCallHashes: readonly string[];
  /** Says what the run's models used so far, with one entry for each model and quarter of an hour. */
  usage: readonly UsageEntry[];
  updatedAt: Date;
};

/** Returns the part of a run that events change, as it is before the first event. */
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

/**
 * The defaults are those of docs/specifications/agent-loop-and-tools.md: 10 steps, 5 minutes, 3 malformed
 * replies in a row.
 */
export type RunLimits = { maxSteps: number; maxActiveMs: number; maxMalformedReplies: number };

export const defaultLimits: RunLimits = { maxSteps: 10, maxActiveMs: 300_000, maxMalformedReplies: 3 };

/** Each of these limits may be left open (null). */
export type OpenLimits = { [Limit in keyof RunLimits]: number | null };

/**
 * The server's setting is the maximum for a workflow, and its default. The one of the run's workspace is only a
 * maximum.
 */
export function resolveLimits(
  wished: OpenLimits,
  server: OpenLimits,
  workspace: Partial<OpenLimits> = {},
): RunLimits {
  const resolve = (limit: keyof RunLimits) =>
    Math.min(
      wished[limit] ?? server[limit] ?? defaultLimits[limit],
      server[limit] ?? Number.POSITIVE_INFINITY,
      workspace[limit] ?? Number.POSITIVE_INFINITY,
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
      /** The server's `Clock` measures this time. Null means never. */
      expiresAt: Date | null;
      /** Holds the approvals so far: fewer than the call's verdict needs. */
      signatures: readonly Signature[];
      /** A person replaced the model's call, so nobody approves it who has not seen it. */
      isReplaced?: true | undefined;
    }
  /** The call is allowed and has not started. */
  | { status: 'tool_ready'; call: ToolCall }
  /** The call has started. After a crash its outcome is unknown, unless repeating the call is safe. */
  | { status: 'tool_running'; call: ToolCall }
  /** A crash or an exception (`errorId`) cut the call off. The run waits for a person. */
  | { status: 'outcome_unknown'; call: ToolCall; errorId: ErrorId | null }
  | { status: 'completed'; answer: string; endedBy: 'text' | 'terminate' | 'plan' }
  | { status: 'rejected'; callId: CallId; reason: string | null; by: ActorId }
  /** Nobody decided in time. No person refused anything. */
  | { status: 'expired'; callId: CallId }
  | { status: 'cancelled'; by: ActorId }
  | { status: 'failed'; code: FailureCode; message: string };

export type RunStatus = (typeof runStatuses)[number];

export type FailureCode = (typeof failureCodes)[number];

const terminalStatuses: readonly RunStatus[] = ['completed', 'rejected', 'expired', 'cancelled', 'failed'];

export function isTerminal(status: RunStatus): boolean {
  return terminalStatuses.includes(status);
}

/**
 * In these states a driver has something to do. In every other one a person must act, or the run has ended.
 */
export const drivenStatuses: readonly RunStatus[] = ['queued', 'calling_model', 'tool_ready', 'tool_running'];

export function needsDriver(status: RunStatus): boolean {
  return drivenStatuses.includes(status);
}

/**
 * Says whether one click continues the run with fresh limits: no person refused anything, and the run is not
 * finished.
 */
export function canContinue({ kind, state }: Pick<Run, 'kind' | 'state'>): boolean {
  if (kind !== 'agent') return false;
  return state.status === 'expired' || (state.status === 'failed' && !finalFailures.includes(state.code));
}

const finalFailures: readonly FailureCode[] = ['tool_failed', 'damaged_data'];
