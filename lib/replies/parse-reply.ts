import type { JsonObject } from '../shared/json';
import { skipBlanks } from './characters';
import { commentaryAround, findOwnEnd } from './commentary';
import { type Finding, severalCalls, toFindings } from './findings';
import { findKeyLineCall } from './key-lines';
import { LooseKeys } from './loose-keys';
import { type Fault, type Malformed, toMalformed } from './malformed';
import type { Part, WalkedReply } from './parts';
import { hasReasoningCloseAfter } from './reasoning';
import { skipBlanksAndTokens } from './reply-cursor';
import { type Verdict, verdicts } from './verdicts';
import { toolCallClose } from './walk-marks';
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
  const reply = walkReply(text);
  const findings = toFindings(reply, new LooseKeys(text));
  const isA = (verdict: Verdict) => (finding: Finding) => verdictOn(finding) === verdict;
  const telling = findings.filter(({ meaning, placement }) => meaning !== 'data' || placement === 'tag');
  const attempt = telling.find(isA('malformed'));
  if (attempt) return toMalformed(text, attempt.fault);
  const [call, ...others] = telling.filter(isA('run'));
  if (others[0]) return toMalformed(text, severalCalls(others.length + 1, others[0].start));
  const fault = call ? findDoubt(reply, telling, call) : findAttempt(reply, telling);
  if (fault) return toMalformed(text, fault);
  return call?.call
    ? {
        kind: 'tool_call',
        ...call.call,
        commentary: commentaryAround(reply, call, findings),
        ownText: text.slice(0, findOwnEnd(reply, call, findings)),
      }
    : { kind: 'text', text: text.slice(reply.start, reply.end) };
}

function verdictOn({ placement, meaning }: Finding): Verdict {
  return verdicts[placement][meaning];
}

/** Found one complete call; returns why it is still ambiguous: another attempt, or reasoning around it. */
function findDoubt({ text, parts }: WalkedReply, findings: readonly Finding[], call: Finding): Fault | null {
  const rival = findings.find(
    ({ meaning, placement }) => (meaning === 'listing' || meaning === 'foreign') && placement === 'alone',
  );
  if (rival) return severalCalls(2, rival.start);
  const reasoningEnd = parts.filter((part) => part.kind === 'reasoning').at(-1)?.end ?? 0;
  if (!hasReasoningCloseAfter(text, Math.max(call.end, reasoningEnd))) return null;
  const reason = 'The call is before the end of the reasoning, where calls are only drafts';
  return { code: 'not_alone', reason, offset: call.start };
}

/** Found no call; returns the attempt at one: in the wrong shape, format or place. */
function findAttempt(reply: WalkedReply, findings: readonly Finding[]): Fault | null {
  const { text, start, end } = reply;
  return (
    findings.find((finding) => isAttemptHere(reply, findings, finding))?.fault ??
    findLooseCall(reply) ??
    findKeyLineCall(reply) ??
    findWholeCall(text, start, end) ??
    findUnfinishedReasoning(reply)
  );
}

function isAttemptHere(reply: WalkedReply, findings: readonly Finding[], finding: Finding): boolean {
  const { text, start, end, parts } = reply;
  const isFirst = () => skipBlanksAndTokens(text, start, finding.start) >= finding.start;
  const isLast = () => skipBlanksAndTokens(text, skipCloseTag(text, finding.end), end) >= end;
  switch (verdictOn(finding)) {
    case 'at_edge':
      return isFirst() || isLast();
    case 'at_end':
      return isLast() && !findings.some((other) => other !== finding && other.meaning !== 'data');
    case 'if_whole':
      return isLast() && (isFirst() || parts.some((part) => announcesAction(text, part, finding.start)));
    default:
      return false;
  }
}

function skipCloseTag(text: string, at: number): number {
  return text.startsWith(toolCallClose, at) ? at + toolCallClose.length : at;
}

/** A line `Action:` and nothing else before it (LangChain). */
function announcesAction(text: string, part: Part, start: number): boolean {
  return part.kind === 'key_line' && part.key === 'action' && skipBlanks(text, part.valueStart) === start;
}

/** Two keys of the contract in quotes, outside every bracket: the brace around them is missing. */
function findLooseCall({ text, parts }: WalkedReply): Fault | null {
  const keys = parts.filter((part) => part.kind === 'key');
  const names = new Set(
    keys.map((key) =>
      text
        .slice(key.start + 1, key.end)
        .replace(/^\\/, '')
        .slice(0, 4),
    ),
  );
  if (names.size < 2) return null;
  const reason = 'The call is not valid JSON: its opening brace is missing or in another place';
  return { code: 'invalid_json', reason, offset: keys[0]?.start ?? 0 };
}

function findUnfinishedReasoning({ text, parts }: WalkedReply): Fault | null {
  const open = parts.find((part) => part.kind === 'reasoning' && !part.isClosed);
  if (!open) return null;
  if (
    !new LooseKeys(text).within(open.start, text.length).hasTool &&
    !text.includes('<tool_call>', open.start)
  )
    return null;
  const reason =
    'The response ended inside its reasoning, where calls are only drafts: close the reasoning, then send the call';
  return { code: 'truncated', reason, offset: text.length };
}
