import type { JsonObject } from '../shared/json';
import { skipBlanks } from './characters';
import { commentaryAround, findOwnEnd } from './commentary';
import { findKeyLineCall } from './key-lines';
import { keysIn } from './keys';
import { because, type Fault, foreignFormat, type Malformed, severalCalls, toMalformed } from './malformed';
import { hasReasoningCloseAfter, skipTurnTokens, tagAt, toolCallOpen } from './marks';
import { faultOf, type Piece, type Span, verdictOn } from './piece';
import { readWhole } from './read-lines';
import type { Reader } from './reader';
import { findWholeCall } from './whole-reply';

export type { Malformed } from './malformed';

/** An answer: `text` is what to show to a person, without reasoning at its front and leaked tokens at its ends. */
export type TextReply = { kind: 'text'; text: string };

export type ToolCallReply = {
  kind: 'tool_call';
  tool: string;
  parameters: JsonObject;
  terminate: boolean;
  /** The model's own words before and after the call, '' when there are none. */
  commentary: string;
  /** How many times the parameters were decoded from a JSON string. */
  layers: number;
  /** The reply without what the model invented after its call: a result, or the next turn. For the history. */
  ownText: string;
};

export type ParsedReply = TextReply | ToolCallReply | Malformed;

/**
 * Reads a model's reply: an answer in text, exactly one tool call, or an attempted call that cannot run.
 * Never throws; the same text always gets the same verdict, in linear time. It knows no tools.
 *
 * - Strict JSON decides: nothing is repaired, guessed or coerced (docs/specifications/agent-loop-and-tools.md).
 * - The table in verdicts.ts decides what a piece of the reply is, by its place and its meaning.
 * - The outer object decides: nothing inside a broken or foreign object becomes a call.
 * - Evidence of an attempt can turn text into malformed, never into a call. A truncated or ambiguous call is malformed.
 */
export function parseReply(text: string): ParsedReply {
  const reader = readWhole(text);
  const { start, end } = reader;
  const telling = reader.pieces.filter((piece) => verdictOn(piece) !== 'shown' || piece.meaning !== 'data');
  const attempt = telling.find((piece) => verdictOn(piece) === 'malformed');
  if (attempt) return toMalformed(text, faultOf(text, attempt));
  const calls = telling.filter((piece) => verdictOn(piece) === 'run');
  const [call, second] = calls;
  if (second) return toMalformed(text, { ...severalCalls(calls.length), offset: second.start });
  const fault = call ? findDoubt(reader, telling, call) : findAttempt(reader, telling);
  if (fault) return toMalformed(text, fault);
  if (call) return toCall(reader, call);
  const whole = findWholeCall(text.slice(start, end));
  if (!whole) return { kind: 'text', text: text.slice(start, end) };
  if (verdictOn(whole.piece) === 'run') return toCall(reader, { ...whole.piece, start, end });
  return toMalformed(text, { ...faultOf(whole.core, whole.piece), offset: start });
}

function toCall(reader: Reader, piece: Piece): ParsedReply {
  if (!piece.call) throw new Error('Only a call runs');
  const commentary = commentaryAround(reader, piece);
  return {
    kind: 'tool_call',
    ...piece.call,
    commentary,
    ownText: reader.text.slice(0, findOwnEnd(reader, piece)),
  };
}

const draft = 'The call is before the end of the reasoning, where calls are only drafts';
const noBrace = 'The call is not valid JSON: its opening brace is missing or in another place';
const broken = 'An object beside the call has a key of a call and is not valid JSON';
const cutReasoning =
  'The response ended inside its reasoning, where calls are only drafts: close the reasoning, then send the call';

/** Found one complete call; returns why it is still ambiguous: another attempt, or reasoning around it. */
function findDoubt(reader: Reader, telling: readonly Piece[], call: Piece): Fault | null {
  const { text, reasoning, brokenStart } = reader;
  const loose = findLooseCall(reader);
  if (loose) return loose;
  if (brokenStart !== null) return { ...because('invalid_json', broken), offset: brokenStart };
  const rival = telling.find((piece) => verdictOn(piece) === 'at_edge');
  if (rival) return { ...severalCalls(2), offset: rival.start };
  const readEnd = Math.max(call.end, reasoning.at(-1)?.end ?? 0);
  return hasReasoningCloseAfter(text, readEnd)
    ? { ...because('not_alone', draft), offset: call.start }
    : null;
}

/** Keys outside every object are a second attempt, so the first one may not be what was meant. */
function findLooseCall(reader: Reader): Fault | null {
  const offset = reader.looseKeys[0]?.start ?? reader.start;
  return reader.hasLooseCall() ? { ...because('invalid_json', noBrace), offset } : null;
}

/** Found no call; returns the attempt at one: in the wrong shape, format or place. */
function findAttempt(reader: Reader, telling: readonly Piece[]): Fault | null {
  const { text, start, end, keyLines, openReasoning } = reader;
  const attempt = telling.find((piece) => isAttemptHere(reader, telling, piece));
  if (attempt) return faultOf(text, attempt);
  const loose = findLooseCall(reader);
  if (loose) return loose;
  const [first] = keyLines;
  const last = keyLines.at(-1);
  const isAll =
    first !== undefined &&
    last !== undefined &&
    isBlankIn(text, start, first.start) &&
    isBlankIn(text, last.end, end);
  const lines = findKeyLineCall(keyLines, isAll);
  if (lines) return { ...foreignFormat(lines.format), offset: lines.start };
  if (openReasoning === null) return null;
  const hasDraft =
    keysIn(text, openReasoning, text.length).contract.includes('tool') ||
    text.includes(toolCallOpen, openReasoning);
  return hasDraft ? { ...because('truncated', cutReasoning), offset: text.length } : null;
}

function isAttemptHere(reader: Reader, telling: readonly Piece[], piece: Piece): boolean {
  const { text, start, end, keyLines } = reader;
  const around = withTags(text, piece);
  const isFirst = () => piece === telling[0] && isBlankIn(text, start, around.start);
  const isLast = () => isBlankIn(text, around.end, end);
  /** A line `Action:` and nothing else before it (LangChain). */
  const isAnnounced = () =>
    keyLines.some(({ key, valueStart }) => key === 'action' && skipBlanks(text, valueStart) === piece.start);
  switch (verdictOn(piece)) {
    case 'at_edge':
      return isFirst() || isLast();
    case 'at_end':
      return telling.length === 1 && isLast();
    case 'if_whole':
      return isLast() && (isFirst() || isAnnounced());
    default:
      return false;
  }
}

const openTagBefore = /<([a-z][\w:.-]{0,63})[^<>\n]{0,100}>\s{0,20}$/i;

/** A piece with the tags that hold nothing else, or with the closing tag of lost ones. */
function withTags(text: string, { start, end }: Piece): Span {
  const close = tagAt(text, skipBlanks(text, end));
  if (!close?.isClose) return { start, end };
  const from = Math.max(0, start - 200);
  const open = openTagBefore.exec(text.slice(from, start));
  if (open?.[1]?.toLowerCase() === close.name) return { start: from + open.index, end: close.end };
  return { start, end: close.name === 'tool_call' ? close.end : end };
}

/** Whether only blanks and leaked tokens are in this part of a reply. */
function isBlankIn(text: string, from: number, to: number): boolean {
  return skipTurnTokens(text, from, to) >= to;
}
