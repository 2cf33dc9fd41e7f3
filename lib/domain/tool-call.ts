import type { CallId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { Presentation } from './presentation';
import type { Verdict } from './verdict';

/** Describes one call as it was requested, judged and (if allowed) executed: the same bytes all the way. */
export type ToolCall = {
  id: CallId;
  /**
   * Numbers the step that the call belongs to. The count begins at 1, and begins again when the run is
   * continued, as its limit does.
   */
  step: number;
  tool: string;
  parameters: JsonObject;
  /** The model asks that the run ends with this call's result. This never skips an approval. */
  terminate: boolean;
  /** Counts the layers of JSON text that were unwrapped to read the parameters. */
  layers: number;
  /** Holds the SHA-256 of the canonical form of tool and parameters. An approval is bound to it. */
  hash: string;
  /** Says the effect in plain words, written by the server: "Write 14 lines to notes/plan.md". */
  headline: string;
  verdict: Verdict;
  /**
   * The call is safe to run again after a crash. Any other call that was cut off is shown as "outcome
   * unknown".
   */
  isIdempotent: boolean;
  /**
   * Identifies the state of the target when the call was prepared. Execution refuses when it has changed.
   * Null means that the call has no target.
   */
  targetFingerprint: string | null;
};

/**
 * Describes the outcome of a call. An error goes back to the model; our code never repeats a call by itself.
 */
export type ToolOutcome =
  | {
      ok: true;
      /** The timeline shows these few words: "3 KB". */
      summary: string;
      /** Says what a person should check in the result of an executed call: "Ended with exit code 1". */
      warning?: string | undefined;
      /** The model reads this text: its head and tail, within a bound, with a note on the omitted part. */
      modelText: string;
      /** A person may open this complete result. */
      detail: Presentation;
    }
  | { ok: false; error: ToolError; detail: Presentation | null };

export type ToolError = { code: ToolErrorCode; message: string };

export const toolErrorCodes = [
  'not_found',
  'already_exists',
  'outside_workspace',
  'not_allowed',
  'invalid_target',
  'no_match',
  'too_large',
  'target_changed',
  'denied_by_policy',
  'denied_by_person',
  'not_decided',
  'stopped',
  'timed_out',
  'command_failed',
  'request_failed',
  'unexpected',
] as const;

export type ToolErrorCode = (typeof toolErrorCodes)[number];
