import { findAttempt, findAttemptInShells } from './attempt';
import { matchEnd, type Span, skipBlanks, skipBlanksBackward } from './characters';
import { because, type Malformed, toMalformed } from './malformed';
import { leakedToken, strayClose } from './marks';
import { findOthersTurn } from './others-turn';
import type { Piece } from './piece';
import { readLines } from './read-lines';
import type { ReadCall } from './read-value';
import { Reader } from './reader';

export type { Malformed } from './malformed';
/** Holds an answer. A person sees `text`, without reasoning at its front and leaked tokens at its ends. */
export type TextReply = { kind: 'text'; text: string };

export type ToolCallReply = ReadCall & {
  kind: 'tool_call';
  /** Holds the model's own words before and after the call, or '' when there are none. */
  commentary: string;
  /**
   * Holds the reply for the history, without what the model invented after its call: a result, or the next
   * turn.
   */
  ownText: string;
};

export type ParsedReply = TextReply | ToolCallReply | Malformed;

/**
 * Reads a model's reply: an answer in text, exactly one tool call, or an attempted call that cannot run.
 * Never throws; the same text always gets the same verdict, in linear time. The parser knows no tools.
 * - Strict JSON decides: the parser never repairs, guesses or coerces
 *   (docs/specifications/agent-loop-and-tools.md).
 * - The table in verdicts.ts decides what a piece of the reply is, by its place and its meaning.
 * - The outer object decides: nothing inside a broken or foreign object becomes a call.
 * - Evidence of an attempt can turn text into malformed, never into a call. A truncated or ambiguous call is
 *   malformed.
 */
export function parseReply(reply: string): ParsedReply {
  const reader = readLines(reply);
  const attempt = findAttempt(reader) ?? findAttemptInShells(reader);
  if (!attempt) return { kind: 'text', text: reader.raw.slice(reader.start) };
  if (attempt.fault) return toMalformed(reader.raw, attempt.fault);
  if (findOthersTurn(reader.raw, tokensStart(reader), reader.reasoning) < attempt.start)
    return toMalformed(reader.raw, { ...notOwn, offset: attempt.start });
  const end = findOwnEnd(reader, attempt);
  const commentary = commentaryAround(reader, attempt, end);
  return { kind: 'tool_call', ...attempt.call, commentary, ownText: reader.raw.slice(0, end) };
}

/**
 * Returns the model's own words in a reply whose call is native: the text up to a result or the turn of
 * another role, without leaked tokens at its ends.
 */
export function readOwnWords(reply: string): string {
  const answer = readLines(reply);
  if (findOthersTurn(answer.raw, tokensStart(answer)) < answer.start) return '';
  const words = answer.raw.slice(answer.start);
  const { raw, start } = new Reader(words.slice(0, findOthersTurn(words)));
  return raw.slice(start).trim();
}

/** The text begins after leaked tokens, and one of them may open the turn of another role. */
const tokensStart = ({ text, start }: Reader) => skipBlanksBackward(text, start);

const notOwn = because(
  'not_alone',
  'The call comes after a result or the turn of another role, which you must not write',
);

/**
 * Matches where a model invents a result or the next turn after its call: a leaked token, a heading, or a
 * line such as "Tool result: …" or "User: …".
 */
const invented = new RegExp(
  [
    leakedToken,
    /(?<=\n)[\s*_#>[(<-]{0,8}(?:(?:tool|function|command|action)s?[ _-]?(?:results?|responses?|output|call results?)?|observations?|results?|outputs?|responses?|user|human|assistant|system)\b[^\n:：\]>]{0,30}[:：\]>]/
      .source,
    /(?<=\n)#{1,6} (?:tool|function) (?:result|response|output)[^\S\n]*(?=\n|$)/.source,
  ].join('|'),
  'i',
);

/**
 * Finds where the model's own words end, because what it invents must not appear next to a request to
 * approve, nor before the true result.
 */
function findOwnEnd({ raw, pieces }: Reader, call: Span): number {
  const data = pieces.find((piece) => isData(piece) && piece.start >= call.end);
  const offset = raw.slice(call.end).search(invented);
  return Math.min(data?.start ?? raw.length, offset === -1 ? raw.length : call.end + offset);
}

const isData = ({ meaning, placement }: Piece) => meaning === 'data' && placement === 'alone';

function commentaryAround({ raw, start, reasoning, pieces }: Reader, call: Span, end: number): string {
  const dropped = [...reasoning, ...pieces.filter(isData), call, { start: end, end }];
  const words: string[] = [];
  let at = start;
  for (const part of dropped.sort((left, right) => left.start - right.start)) {
    const own = raw.slice(at, Math.max(at, Math.min(part.start, end)));
    words.push(own.slice(skipBlanks(own, matchEnd(strayClose, own, 0))).trim());
    at = Math.max(at, part.end);
  }
  return words.filter(Boolean).join('\n\n');
}
