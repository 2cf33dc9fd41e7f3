import { explainCutReply } from '../convention/empty-reply';
import type { Reading } from '../convention/read-reply';
import { type CheckFinding, type CheckTask, checkTitles, type ModelStructure } from '../domain/model-check';
import type { ModelReply } from '../models/model.port';
import { countOf } from '../shared/quantities';
import { questions } from './check-tasks';

/** Pairs a reply of the checked model with what it means to a run. */
export type Answer = { task: CheckTask; reply: ModelReply; reading: Reading; isRight: boolean };

type Scoring = { of: readonly CheckTask[]; score: (answers: readonly [Answer, ...Answer[]]) => CheckFinding };

const scorings: readonly Scoring[] = [
  { of: ['answers', 'readable'], score: scoreReadable },
  {
    of: ['arguments'],
    score: ([answer]) => scoreCall('arguments', answer, 'Quotes, line breaks or backslashes'),
  },
  { of: ['nested'], score: ([answer]) => scoreCall('nested', answer, 'The parts of a value') },
  { of: ['no_call'], score: ([answer]) => scoreNoCall(answer) },
  { of: ['answers', 'readable', 'arguments', 'nested'], score: scoreStops },
  { of: ['follows'], score: ([answer]) => scoreFollows(answer) },
];

/** Returns the findings that these answers allow. */
export function scoreAnswers(answers: readonly Answer[]): CheckFinding[] {
  return scorings.flatMap(({ of, score }) => {
    const [first, ...others] = answers.filter(({ task }) => of.includes(task));
    const isComplete = others.length + 1 === questions.filter(({ task }) => of.includes(task)).length;
    return first && isComplete ? [score([first, ...others])] : [];
  });
}

/**
 * `free` holds the answers without a schema, `formed` those with one. The check asks for more than one with
 * it only if a schema could help.
 */
export function scoreStructure(
  structure: ModelStructure,
  free: readonly Answer[],
  formed: readonly Answer[],
): CheckFinding {
  const right = (answers: readonly Answer[]) => answers.filter(({ isRight }) => isRight).length;
  const counts = `${right(formed)} of ${free.length} replies were right with it, ${right(free)} without.`;
  switch (structure) {
    case 'better':
      return finding('structure', 'passed', `${counts} Runs ask for it from the first request.`);
    case 'no_better':
      return finding(
        'structure',
        'passed',
        `${formed.length > 1 ? counts : 'It is not needed.'} Runs ask for it after a reply that cannot be read.`,
      );
    case 'ignored':
      return finding('structure', 'skipped', 'The server takes the form and does not enforce it.');
    case 'refused':
      return finding('structure', 'skipped', 'The server does not offer this. Runs do without.');
  }
}

export function finding(id: CheckTask, result: CheckFinding['result'], says: string): CheckFinding {
  return { id, title: checkTitles[id], result, says };
}

/** Runs end after three malformed replies in a row, and each one costs a step's time. */
const enoughReadable = 3;

function scoreReadable(answers: readonly Answer[]): CheckFinding {
  const fine = answers.filter(({ isRight }) => isRight);
  const count = `${fine.length} of ${answers.length} calls could be read.`;
  const bad = answers.find(({ isRight }) => !isRight);
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

/** Says why a reply is not the call that was asked for, and what to do. */
function explain({ reply, reading }: Answer): string {
  if (reading.kind === 'malformed' && reading.says !== undefined) return reading.says;
  if (reply.finishReason === 'length') return explainCutReply(reply);
  if (reading.kind === 'text') return 'The model answered in words when it should have asked for an action.';
  if (reading.kind === 'malformed') return `A reply was in a form that runs refuse (${reading.code}).`;
  return 'The model asked for the wrong action.';
}

/** `what` names what did not arrive. */
function scoreCall(id: 'arguments' | 'nested', answer: Answer, what: string): CheckFinding {
  if (answer.isRight) return finding(id, 'passed', 'They arrived unchanged.');
  if (answer.reading.kind !== 'tool_call') return finding(id, 'care', explain(answer));
  return finding(id, 'care', `${what} did not arrive as they were given: look closely before you approve.`);
}

function scoreNoCall(answer: Answer): CheckFinding {
  if (answer.reading.kind === 'text') return finding('no_call', 'passed', 'It answered in words.');
  if (answer.reading.kind === 'malformed') return finding('no_call', 'care', explain(answer));
  return finding('no_call', 'care', 'It asked for an action although none was needed.');
}

function scoreStops(answers: readonly Answer[]): CheckFinding {
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

function scoreFollows(answer: Answer): CheckFinding {
  const { reading } = answer;
  if (answer.isRight) return finding('follows', 'passed', 'It answered with what the result said.');
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
