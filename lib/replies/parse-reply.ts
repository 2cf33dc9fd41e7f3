import type { JsonObject } from '../shared/json';
import { skipBlanks } from './blank';
import { findForeignText, foreign, isForeignMark } from './foreign-text';
import { findLooseKeys } from './loose-json';
import { type Malformed, toMalformed } from './malformed';
import { hasReasoningCloseAfter } from './reasoning';
import type { JsonPart, WalkedReply } from './reply-parts';
import { isAnnounced, isFirst, isLast, isWhole } from './reply-place';
import { walkReply } from './walk-reply';
import { type WeighedPart, weighPart } from './weigh-reply';

export type { Malformed } from './malformed';

/** An answer: `text` is what to show to a person, without reasoning at its front and leaked tokens at its ends. */
export type TextReply = { kind: 'text'; text: string };

export type ToolCallReply = {
  kind: 'tool_call';
  tool: string;
  parameters: JsonObject;
  terminate: boolean;
  /** The words before and after the call, '' when there are none. */
  commentary: string;
  /** How many times the parameters were decoded from a JSON string. */
  layers: number;
};

export type ParsedReply = TextReply | ToolCallReply | Malformed;

/**
 * Reads a model's reply: an answer in text, exactly one tool call, or an attempted call that cannot run.
 * Never throws; the same text always gets the same verdict, in linear time. It knows no tools.
 *
 * - Strict JSON decides: nothing is repaired, guessed or coerced (docs/specifications/agent-loop-and-tools.md).
 * - A call counts only where it is alone: the complete reply, its own lines, a ```json or bare fence, <tool_call>
 *   tags. Inline, quoted, listed, commented or in another fence it is only shown, and the reply is text.
 * - The outer object decides: nothing inside a broken or foreign object becomes a call.
 * - Evidence of an attempt can turn text into malformed, never into a call. A truncated or ambiguous call is malformed.
 */
export function parseReply(text: string): ParsedReply {
  const reply = walkReply(text);
  const weighed = reply.parts
    .filter((part): part is JsonPart => part.kind === 'json')
    .map((part) => weighPart(reply, part));
  const calls = weighed.filter((candidate) => candidate.kind === 'call');
  const [call, second] = calls;
  return (
    findSureFault(weighed) ??
    (second ? severalCalls(text, calls.length, second.part.start) : null) ??
    (call
      ? (findDoubt(reply, weighed, call.part) ?? toolCall(reply, call, weighed))
      : findAttempt(reply, weighed)) ?? {
      kind: 'text',
      text: text.slice(reply.start, reply.end),
    }
  );
}

function findSureFault(weighed: readonly WeighedPart[]): Malformed | null {
  const fault = weighed.find((candidate) => candidate.kind === 'fault' && candidate.weight === 'sure');
  return fault?.kind === 'fault' ? fault.malformed : null;
}

function severalCalls(text: string, count: number, offset: number): Malformed {
  return toMalformed(
    text,
    'several_calls',
    `The reply holds ${count} tool calls: send one, wait for its result, then the next`,
    offset,
  );
}

/** Found one complete call; returns why it is still ambiguous: another attempt, or reasoning around it. */
function findDoubt(reply: WalkedReply, weighed: readonly WeighedPart[], call: JsonPart): Malformed | null {
  const { text, parts } = reply;
  const rival = weighed.find(
    (candidate) =>
      (candidate.kind === 'listing' || candidate.kind === 'foreign') && isAloneOrTagged(candidate.part),
  );
  const mark = parts.find(isForeignMark);
  if (rival || mark) return severalCalls(text, 2, (rival?.part ?? mark ?? call).start);
  const reasoningEnd = parts.filter((part) => part.kind === 'reasoning').at(-1)?.end ?? 0;
  if (!hasReasoningCloseAfter(text, Math.max(call.end, reasoningEnd))) return null;
  return toMalformed(
    text,
    'not_alone',
    'The call is before the end of the reasoning, where calls are only drafts',
    call.start,
  );
}

/** Found no call; returns the attempt at one: in the wrong shape, format or place. */
function findAttempt(reply: WalkedReply, weighed: readonly WeighedPart[]): Malformed | null {
  const shown = weighed
    .filter((candidate) => candidate.kind === 'fault' && candidate.weight === 'shown')
    .map(({ part }) => part);
  for (const candidate of weighed) {
    const found = findPartAttempt(reply, candidate, shown);
    if (found) return found;
  }
  return findForeignText(reply) ?? findUnfinishedReasoning(reply);
}

function findPartAttempt(
  reply: WalkedReply,
  candidate: WeighedPart,
  shown: readonly JsonPart[],
): Malformed | null {
  const { text } = reply;
  const { part } = candidate;
  switch (candidate.kind) {
    case 'fault':
      if (candidate.weight === 'weak') return isWeakAttempt(reply, part) ? candidate.malformed : null;
      return candidate.weight === 'shown' && isMisplacedAttempt(reply, part, shown)
        ? candidate.malformed
        : null;
    case 'listing':
      if (!isMeantToRun(reply, part)) return null;
      if (candidate.calls > 1) return severalCalls(text, candidate.calls, part.start);
      return toMalformed(
        text,
        'wrong_type',
        'The call is inside an array: send the object itself',
        part.jsonStart,
      );
    case 'foreign':
      return isMeantToRun(reply, part) || followsActionLine(reply, part)
        ? foreign(text, candidate.format, part.jsonStart)
        : null;
    default:
      return null;
  }
}

function isAloneOrTagged(part: JsonPart): boolean {
  return part.placement === 'alone' || part.placement === 'tag';
}

/** The complete reply, in tags, or bare at either end. In a fence within an explanation it is an example. */
function isMeantToRun(reply: WalkedReply, part: JsonPart): boolean {
  if (part.placement === 'tag') return true;
  if (part.placement === 'alone') return isLast(reply, part) || isFirst(reply, part);
  return part.placement === 'fence' && isWhole(reply, part);
}

/** With only one key of the contract, which data may have too. */
function isWeakAttempt(reply: WalkedReply, part: JsonPart): boolean {
  if (isWhole(reply, part)) return isAloneOrTagged(part) || part.placement === 'fence';
  if (!part.scan.ok || !part.scan.keys.includes('tool')) return false;
  return (
    part.placement === 'alone' ||
    (part.placement === 'fence' && isLast(reply, part) && isFunctionLike(reply.text, part))
  );
}

/** `read_file` is the name of a function; `hammer` may be anything. */
function isFunctionLike(text: string, part: JsonPart): boolean {
  const value: unknown = JSON.parse(text.slice(part.jsonStart, part.jsonEnd));
  const tool = typeof value === 'object' && value !== null && 'tool' in value ? value.tool : null;
  return typeof tool === 'string' && tool.includes('_') && !tool.includes(' ');
}

const answerElements = new Set(
  'answer response output final final_answer assistant message reply json call action command'.split(' '),
);

/** A call in a place where calls are only shown, but at the end and with nothing that explains it. */
function isMisplacedAttempt(reply: WalkedReply, part: JsonPart, shown: readonly JsonPart[]): boolean {
  switch (part.placement) {
    case 'code_span':
      return isWhole(reply, part);
    case 'listed':
      return shown.length === 1 && part.lineStart === part.start && isLast(reply, part);
    case 'wrapped':
      return part.element !== null && answerElements.has(part.element) && isWholeElement(reply, part);
    case 'inline':
      return (
        part === shown.at(-1) &&
        isLastButMarks(reply, part) &&
        isAnnounced(reply.text.slice(0, reply.end), part)
      );
    default:
      return false;
  }
}

function isWholeElement(reply: WalkedReply, part: JsonPart): boolean {
  const { text } = reply;
  const first = skipBlanks(text, reply.start);
  const element = part.element ?? '';
  return (
    text.startsWith(`<${element}`, first) && text.slice(0, reply.end).trimEnd().endsWith(`</${element}>`)
  );
}

function isLastButMarks(reply: WalkedReply, part: JsonPart): boolean {
  return reply.end - part.end < 20 && !reply.text.slice(part.end, reply.end).includes('\n\n');
}

function followsActionLine(reply: WalkedReply, part: JsonPart): boolean {
  if (!isLast(reply, part)) return false;
  const before = reply.parts
    .filter((earlier) => earlier.kind === 'key_line' && earlier.end <= part.start)
    .at(-1);
  return before?.kind === 'key_line' && before.key === 'action';
}

function findUnfinishedReasoning(reply: WalkedReply): Malformed | null {
  const { text } = reply;
  const open = reply.parts.find((part) => part.kind === 'reasoning' && !part.isClosed);
  if (!open) return null;
  const keys = findLooseKeys(text, open.start, text.length);
  if (!keys.tool && !text.includes('<tool_call>', open.start)) return null;
  const reason =
    'The response ended inside its reasoning, where calls are only drafts: close the reasoning, then send the call';
  return toMalformed(text, 'truncated', reason, text.length);
}

function toolCall(
  reply: WalkedReply,
  found: Extract<WeighedPart, { kind: 'call' }>,
  weighed: readonly WeighedPart[],
): ToolCallReply {
  return { kind: 'tool_call', ...found.call, commentary: commentaryAround(reply, found.part, weighed) };
}

/** The words around the call, without reasoning and without JSON data next to it. */
function commentaryAround(reply: WalkedReply, call: JsonPart, weighed: readonly WeighedPart[]): string {
  const { text, start, end, parts } = reply;
  const dropped = [
    ...parts.filter((part) => part.kind === 'reasoning'),
    ...weighed
      .filter(({ kind, part }) => kind === 'data' && part.placement === 'alone')
      .map(({ part }) => part),
    call,
  ].sort((left, right) => left.start - right.start);
  const pieces: string[] = [];
  let at = start;
  for (const part of dropped) {
    pieces.push(toCommentary(text, at, part.start));
    at = Math.max(at, part.end);
  }
  pieces.push(toCommentary(text, at, end));
  return pieces.filter((piece) => piece !== '').join('\n\n');
}

function toCommentary(text: string, from: number, to: number): string {
  const piece = text.slice(from, Math.max(from, to)).trim();
  const isStrayTag = piece === '</tool_call>' || piece.startsWith('</tool_call>');
  return isStrayTag ? piece.slice('</tool_call>'.length).trim() : piece;
}
