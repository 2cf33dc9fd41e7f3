import { readReply } from '../convention/read-reply';
import {
  type CheckFinding,
  type CheckTask,
  checkTitles,
  judgeModel,
  type ModelCheck,
} from '../domain/model-check';
import type { TranscriptMessage } from '../domain/transcript';
import type { Model, ModelError, ModelReply } from '../llm/model.port';
import { describeToday } from '../shared/describe-today';
import {
  answerTask,
  argumentsTask,
  codeWord,
  type ExpectedCall,
  isExpected,
  nestedTask,
  type Question,
  readingTasks,
  resultTask,
} from './check-tasks';
import {
  type Answer,
  finding,
  scoreCall,
  scoreFollows,
  scoreNoCall,
  scoreReadable,
  scoreStops,
  scoreUsage,
} from './score';

export type CheckStep =
  | { type: 'progress'; done: number; total: number; now: string }
  /** The server makes the check wait; null when it answers. */
  | { type: 'waiting'; message: string | null }
  | { type: 'finding'; finding: CheckFinding }
  | { type: 'finished'; report: Omit<ModelCheck, 'baseUrl' | 'model' | 'checkedAt'> };

/** One question may take this long, with its retries. A local model may have to load first. */
const longestAnswerMs = 180_000;
const total = readingTasks.length + 4;

class CheckFailure extends Error {
  constructor(readonly error: ModelError) {
    super(error.message);
  }
}

/**
 * Asks a model what runs would ask it, and scores its replies. Executes nothing. The first failure of the server ends the check
 * with the rest skipped. An aborted `signal` throws its reason.
 */
export async function* runCheck(
  model: Pick<Model, 'streamReply' | 'findWindow'>,
  systemPrompt: string,
  signal: AbortSignal,
): AsyncGenerator<CheckStep, undefined> {
  const answers: TimedAnswer[] = [];
  const findings: CheckFinding[] = [];
  const add = function* (...found: CheckFinding[]): Generator<CheckStep> {
    findings.push(...found);
    for (const one of found) yield { type: 'finding', finding: one };
  };
  const ask = async function* (
    id: CheckTask,
    question: Question,
    call: ExpectedCall | null = null,
  ): AsyncGenerator<CheckStep, TimedAnswer> {
    yield { type: 'progress', done: answers.length, total, now: checkTitles[id] };
    const { reply, durationMs } = yield* collect(model, toMessages(systemPrompt, question), signal);
    const reading = readReply(reply);
    const answer = { reply, reading, isExpected: call !== null && isExpected(reading, call), durationMs };
    answers.push(answer);
    return answer;
  };
  let asked: CheckTask = 'answers';
  try {
    for (const { question, call } of readingTasks) {
      yield* ask(asked, question, call);
      if (asked === 'answers') {
        yield* add(
          finding(asked, 'passed', 'It answers.'),
          finding('system_role', 'passed', 'It is accepted.'),
        );
      }
      asked = 'readable';
    }
    const readings = [...answers];
    yield* add(scoreReadable(readings));
    asked = 'arguments';
    const written = yield* ask(asked, argumentsTask.question, argumentsTask.call);
    yield* add(scoreCall(asked, written, 'Quotes, line breaks or backslashes'));
    asked = 'nested';
    const nested = yield* ask(asked, nestedTask.question, nestedTask.call);
    yield* add(scoreCall(asked, nested, 'The parts of a value'));
    asked = 'no_call';
    yield* add(scoreNoCall(yield* ask(asked, answerTask)));
    yield* add(scoreStops([...readings, written, nested]));
    asked = 'follows';
    yield* add(scoreFollows(yield* ask(asked, resultTask), codeWord));
    yield* add(scoreUsage(answers));
  } catch (caught) {
    if (!(caught instanceof CheckFailure)) throw caught;
    yield* add(await explainFailure(caught.error, asked, model, signal));
  }
  const known = new Set(findings.map(({ id }) => id));
  const missing = (Object.keys(checkTitles) as CheckTask[]).filter((id) => !known.has(id));
  yield* add(...missing.map((id) => finding(id, 'skipped', 'Not asked.')));
  const windowTokens = answers.length === 0 ? null : await model.findWindow(signal);
  signal.throwIfAborted();
  yield {
    type: 'finished',
    report: { ...judgeModel(findings), findings, windowTokens, ...speedOf(answers) },
  };
}

/** Some models refuse the role "system", and every run begins with it. */
async function explainFailure(
  error: ModelError,
  asked: CheckTask,
  model: Pick<Model, 'streamReply'>,
  signal: AbortSignal,
): Promise<CheckFinding> {
  if (asked !== 'answers' || error.code !== 'bad_request') return finding(asked, 'failed', error.message);
  const works = await answers(model, [{ role: 'user', content: answerTask.request }], signal);
  if (!works) return finding(asked, 'failed', error.message);
  return finding(
    'system_role',
    'failed',
    `The model refuses instructions from the system, with which every run begins, and answers without them. Choose another model, or another chat template on its server. ${error.message}`,
  );
}

async function answers(
  model: Pick<Model, 'streamReply'>,
  messages: TranscriptMessage[],
  signal: AbortSignal,
): Promise<boolean> {
  for await (const chunk of model.streamReply({ messages, signal, timeLeftMs: longestAnswerMs })) {
    if (chunk.type === 'finished') return true;
  }
  return false;
}

type TimedAnswer = Answer & { durationMs: number };

function toMessages(systemPrompt: string, { request, history = [] }: Question): TranscriptMessage[] {
  return [
    { role: 'system', content: systemPrompt },
    { role: 'user', content: `${describeToday(new Date())}\n\n${request}` },
    ...history,
  ];
}

async function* collect(
  model: Pick<Model, 'streamReply'>,
  messages: TranscriptMessage[],
  signal: AbortSignal,
): AsyncGenerator<CheckStep, { reply: ModelReply; durationMs: number }> {
  const startedAt = performance.now();
  for await (const chunk of model.streamReply({ messages, signal, timeLeftMs: longestAnswerMs })) {
    if (chunk.type === 'waiting') yield chunk;
    if (chunk.type === 'failed') throw new CheckFailure(chunk.error);
    if (chunk.type === 'finished') return { reply: chunk.reply, durationMs: performance.now() - startedAt };
  }
  throw new Error('The model adapter ended its stream without saying how');
}

/** The middle of the waits, and all tokens over all the time that they took to come. */
function speedOf(answered: readonly TimedAnswer[]) {
  const waits = answered.flatMap(({ reply }) => reply.firstTokenMs ?? []).sort((a, b) => a - b);
  const middle = waits[Math.floor(waits.length / 2)];
  const timed = answered.filter(({ reply }) => reply.usage !== null && reply.firstTokenMs !== null);
  const tokens = timed.reduce((sum, { reply }) => sum + (reply.usage?.output ?? 0), 0);
  const milliseconds = timed.reduce(
    (sum, { reply, durationMs }) => sum + durationMs - (reply.firstTokenMs ?? 0),
    0,
  );
  return {
    firstTokenMs: middle === undefined ? null : Math.round(middle),
    tokensPerSecond:
      tokens === 0 || milliseconds <= 0 ? null : Math.round((tokens / milliseconds) * 10_000) / 10,
  };
}
