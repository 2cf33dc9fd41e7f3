import type { Reading } from '../convention/read-reply';
import { type CheckFinding, type CheckTask, checkTitles } from '../domain/model-check';
import type { ModelReply } from '../llm/model.port';
import { countOf, formatCount } from '../shared/quantities';

/** A reply of the checked model, with what it means to a run. */
export type Answer = { reply: ModelReply; reading: Reading; isExpected: boolean };

export function finding(id: CheckTask, result: CheckFinding['result'], says: string): CheckFinding {
  return { id, title: checkTitles[id], result, says };
}

/** Runs end after three malformed replies in a row, and each one costs a step's time. */
const enoughReadable = 3;

export function scoreReadable(answers: readonly Answer[]): CheckFinding {
  const fine = answers.filter(({ isExpected }) => isExpected);
  const count = `${fine.length} of ${answers.length} calls could be read.`;
  const bad = answers.find(({ isExpected }) => !isExpected);
  if (bad) {
    const result = fine.length < enoughReadable ? 'failed' : 'care';
    return finding('readable', result, `${count} ${explain(bad)}`);
  }
  if (!answers.every(isNative)) return finding('readable', 'passed', count);
  return finding(
    'readable',
    'care',
    `${count} They came as native calls, not in the form that was asked for. Runs work, and one that should end with an action takes a step more.`,
  );
}

const isNative = ({ reply }: Answer) => reply.toolCalls.length > 0;

/** Why a reply is not the call that was asked for, and what to do. */
function explain({ reply, reading }: Answer): string {
  const { usage } = reply;
  const isEmpty = reply.content.trim() === '' && !isNative({ reply, reading, isExpected: false });
  if (reply.finishReason === 'length') {
    const total = usage ? usage.input + usage.output : 0;
    const size = total > 0 ? ` after ${countOf(total, 'token')} in all` : '';
    return `A reply was cut off${size}: give the model a larger context window on its server, or allow longer replies.`;
  }
  if (isEmpty && ((usage?.reasoning ?? 0) > 0 || (usage?.output ?? 0) > 1))
    return `A reply was empty although the model wrote ${formatCount(usage?.reasoning ?? usage?.output ?? 0)} tokens: it only thought. Allow longer replies on the server, or less thinking.`;
  if (isEmpty && reply.firstTokenMs !== null)
    return 'A reply was empty: the model thought and then said nothing, or the server keeps its words back. Allow longer replies on the server, or less thinking.';
  if (isEmpty)
    return 'A reply was empty. Does the model’s window hold the prompt? Give it a larger one on its server, or choose another model.';
  if (reading.kind === 'text') return 'A reply was words where an action was asked for.';
  if (reading.kind === 'malformed') return `A reply was in a form that runs refuse (${reading.code}).`;
  return 'A reply asked for another action than the one it should.';
}

/** `what`: what did not arrive. */
export function scoreCall(id: 'arguments' | 'nested', answer: Answer, what: string): CheckFinding {
  if (answer.isExpected) return finding(id, 'passed', 'They arrived unchanged.');
  if (answer.reading.kind !== 'tool_call') return finding(id, 'care', explain(answer));
  return finding(id, 'care', `${what} did not arrive as they were given: look closely before you approve.`);
}

export function scoreNoCall(answer: Answer): CheckFinding {
  if (answer.reading.kind === 'text') return finding('no_call', 'passed', 'It answered in words.');
  if (answer.reading.kind === 'malformed') return finding('no_call', 'care', explain(answer));
  return finding('no_call', 'care', 'It asked for an action although none was needed.');
}

export function scoreStops(answers: readonly Answer[]): CheckFinding {
  const calls = answers.filter(
    ({ reading, reply }) => reading.kind === 'tool_call' && reply.toolCalls.length === 0,
  );
  const talking = calls.filter(
    ({ reply, reading }) => 'reply' in reading && reading.reply.trim().length < reply.content.trim().length,
  );
  if (calls.length === 0) return finding('stops', 'skipped', 'No call in text to look at.');
  if (talking.length === 0) return finding('stops', 'passed', 'Nothing came after its calls.');
  return finding(
    'stops',
    'care',
    `After ${talking.length} of ${countOf(calls.length, 'call')} it went on and invented a result. What it invented is cut off, and costs time.`,
  );
}

export function scoreFollows(answer: Answer, codeWord: string): CheckFinding {
  const { reading } = answer;
  if (reading.kind === 'text' && reading.text.includes(codeWord))
    return finding('follows', 'passed', 'It answered with what the result said.');
  if (reading.kind === 'text')
    return finding('follows', 'failed', 'It was given the result of an action and did not use it.');
  if (reading.kind === 'tool_call')
    return finding(
      'follows',
      'failed',
      'It was given the result of an action and asked for an action again.',
    );
  return finding('follows', 'failed', explain(answer));
}

export function scoreUsage(answers: readonly Answer[]): CheckFinding {
  const isReported = answers.some(({ reply }) => reply.usage !== null);
  return isReported
    ? finding('usage', 'passed', 'Token counts are reported.')
    : finding('usage', 'care', 'The server reports no token counts: Countersign can only estimate them.');
}
