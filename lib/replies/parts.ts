import type { JsonScan } from './json/json-scan';
import type { Placement } from './verdicts';

/** A piece of JSON, or text meant as JSON. `start` and `end` include its fence, tags or element. */
export type JsonPart = {
  kind: 'json';
  placement: Placement;
  start: number;
  end: number;
  json: { start: number; end: number };
  scan: JsonScan;
  /** Why it cannot run although it is in a place for calls. */
  flaw: 'followed_by_marks' | 'in_label' | null;
};

/** A call in another program's format. */
export type ForeignPart = {
  kind: 'foreign';
  placement: Placement;
  format: string;
  start: number;
  end: number;
};

/** A line such as `tool: read_file` or `Action Input: {…}`: how YAML and ReAct calls are written. */
export type KeyLinePart = { kind: 'key_line'; key: string; start: number; valueStart: number; end: number };

/** A key of the contract in quotes, outside every bracket. */
export type KeyPart = { kind: 'key'; start: number; end: number };

/** Reasoning, closed or cut off. */
export type ReasoningPart = { kind: 'reasoning'; start: number; end: number; isClosed: boolean };

/** A fence with a label of its own: only shown, unless it is the complete reply. */
export type FencePart = { kind: 'fence'; start: number; end: number };

export type Part = JsonPart | ForeignPart | KeyLinePart | KeyPart | ReasoningPart | FencePart;

/** The parts of a reply, in order. */
export type WalkedReply = {
  text: string;
  /** The text between `start` and `end` is for a person: without leading reasoning and leaked tokens. */
  start: number;
  end: number;
  parts: Part[];
};
