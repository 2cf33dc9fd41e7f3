import type { ApprovalId, CallId, ErrorId } from '../shared/ids';
import type { Actor } from './actor';
import type { BoundModel } from './bound-model';
import type { ApprovalDecision } from './decision';
import type { LeftOut } from './left-out';
import type { Presentation } from './presentation';
import type { FailureCode } from './run';
import type { ToolCall, ToolError, ToolOutcome } from './tool-call';
import type { TokenUsage } from './usage';

/**
 * The events of a run in order: an append-only ledger whose sum is the run. `activeMs` is the active
 * time spent since the event before.
 */
export type RunEvent =
  | { type: 'run_created' }
  | { type: 'run_started' }
  /** The model answered in text: the run ends. */
  | ({ type: 'text_replied'; text: string } & Answered)
  | ({
      type: 'tool_call_requested';
      call: ToolCall;
      /** The model's reply in a form that can be sent back: part of the transcript. */
      reply: string;
      commentary: string;
      /** Set when the verdict is `ask`. */
      approvalId: ApprovalId | null;
      /** Nobody can decide from then on. Missing: never. */
      expiresAt?: Date | undefined;
      preview: Presentation[];
      /** The call cannot work, so no person is asked: the model reads this as its result. */
      foreseenError: ToolError | null;
    } & Answered)
  | ({
      type: 'reply_malformed';
      code: string;
      /** For the model. */
      message: string;
      reply: string;
      /** For a person: why, and what to do. */
      says?: string | undefined;
      /** Fingerprints of what the model was asked about: whether it is only an example in an answer. */
      asked?: string[] | undefined;
    } & Answered)
  | {
      type: 'approval_decided';
      approvalId: ApprovalId;
      callId: CallId;
      decision: ApprovalDecision;
      /** Identifies the call and the state of its target that the person saw. Null in events older than this rule. */
      digest: string | null;
      /** Set when the target changed after the request, so that the person signed what this says instead. */
      reshown?: ReshownCall | undefined;
    }
  /** Nobody decided in time. */
  | { type: 'approval_expired'; approvalId: ApprovalId; callId: CallId }
  /** Durable before the tool runs. */
  | { type: 'tool_started'; callId: CallId }
  /** Durable before the next model call. */
  | { type: 'tool_finished'; callId: CallId; outcome: ToolOutcome; durationMs: number; activeMs: number }
  /** After a crash: an idempotent call will run again. */
  | { type: 'tool_rescheduled'; callId: CallId }
  /** No one knows whether the call took effect: after a crash, or after an exception (`errorId`) while it ran. */
  | { type: 'outcome_lost'; callId: CallId; errorId: ErrorId | null; activeMs: number }
  | { type: 'outcome_settled'; callId: CallId; settlement: OutcomeSettlement }
  /** After a crash: active time that had been spent since the last event. */
  | { type: 'active_time_recovered'; activeMs: number }
  /** Fresh limits, and the model that is set up now. `model` is missing in events older than this rule. */
  | { type: 'run_continued'; model?: NamedModel | undefined }
  /**
   * From here on the model is sent less of its oldest steps (`LeftOut`). People still see everything.
   */
  | ({ type: 'history_left_out'; windowTokens: number } & LeftOut)
  /** The server refused a request as too long, with these figures where it names them. It is asked once more, with less. */
  | {
      type: 'request_refused';
      windowTokens: number | null;
      requestTokens: number | null;
      message: string;
      activeMs: number;
    }
  /** The server read only this much of the request that the next reply answers, and did not say so. */
  | { type: 'request_cut'; expectedTokens: number; readTokens: number }
  | ({ type: 'run_cancelled' } & WorkSoFar)
  | ({ type: 'run_failed'; code: FailureCode; message: string } & WorkSoFar);

/** The work in flight when the run ended: its time, and the text of a reply that was shown so far ('' when none was). */
export type WorkSoFar = { activeMs: number; partialText: string };

export const noWork: WorkSoFar = { activeMs: 0, partialText: '' };

/**
 * A reply came: how long it took, the name of the model that sent it, as its server reported it, and its tokens. `usage` null:
 * the server reported none. Events older than a part do not have it.
 */
type Answered = {
  activeMs: number;
  answeredBy?: string | undefined;
  usage?: TokenUsage | null | undefined;
  /** From the request to the first sign of the reply; left out when it did not stream. */
  firstTokenMs?: number | undefined;
};

export type NamedModel = { name: string; bound: BoundModel };

export type RunEventType = RunEvent['type'];

/** The effect of an unchanged call on a new state of its target. It runs in that state only. */
export type ReshownCall = Pick<ToolCall, 'headline' | 'verdict' | 'targetFingerprint'> & {
  preview: Presentation[];
};

export type OutcomeSettlement =
  | { choice: 'worked'; result: string }
  | { choice: 'run_again' }
  | { choice: 'abort' };

/**
 * An event as the ledger keeps it: numbered from 1 without a gap, with who and when. What only a person opens
 * (`preview`, `outcome.detail`) is kept with the call instead, and is empty when an event is read back.
 */
export type RecordedEvent = { version: number; at: Date; actor: Actor; event: RunEvent };
