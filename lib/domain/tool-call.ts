import type { CallId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { Presentation } from './presentation';
import type { Verdict } from './verdict';

/** One call as it was asked for, judged and (if allowed) executed: the same bytes all the way. */
export type ToolCall = {
  id: CallId;
  /** The step it belongs to. Counted from 1, and again from 1 when the run is continued, as its limit is. */
  step: number;
  tool: string;
  parameters: JsonObject;
  /** The model asks that the run ends with this call's result. Never skips an approval. */
  terminate: boolean;
  /** How many layers of JSON text were unwrapped to read the parameters. */
  layers: number;
  /** SHA-256 of the canonical form of tool and parameters; an approval is bound to it. */
  hash: string;
  /** The effect in plain words, written by the server: "Write 14 lines to notes/plan.md". */
  headline: string;
  verdict: Verdict;
  /** Safe to run again after a crash. Anything else that was cut off is shown as "outcome unknown". */
  isIdempotent: boolean;
  /** State of the target when the call was prepared; execution refuses when it has changed. Null: no target. */
  targetFingerprint: string | null;
};

/** The outcome of a call. An error goes back to the model; our code never repeats a call by itself. */
export type ToolOutcome =
  | {
      ok: true;
      /** A few words for the timeline: "3 KB". */
      summary: string;
      /** It was executed, and a person should check its result: "Ended with exit code 1". */
      warning?: string | undefined;
      /** The text for the model: bounded to head and tail, with a note on the omitted part. */
      modelText: string;
      /** The complete result, which a person may open. */
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
