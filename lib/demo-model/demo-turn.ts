import type { JsonObject } from '../shared/json';

/** Holds one run so far. A script decides only by this conversation. */
export type DemoTurn = {
  /** Holds the message that started the run, without the date that the server put before it. */
  request: string;
  /** Holds the request without the form's values, because a value must never choose a script. */
  instructions: string;
  /** Holds the form's values by name, without empty fields. */
  values: Record<string, string>;
  /** Lists the calls so far, each with its outcome. */
  steps: DemoStep[];
  /** Holds the error when the server refused the last reply as malformed. */
  malformed: string | null;
};

export type DemoStep = { tool: string; parameters: JsonObject; outcome: DemoOutcome };

export type DemoOutcome = { ok: true; text: string } | { ok: false; code: string; message: string };

/** A script either makes a call, with a few words before it, or gives an answer that ends the run. */
export type DemoReply =
  | { call: { tool: string; parameters: JsonObject }; words?: string }
  | { answer: string }
  /** The server gets this text as it is, to show how the app handles broken replies. */
  | { raw: string };

/** Chooses the next move of a workflow. It is pure: the same conversation gives the same reply. */
export type DemoScript = (turn: DemoTurn) => DemoReply;
