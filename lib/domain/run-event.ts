import type { ActorId, ApprovalId, CallId, ErrorId } from '../shared/ids';
import type { BoundModel } from './bound-model';
import type { ApprovalDecision } from './decision';
import type { LeftOut } from './left-out';
import type { Presentation } from './presentation';
import type { FailureCode } from './run';
import type { ToolCall, ToolError, ToolOutcome } from './tool-call';
import type { TokenUsage } from './usage';

/**
 * A run has these events in order: an append-only ledger whose sum is the run. `activeMs` is the active time
 * since the event before.
 */
export type RunEvent =
  | { type: 'run_created' }
  | { type: 'run_started' }
  /** The model answered in text, so the run ends. */
  | ({ type: 'text_replied'; text: string } & Answered)
  | ({
      type: 'tool_call_requested';
      call: ToolCall;
      /** Holds the model's reply in a form that can be sent back, as part of the transcript. */
      reply: string;
      commentary: string;
      /** This is set when the verdict is `ask`. */
      approvalId: ApprovalId | null;
      /** Nobody can decide from this time on. When the time is missing, the request never expires. */
      expiresAt?: Date | undefined;
      preview: Presentation[];
      /** The call cannot work, so no person is asked. The model reads this as its result. */
      foreseenError: ToolError | null;
    } & Answered)
  | ({
      type: 'reply_malformed';
      code: string;
      /** The model reads this. */
      message: string;
      reply: string;
      /** Tells a person why, and what to do. */
      says?: string | undefined;
      /**
       * Holds fingerprints of the texts about which the model was asked: is this only an example in an
       * answer?
       */
      asked?: string[] | undefined;
    } & Answered)
  | {
      type: 'approval_decided';
      approvalId: ApprovalId;
      callId: CallId;
      decision: ApprovalDecision;
      /**
       * Identifies the call and the state of its target that the person saw. It is null in events older than
       * this rule.
       */
      digest: string | null;
      /** This is set when the target changed after the request. The person then signed what this says. */
      reshown?: ReshownCall | undefined;
    }
  /**
   * A person replaced the call that waits by this one, and nobody has decided about it yet. It keeps the id,
   * the step and the tool of the model's call.
   */
  | { type: 'call_replaced'; approvalId: ApprovalId; call: ToolCall; preview: Presentation[] }
  /** Nobody decided in time. */
  | { type: 'approval_expired'; approvalId: ApprovalId; callId: CallId }
  /** The event is durable before the tool runs. */
  | { type: 'tool_started'; callId: CallId }
  /** The event is durable before the next model call. */
  | { type: 'tool_finished'; callId: CallId; outcome: ToolOutcome; durationMs: number; activeMs: number }
  /** After a crash, an idempotent call will run again. */
  | { type: 'tool_rescheduled'; callId: CallId }
  /**
   * No one knows whether the call took effect, because of a crash or of an exception (`errorId`) while it
   * ran.
   */
  | { type: 'outcome_lost'; callId: CallId; errorId: ErrorId | null; activeMs: number }
  | { type: 'outcome_settled'; callId: CallId; settlement: OutcomeSettlement }
  /** After a crash, this counts the active time since the last event. */
  | { type: 'active_time_recovered'; activeMs: number }
  /**
   * The run gets fresh limits and the model that is set up now. Events older than this rule have no `model`.
   */
  | { type: 'run_continued'; model?: NamedModel | undefined }
  /**
   * From here on the server sends the model less of its oldest steps (`LeftOut`). People still see
   * everything.
   */
  | ({ type: 'history_left_out'; windowTokens: number } & LeftOut)
  /**
   * The server refused a request as too long, with these figures where it names them. The run asks once more,
   * with less.
   */
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

/**
 * Describes the work in flight when the run ended: its time, and the text of a reply that people had seen so
 * far ('' for none).
 */
export type WorkSoFar = { activeMs: number; partialText: string };

export const noWork: WorkSoFar = { activeMs: 0, partialText: '' };

/**
 * Describes a reply: the time it took, the name of its model as the server reported it, and its tokens. A
 * null `usage` means that the server reported none. Events older than a part do not have it.
 */
type Answered = {
  activeMs: number;
  answeredBy?: string | undefined;
  usage?: TokenUsage | null | undefined;
  /**
   * Measures the time from the request to the first sign of the reply. It is left out when the reply did not
   * stream.
   */
  firstTokenMs?: number | undefined;
};

export type NamedModel = { name: string; bound: BoundModel };

export type RunEventType = RunEvent['type'];

/**
 * Describes the effect of an unchanged call on a new state of its target. The call runs in that state only.
 */
export type ReshownCall = Pick<ToolCall, 'headline' | 'verdict' | 'targetFingerprint'> & {
  preview: Presentation[];
};

export type OutcomeSettlement =
  | { choice: 'worked'; result: string }
  | { choice: 'run_again' }
  | { choice: 'abort' };

/**
 * The ledger keeps an event like this: numbered from 1 without a gap, with its time and its actor. The parts
 * that only a person opens (`preview`, `outcome.detail`) are kept with the call instead, and are empty when
 * an event is read back.
 */
export type RecordedEvent = { version: number; at: Date; by: ActorId; event: RunEvent };
