import { afterEach, expect, test } from 'vitest';
import { buildSystemPrompt } from '../convention/build-prompt';
import { readWithinLimits } from '../convention/long-reply';
import { buildReplySchema } from '../convention/reply-schema';
import type { CheckTask, CheckVerdict } from '../domain/model-check';
import { createOpenAiModel } from '../llm/openai-model';
import { checkedModels, goodTurn } from '../llm/testing/checked-models';
import { hostedServers } from '../llm/testing/hosted-servers';
import { localServers } from '../llm/testing/local-servers';
import { oddServers } from '../llm/testing/odd-servers';
import { textOf } from '../llm/testing/personality';
import {
  chunk,
  DONE,
  respondStream,
  type ScriptEntry,
  type ScriptedServer,
  startAnsweringServer,
} from '../llm/testing/scripted-server';
import { modelName, serve, windowTokens } from '../llm/testing/server-facts';
import { defaultSystemPrompt } from '../server/default-prompt';
import { createBuiltInTools } from '../tools/built-in-tools';
import { createToolParts } from '../tools/tool-parts';
import { createToolbox } from '../tools/toolbox';
import { type CheckStep, runCheck } from './run-check';

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const toolbox = createToolbox({ tools: createBuiltInTools(createToolParts({ workspaceDir: '/nowhere' })) });
const tools = await toolbox.describe(await toolbox.names());
const convention = {
  systemPrompt: buildSystemPrompt(defaultSystemPrompt.text, tools),
  replySchema: buildReplySchema(tools),
};

async function check(
  answer: ScriptEntry,
  signal = new AbortController().signal,
  takes: 'everything' | 'chats' = 'chats',
) {
  const started = await startAnsweringServer(answer, takes);
  server = started;
  const { baseUrl } = started;
  const model = createOpenAiModel({ baseUrl, apiKey: null, model: modelName, name: 'M', retryDelayMs: 1 });
  const steps: CheckStep[] = [];
  for await (const step of runCheck(model, convention, async (reply) => readWithinLimits(reply), signal))
    steps.push(step);
  const last = steps.at(-1);
  if (last?.type !== 'finished') throw new Error('The check ended without a report');
  return { report: last.report, steps };
}

type Kind = keyof typeof checkedModels;
type Expected = [kind: Kind, verdict: CheckVerdict, fault: CheckTask | null, says: string];
const expected: Expected[] = [
  ['good', 'fits', null, 'Everything that runs need works.'],
  ['no system role', 'does_not_fit', 'system_role', 'refuses instructions from the system'],
  ['a wrong key', 'does_not_fit', 'answers', 'requires an API key'],
  ['a web page', 'does_not_fit', 'answers', 'did not answer like an OpenAI-compatible model server'],
  ['empty answers', 'does_not_fit', 'readable', 'Its window may be too small for the instructions'],
  [
    'thoughts only',
    'does_not_fit',
    'readable',
    'The model thought for 400 tokens and then said nothing. Allow longer replies',
  ],
  [
    'cut at 4,096 tokens',
    'does_not_fit',
    'readable',
    'reached its length limit, at 4,096 tokens with the request',
  ],
  ['native calls only', 'with_care', 'readable', '5 of 5 calls could be read. They came as native calls'],
  ['words for actions', 'does_not_fit', 'readable', 'answered in words when it should have asked'],
  ['calls without "terminate"', 'does_not_fit', 'readable', 'in a form that runs refuse (missing_field)'],
  ['lost backslashes', 'with_care', 'arguments', 'look closely before you approve'],
  ['a value with parts as text', 'with_care', 'nested', 'The parts of a value did not arrive'],
  ['always an action', 'with_care', 'no_call', 'although none was needed'],
  ['invented results', 'with_care', 'stops', 'After 7 of 7 calls it went on and invented a result'],
  ['invented results, and a server that stops there', 'fits', null, 'Everything that runs need works.'],
  ['results not used', 'does_not_fit', 'follows', 'did not use it'],
  ['no token counts', 'with_care', 'usage', 'reports no token counts'],
  ['good, with a form', 'fits', null, 'Everything that runs need works.'],
  ['better with a form', 'fits', null, 'Everything that runs need works.'],
  ['worse with a form', 'does_not_fit', 'readable', 'in a form that runs refuse (missing_field)'],
  ['a form is refused', 'with_care', 'arguments', 'look closely before you approve'],
  ['a form breaks the server', 'with_care', 'arguments', 'look closely before you approve'],
];

test('every model with a fault is in the table', () => {
  expect(expected.map(([kind]) => kind)).toEqual(Object.keys(checkedModels));
});

test.each(expected)('a model with %s: %s', async (kind, verdict, fault, says) => {
  const { report } = await check(checkedModels[kind]);
  expect(report).toMatchObject({ verdict, why: expect.stringContaining(says) });
  const faults = report.findings.filter(({ result }) => result === 'care' || result === 'failed');
  if (fault) expect(faults.map(({ id }) => id)).toContain(fault);
  else expect(faults).toEqual([]);
  expect(report.findings).toHaveLength(10);
});

test('a model that thinks at length before it answers is read like any other', async () => {
  const thoughts = 'I wonder what this may mean. '.repeat(1_000);
  const { report } = await check((response, received) => {
    const turn = goodTurn(received);
    const content = `<think>${thoughts}</think>\n${textOf(turn)}`;
    return respondStream([chunk({ content }), chunk({}, 'stop'), DONE])(response, received);
  });
  expect(report.findings.filter(({ result }) => result === 'failed')).toEqual([]);
});

const personalities = [...localServers, ...hostedServers, ...oddServers];
test.each(personalities.map(({ name, answer }) => [name, answer] as const))(
  'a good model works behind: %s',
  async (_name, answer) => {
    const { report } = await check((response, received) => answer(goodTurn(received))(response, received));
    expect(report.findings.filter(({ result }) => result === 'failed')).toEqual([]);
    expect(report.verdict).not.toBe('does_not_fit');
  },
);

test.each([
  ['good', 'ignored', 10, 'does not enforce it'],
  ['good, with a form', 'no_better', 10, 'It is not needed.'],
  ['better with a form', 'better', 18, '9 of 9 replies were right with it, 2 without.'],
  ['worse with a form', 'no_better', 18, '2 of 9 replies were right with it, 2 without.'],
  ['a form is refused', 'refused', 11, 'Runs do without'],
  ['a form breaks the server', 'refused', 11, 'Runs do without'],
  ['a web page', null, 1, 'Not asked'],
] as const)('%s: the form of replies is %s after %i requests', async (kind, structure, requests, says) => {
  const { report, steps } = await check(checkedModels[kind]);
  expect(report.structure).toBe(structure);
  expect(report.findings.find(({ id }) => id === 'structure')?.says).toContain(says);
  expect(server?.requests).toHaveLength(requests);
  const progress = steps.filter(({ type }) => type === 'progress');
  expect(progress.at(-1)).toMatchObject({ total: requests === 18 ? 18 : 10 });
});

test('a good model is timed, in ten questions that begin with the prompt of runs', async () => {
  const { report, steps } = await check(checkedModels.good);
  expect(report.firstTokenMs).toBeGreaterThanOrEqual(0);
  expect(report.tokensPerSecond).toBeGreaterThan(0);
  expect(steps.filter(({ type }) => type === 'progress')).toHaveLength(10);
  const prompts = server?.requests.map(({ body }) => (body['messages'] as { content: string }[])[0]?.content);
  expect(prompts).toEqual(Array.from({ length: 10 }, () => convention.systemPrompt));
});

test('the window that a server tells is in the report', async () => {
  const vllm = localServers.find(({ name }) => name.startsWith('vLLM'));
  if (!vllm) throw new Error('There is no such server');
  const { report } = await check(serve(vllm, goodTurn), undefined, 'everything');
  expect(report).toMatchObject({ windowTokens, verdict: 'fits', structure: 'no_better' });
});

test('a stop ends the check with its reason, and the server is asked no more', async () => {
  const stop = new AbortController();
  const checking = check((response, received) => {
    if (server?.requests.length === 2) stop.abort(new Error('stopped'));
    return checkedModels.good(response, received);
  }, stop.signal);
  await expect(checking).rejects.toThrow('stopped');
  expect(server?.requests).toHaveLength(2);
});
