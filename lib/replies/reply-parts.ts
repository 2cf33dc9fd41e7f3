import type { JsonScan } from './json/json-scan';

/**
 * The place of a piece of JSON in a reply.
 * - `alone`: on its own line or lines.
 * - `fence`: the complete content of a ```json or bare fence.
 * - `tag`: the complete content of <tool_call> tags.
 * - `code_span`: inline code that fills its line.
 * - `inline`: in a line with other words.
 * - `listed`: in a list item.
 * - `wrapped`: in any other element, such as <example>.
 */
export type Placement = 'alone' | 'fence' | 'tag' | 'code_span' | 'inline' | 'listed' | 'wrapped';

/** A piece of JSON, or text meant as JSON. `start` and `end` include its fence or tags. */
export type JsonPart = {
  kind: 'json';
  placement: Placement;
  start: number;
  end: number;
  jsonStart: number;
  jsonEnd: number;
  scan: JsonScan;
  /** Why it is not alone and complete: its fence or tag is not closed, or something follows it. */
  flaw: 'unclosed' | 'followed_by_words' | 'followed_by_marks' | 'glued' | null;
  /** Where the words before it on its line begin (inline only). */
  lineStart: number;
  /** Name of the element around it (wrapped only). */
  element: string | null;
};

/** A call in another program's format. */
export type ForeignPart = {
  kind: 'foreign';
  format: string;
  start: number;
  end: number;
  isFirstOnLine: boolean;
};

/** A fence with a label of its own: documentation, unless the label itself says that it is a call. */
export type LabeledFencePart = {
  kind: 'labeled_fence';
  label: string;
  start: number;
  end: number;
  contentStart: number;
  contentEnd: number;
};

/** A line such as `tool: read_file` or `Action Input: {…}`: how YAML and ReAct calls are written. */
export type KeyLinePart = { kind: 'key_line'; key: string; start: number; valueStart: number; end: number };

/** Reasoning, closed or cut off. */
export type ReasoningPart = { kind: 'reasoning'; start: number; end: number; isClosed: boolean };

export type ReplyPart = JsonPart | ForeignPart | LabeledFencePart | KeyLinePart | ReasoningPart;

/** The parts of a reply, in order. */
export type WalkedReply = {
  text: string;
  /** The text between `start` and `end` is for a person: without leading reasoning and leaked tokens. */
  start: number;
  end: number;
  parts: ReplyPart[];
};
