import type { JsonObject } from '../shared/json';

/** One run so far, read from its conversation: everything that a script may decide by. */
export type DemoTurn = {
  /** The message that started the run, without the date that the server put before it. */
  request: string;
  /** The same without the form's values: a value never chooses a script. */
  instructions: string;
  /** The form's values by name; empty fields are left out. */
  values: Record<string, string>;
  /** The calls so far, each with its outcome. */
  steps: DemoStep[];
  /** Set when the server refused the last reply as malformed. */
  malformed: string | null;
};

export type DemoStep = { tool: string; parameters: JsonObject; outcome: DemoOutcome };

export type DemoOutcome = { ok: true; text: string } | { ok: false; code: string; message: string };

/** Either a call, with a few words before it, or an answer that ends the run. */
export type DemoReply =
  | { call: { tool: string; parameters: JsonObject }; words?: string }
  | { answer: string }
  /** Sent as it is, to show how the app handles broken replies. */
  | { raw: string };

/** The next move of a workflow. Pure: the same conversation gives the same reply. */
export type DemoScript = (turn: DemoTurn) => DemoReply;
