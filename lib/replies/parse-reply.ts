import type { JsonObject } from '../shared/json';
import { skipBlanks } from './characters';
import { commentaryAround, findOwnEnd } from './commentary';
import { findKeyLineCall } from './key-lines';
import { type Fault, type Malformed, toMalformed } from './malformed';
import { hasReasoningCloseAfter, skipTurnTokens, toolCallClose } from './marks';
import { faultOf, type Piece, severalCalls, verdictOn } from './pieces';
import type { Reader } from './reader';
import { walkReply } from './walk-reply';
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
  const reader = walkReply(text);
  const telling = reader.pieces.filter(({ meaning, placement }) => meaning !== 'data' || placement === 'tag');
  const attempt = telling.find((piece) => verdictOn(piece) === 'malformed');
  if (attempt) return toMalformed(text, faultOf(text, attempt));
  const [call, ...others] = telling.filter((piece) => verdictOn(piece) === 'run');
  if (others[0]) return toMalformed(text, severalCalls(others.length + 1, others[0].start));
  const fault = call ? findDoubt(reader, telling, call) : findAttempt(reader, telling);
  if (fault) return toMalformed(text, fault);
  if (!call || !('call' in call.found)) return { kind: 'text', text: text.slice(reader.start, reader.end) };
  const commentary = commentaryAround(reader, call);
  return {
    kind: 'tool_call',
    ...call.found.call,
    commentary,
    ownText: text.slice(0, findOwnEnd(reader, call)),
  };
}

/** Found one complete call; returns why it is still ambiguous: another attempt, or reasoning around it. */
function findDoubt({ text, reasoning }: Reader, telling: readonly Piece[], call: Piece): Fault | null {
  const rival = telling.find(
    ({ meaning, placement }) => (meaning === 'listing' || meaning === 'foreign') && placement === 'alone',
  );
  if (rival) return severalCalls(2, rival.start);
  if (!hasReasoningCloseAfter(text, Math.max(call.end, reasoning.at(-1)?.end ?? 0))) return null;
  const reason = 'The call is before the end of the reasoning, where calls are only drafts';
  return { code: 'not_alone', reason, offset: call.start };
}

/** Found no call; returns the attempt at one: in the wrong shape, format or place. */
function findAttempt(reader: Reader, telling: readonly Piece[]): Fault | null {
  const { text, start, end, keyLines } = reader;
  const attempt = telling.find((piece) => isAttemptHere(reader, telling, piece));
  if (attempt) return faultOf(text, attempt);
  return (
    findLooseCall(reader) ??
    findKeyLineCall(text, reader, keyLines) ??
    findWholeCall(text, start, end) ??
    findUnfinishedReasoning(reader)
  );
}

function isAttemptHere(reader: Reader, telling: readonly Piece[], piece: Piece): boolean {
  const { text, start, end, keyLines } = reader;
  const isFirst = () => skipTurnTokens(text, start, piece.start, 'everywhere') >= piece.start;
  const isLast = () => skipTurnTokens(text, skipCloseTag(text, piece.end), end, 'everywhere') >= end;
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

function skipCloseTag(text: string, at: number): number {
  return text.startsWith(toolCallClose, at) ? at + toolCallClose.length : at;
}

/** Two keys of the contract in quotes, outside every bracket. */
function findLooseCall({ looseKeys }: Reader): Fault | null {
  const [first] = looseKeys;
  if (!first || new Set(looseKeys.map(({ name }) => name)).size < 2) return null;
  const reason = 'The call is not valid JSON: its opening brace is missing or in another place';
  return { code: 'invalid_json', reason, offset: first.start };
}

function findUnfinishedReasoning({ text, keys, openReasoning }: Reader): Fault | null {
  if (openReasoning === null) return null;
  if (!keys.within(openReasoning, text.length).hasTool && !text.includes('<tool_call>', openReasoning))
    return null;
  const reason =
    'The response ended inside its reasoning, where calls are only drafts: close the reasoning, then send the call';
  return { code: 'truncated', reason, offset: text.length };
}
