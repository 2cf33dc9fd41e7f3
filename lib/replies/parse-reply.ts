import type { JsonObject } from '../shared/json';
import { skipBlanks } from './characters';
import { commentaryAround, findOwnEnd } from './commentary';
import { findKeyLineCall } from './key-lines';
import { keysIn } from './keys';
import { because, type Fault, foreignFormat, type Malformed, severalCalls, toMalformed } from './malformed';
import { hasReasoningCloseAfter, toolCallClose, toolCallOpen } from './marks';
import { faultOf, type Piece, verdictOn } from './piece';
import { readWhole } from './read-lines';
import type { Reader } from './reader';
import { findCallOnOneLine, findWholeCall } from './whole-reply';

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
export function parseReply(reply: string): ParsedReply {
  const reader = readWhole(reply);
  const { text, start, pieces } = reader;
  const answer = text.slice(start);
  const onOneLine = findCallOnOneLine(answer);
  if (onOneLine) return toCall(reader, { ...onOneLine, start, end: text.length });
  const telling = pieces.filter((piece) => verdictOn(piece) !== 'shown' || piece.meaning !== 'data');
  const fault = findFault(reader, telling);
  if (fault) return toMalformed(text, fault);
  const call = telling.find((piece) => verdictOn(piece) === 'run');
  if (call) return toCall(reader, call);
  const whole = findWholeCall(answer);
  if (!whole) return { kind: 'text', text: answer };
  return toMalformed(text, { ...faultOf(whole.core, whole.piece), offset: start });
}

function toCall(reader: Reader, piece: Piece): ParsedReply {
  if (!piece.call) throw new Error('Only a call runs');
  const end = findOwnEnd(reader, piece);
  const commentary = commentaryAround(reader, piece, end);
  const ownText = reader.text.slice(0, end);
  return { kind: 'tool_call', ...piece.call, commentary, ownText };
}

const draft = 'The call is before the end of the reasoning, where calls are only drafts';
const noBrace = 'The call is not valid JSON: its opening brace is missing or in another place';
const broken = 'An object beside the call has a key of a call and is not valid JSON';
const cutReasoning =
  'The response ended inside its reasoning, where calls are only drafts: close the reasoning, then send the call';

/** Why nothing of the reply runs and it is no answer either; null when it is an answer, or exactly one call. */
function findFault(reader: Reader, telling: readonly Piece[]): Fault | null {
  const { text, looseKeys } = reader;
  const malformed = telling.find((piece) => verdictOn(piece) === 'malformed');
  if (malformed) return faultOf(text, malformed);
  const calls = telling.filter((piece) => verdictOn(piece) === 'run');
  const [call, second] = calls;
  if (second) return { ...severalCalls(calls.length), offset: second.start };
  const attempt = call ? null : telling.find((piece) => isAttemptHere(reader, telling, piece));
  if (attempt) return faultOf(text, attempt);
  const [loose] = looseKeys;
  if (loose && reader.hasLooseCall()) return { ...because('invalid_json', noBrace), offset: loose.start };
  return call ? findDoubt(reader, telling, call) : (findAttemptInLines(reader) ?? findDraft(reader));
}

/** Found one complete call; returns why it is still ambiguous: another attempt, or reasoning around it. */
function findDoubt(reader: Reader, telling: readonly Piece[], call: Piece): Fault | null {
  const { text, reasoning, brokenStart } = reader;
  if (brokenStart !== null) return { ...because('invalid_json', broken), offset: brokenStart };
  const rival = telling.find((piece) => verdictOn(piece) === 'at_edge');
  if (rival) return { ...severalCalls(2), offset: rival.start };
  const readEnd = Math.max(call.end, reasoning.at(-1)?.end ?? 0);
  return hasReasoningCloseAfter(text, readEnd)
    ? { ...because('not_alone', draft), offset: call.start }
    : null;
}

/** Lines of YAML or ReAct. */
function findAttemptInLines({ text, start, keyLines }: Reader): Fault | null {
  const isAll = isEmpty(text, start, keyLines[0]?.start) && isEmpty(text, keyLines.at(-1)?.end ?? start);
  const lines = findKeyLineCall(keyLines, isAll);
  return lines && { ...foreignFormat(lines.format), offset: lines.start };
}

/** A call in reasoning that nothing closes. */
function findDraft({ text, openReasoning }: Reader): Fault | null {
  if (openReasoning === null) return null;
  const { contract } = keysIn(text, openReasoning, text.length);
  const hasDraft = contract.includes('tool') || text.includes(toolCallOpen, openReasoning);
  return hasDraft ? { ...because('truncated', cutReasoning), offset: text.length } : null;
}

const openTagBefore = /<[a-z][^<>\n]{0,200}>\s{0,20}$/i;

/** Whether a piece is an attempt because nothing but blanks and tags is before or after it. */
function isAttemptHere({ text, start, keyLines }: Reader, telling: readonly Piece[], piece: Piece): boolean {
  const verdict = verdictOn(piece);
  if (verdict === 'shown') return false;
  const isFirst = piece === telling[0] && isEmpty(text, start, piece.start);
  const isLast = piece.end >= (telling.at(-1)?.end ?? 0) && isEmpty(text, piece.end);
  if (verdict === 'at_edge') return isFirst || isLast;
  if (!isLast) return false;
  // Documentation folds an example away in tags, too, but with words before it.
  const isTagged = openTagBefore.test(text.slice(Math.max(0, piece.start - 250), piece.start));
  const isBare = text.slice(piece.end).replace(toolCallClose, '').trim() === '';
  if (verdict === 'at_end') return telling.length === 1 && (isTagged || isBare);
  /** A line `Action:` and nothing else before it (LangChain). */
  const isAnnounced = keyLines.some(
    ({ key, valueStart }) => key === 'action' && skipBlanks(text, valueStart) === piece.start,
  );
  return isFirst || isAnnounced;
}

/** Whether only blanks, tags and leaked tokens are in this part of a reply. */
function isEmpty(text: string, from: number, to?: number): boolean {
  return (
    text
      .slice(from, to)
      .replace(/<[^<>]{1,500}>/g, '')
      .trim() === ''
  );
}
