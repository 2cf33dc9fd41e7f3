import { isLongReply, type LongReplyReader } from '../convention/long-reply';
import { readReply } from '../convention/read-reply';
import { isObjectBegun } from '../convention/reply-schema';
import { describeToday } from '../domain/describe-today';
import {
  type CheckFinding,
  type CheckReport,
  type CheckTask,
  checkTitles,
  judgeModel,
  type ModelStructure,
} from '../domain/model-check';
import type { TranscriptMessage } from '../domain/transcript';
import type { Model, ModelError, ModelReply, ModelRequest } from '../models/model.port';
import type { JsonObject } from '../shared/json';
import { answerQuestion, type Question, questions } from './check-tasks';
import { type Answer, finding, scoreAnswers, scoreStructure, scoreUsage } from './score';

export type CheckStep =
  | { type: 'progress'; done: number; total: number; now: string }
  /** Says why the server makes the check wait; it is null when the server answers. */
  | { type: 'waiting'; message: string | null }
  | { type: 'finding'; finding: CheckFinding }
  | { type: 'finished'; report: CheckReport };

/** The model is told the same as in runs, and may be made to follow the same schema. */
export type CheckedConvention = { systemPrompt: string; replySchema: JsonObject };

/** One question may take this long, with its retries. A local model may have to load first. */
const longestAnswerMs = 180_000;

class CheckFailure extends Error {
  constructor(readonly error: ModelError) {
    super(error.message);
  }
}

/**
 * Asks a model what runs would ask it, and scores its replies. It executes nothing. If something was wrong
 * and the server enforces a schema, it asks again with a schema of the reply: the findings are then those of
 * the better way. The first failure of the server ends the check, and the rest is skipped. An aborted
 * `signal` throws its reason.
 */
export async function* runCheck(
  model: Pick<Model, 'streamReply' | 'findWindow'>,
  { systemPrompt, replySchema }: CheckedConvention,
  readLongReply: LongReplyReader,
  signal: AbortSignal,
): AsyncGenerator<CheckStep, undefined> {
  const free: TimedAnswer[] = [];
  const formed: TimedAnswer[] = [];
  const findings = new Map<CheckTask, CheckFinding>();
  const add = function* (...found: CheckFinding[]): Generator<CheckStep> {
    for (const one of found) {
      findings.set(one.id, one);
      yield { type: 'finding', finding: one };
    }
  };
  let total = questions.length + 1;
  const ask = async function* (
    question: Question,
    into: TimedAnswer[],
    schema?: JsonObject,
  ): AsyncGenerator<CheckStep, TimedAnswer> {
    const now = checkTitles[schema ? 'structure' : question.task];
    yield { type: 'progress', done: free.length + formed.length, total, now };
    const request = { messages: toMessages(systemPrompt, question), signal, replySchema: schema };
    const { reply, durationMs } = yield* collect(model, request);
    const reading = isLongReply(reply) ? await readLongReply(reply, signal) : readReply(reply);
    const answer = { task: question.task, reply, reading, isRight: question.isRight(reading), durationMs };
    into.push(answer);
    return answer;
  };
  const isPerfect = () => free.every(({ isRight }) => isRight);
  let structure: ModelStructure | null = null;
  let asked: CheckTask = 'answers';
  try {
    for (const question of questions) {
      asked = question.task;
      yield* ask(question, free);
      if (free.length === 1) yield* add(...toBeginning());
      yield* add(...scoreAnswers(free).filter(({ id }) => !findings.has(id)));
    }
    yield* add(scoreUsage(free));
    asked = 'structure';
    structure = toStructure((yield* ask(answerQuestion, formed, replySchema)).reply);
    if (structure === 'no_better' && !isPerfect()) {
      total += questions.length - 1;
      for (const question of questions)
        if (question !== answerQuestion) yield* ask(question, formed, replySchema);
      if (countRight(formed) > countRight(free)) structure = 'better';
    }
    if (structure === 'better') yield* add(...scoreAnswers(formed));
    yield* add(scoreStructure(structure, free, formed));
  } catch (caught) {
    if (!(caught instanceof CheckFailure)) throw caught;
    if (asked !== 'structure') yield* add(await explainFailure(caught.error, asked, model, signal));
    else {
      // Runs do without the schema, as after a refusal.
      structure = 'refused';
      yield* add(
        finding(asked, 'skipped', `The server fails when it is asked for this. ${caught.error.message}`),
      );
    }
  }
  const missing = (Object.keys(checkTitles) as CheckTask[]).filter((id) => !findings.has(id));
  yield* add(...missing.map((id) => finding(id, 'skipped', 'Not asked.')));
  const windowTokens = free.length === 0 ? null : await model.findWindow(signal);
  signal.throwIfAborted();
  const inOrder = (Object.keys(checkTitles) as CheckTask[]).flatMap((id) => findings.get(id) ?? []);
  yield {
    type: 'finished',
    report: {
      ...judgeModel(inOrder),
      findings: inOrder,
      windowTokens,
      structure,
      ...speedOf(structure === 'better' ? formed : free),
    },
  };
}

const toBeginning = () => [
  finding('answers', 'passed', 'It answers.'),
  finding('system_role', 'passed', 'It is accepted.'),
];

const countRight = (answers: readonly Answer[]) => answers.filter(({ isRight }) => isRight).length;

/** The question asks for words, but a server that enforces the schema still answers with an object. */
function toStructure({ content, wasSchemaSent }: ModelReply): ModelStructure {
  if (!wasSchemaSent) return 'refused';
  return isObjectBegun(content) ? 'no_better' : 'ignored';
}

/** Some models refuse the role "system", and every run begins with it. */
async function explainFailure(
  error: ModelError,
  asked: CheckTask,
  model: Pick<Model, 'streamReply'>,
  signal: AbortSignal,
): Promise<CheckFinding> {
  if (asked !== 'answers' || error.code !== 'bad_request') return finding(asked, 'failed', error.message);
  const works = await answers(model, [{ role: 'user', content: answerQuestion.request }], signal);
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
  request: Omit<ModelRequest, 'timeLeftMs'>,
): AsyncGenerator<CheckStep, { reply: ModelReply; durationMs: number }> {
  const startedAt = performance.now();
  for await (const chunk of model.streamReply({ ...request, timeLeftMs: longestAnswerMs })) {
    if (chunk.type === 'waiting') yield chunk;
    if (chunk.type === 'failed') throw new CheckFailure(chunk.error);
    if (chunk.type === 'finished') return { reply: chunk.reply, durationMs: performance.now() - startedAt };
  }
  throw new Error('The model adapter ended its stream without saying how');
}

/** Returns the median wait, and the tokens of all replies over the time that they took to arrive. */
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
