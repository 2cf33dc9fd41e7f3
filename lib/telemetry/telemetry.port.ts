import type { ApprovalStatus } from '../domain/decision';
import type { FailureCode, Run, RunStatus } from '../domain/run';
import type { ToolErrorCode } from '../domain/tool-call';
import type { TokenUsage } from '../domain/usage';
import type { ModelError } from '../models/model.port';

/** These names of a run may leave the server. No fact holds content: no title, value, text, path or person. */
export type ToldRun = Pick<Run, 'id' | 'conversationId' | 'workflowId'>;

/** A driver's work on a run, from its claim to its return. Facts of the same drive hold the same object. */
export type Drive = { readonly run: ToldRun };

/** `durationMs` is measured by a clock that nobody sets. */
type Timed = { startedAt: Date; durationMs: number };

/** `broke` is an exception that no code foresaw. `stopped` and `timed_out` came from outside of the call. */
type Cut = 'stopped' | 'timed_out' | 'broke';

export type ModelCalled = Timed & {
  type: 'model_called';
  drive: Drive;
  /** This is the id of a provider of `lib/llm/providers`. */
  provider: string;
  /** The request named this model. The demo model has the id of its provider. */
  model: string;
  /** The model is in the settings, in the environment, or comes with the app. */
  isSetUp: boolean;
  outcome: 'ok' | ModelError['code'] | Cut;
  /** Null means that the server reported no tokens. */
  usage: Pick<TokenUsage, 'input' | 'output'> | null;
};

export type ToolCalled = Timed & {
  type: 'tool_called';
  drive: Drive;
  callId: string | null;
  tool: string;
  /** The server has a tool of this name. */
  isKnown: boolean;
  outcome: 'ok' | ToolErrorCode | Cut;
};

export type ApprovalEnded = {
  type: 'approval_ended';
  run: ToldRun;
  since: Date;
  at: Date;
  outcome: Exclude<ApprovalStatus, 'pending'>;
  /** This is the role of the person who decided. It is null when nobody did. */
  role: string | null;
};

/** Tells what the server has just done. */
export type Fact =
  | { type: 'run_started' }
  /** `failure` is set for the status `failed` only. */
  | { type: 'run_ended'; status: RunStatus; failure: FailureCode | null }
  | { type: 'steps_taken'; count: number }
  | { type: 'approval_asked' }
  | ApprovalEnded
  | { type: 'drive_began'; drive: Drive; at: Date }
  /** The drive left the run in this state. */
  | { type: 'drive_ended'; drive: Drive; at: Date; status: RunStatus; failure: FailureCode | null }
  | ModelCalled
  | ToolCalled
  | { type: 'database_written'; durationMs: number; isStored: boolean }
  /** A transaction met another one and runs again. */
  | { type: 'write_repeated' }
  | { type: 'outage_began' };

/** Takes facts. It returns at once, never throws, and keeps nothing that grows without a limit. */
export type Tell = (fact: Fact) => void;
