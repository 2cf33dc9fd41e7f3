import type { JsonObject } from '../../shared/json';

/** What one run has come to, as far as a conversation shows: all that a script decides by. */
export type DemoTurn = {
  /** Null: a message that was not made by a workflow form. */
  workflowId: string | null;
  /** The message that began it. */
  request: string;
  /** The form's values by name; what was not given is not there. */
  values: Record<string, string>;
  /** The calls so far, each with what came of it. */
  steps: DemoStep[];
  /** Set when the last reply was refused as malformed. */
  malformed: string | null;
};

export type DemoStep = { tool: string; parameters: JsonObject; outcome: DemoOutcome };

export type DemoOutcome = { ok: true; text: string } | { ok: false; code: string; message: string };

/** Either a call, with a few words before it, or an answer that ends the run. */
export type DemoReply =
  | { call: { tool: string; parameters: JsonObject; terminate?: boolean }; words?: string }
  | { answer: string }
  /** Sent as it is: for trying out what is not meant to happen. */
  | { raw: string };

/** The next move of a workflow. Pure: the same conversation gives the same reply. */
export type DemoScript = (turn: DemoTurn) => DemoReply;
