import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, type ScriptedReply, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import { isTerminal, type Run } from '../domain/run';
import type { RunId } from '../shared/ids';
import { defineTool, type Tool } from '../tools/define-tool';
import type { ToolList } from '../tools/toolbox';
import { createConversation } from '../use-cases/conversations';
import { listWorkflows } from '../use-cases/list-workflows';
import { planWorkflow } from '../use-cases/plan-workflow';
import { sendMessage } from '../use-cases/send-message';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

let folder: string;
let list: ToolList;
const apps: App[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-changing-'));
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

/** Starts an app whose list of tools is `list` at each moment. */
async function start(replies: ScriptedReply[]) {
  const script = scriptedModel(replies);
  const app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'files'),
      WORKFLOWS_DIR: path.join(folder, 'workflows'),
    },
    tools: () => async () => list,
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(script.model),
    }),
  });
  apps.push(app);
  return { app, script };
}

const toolNamed = (name: string, effect: 'reads' | 'changes' = 'reads', work = () => {}): Tool =>
  defineTool({
    name,
    description: 'Does one thing.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
    effect,
    capability: `Do ${name}`,
    isIdempotent: true,
    assess: () => ({ risk: 'low', reason: 'It does one thing.', refusal: null }),
    headline: () => 'Do one thing',
    run: async () => {
      work();
      const detail = { kind: 'text', title: 'Done', text: '', language: null } as const;
      return { summary: 'done', modelText: 'done', detail };
    },
  });

async function send({ services }: App): Promise<RunId> {
  const { id } = await createConversation(services, localActor, {});
  const { runId } = await sendMessage(services, localActor, { conversationId: id, text: 'Do it.' });
  return runId as RunId;
}

async function until({ services }: App, runId: RunId, isThere: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await services.runs.find(runId);
    if (run && isThere(run)) return run;
    await sleep(5);
  }
}
const hasEnded = (run: Run) => isTerminal(run.state.status);

it('a tool that is added between two runs is offered to the second one, and not to the first', async () => {
  const first = toolNamed('first', 'reads', () => {
    list = { tools: [first, toolNamed('second')], absent: [] };
  });
  list = { tools: [first], absent: [] };
  const { app, script } = await start([
    call('first', {}),
    call('second', {}),
    'One.',
    call('second', {}),
    'Two.',
  ]);
  const one = await until(app, await send(app), hasEnded);
  expect(one).toMatchObject({ tools: ['first'], state: { status: 'completed' } });
  const two = await until(app, await send(app), hasEnded);
  expect(two).toMatchObject({ tools: ['first', 'second'], state: { status: 'completed' } });
  const [opening, , answered, later, result] = script.requests;
  expect(opening?.[0]?.content).not.toContain('## second');
  expect(answered?.at(-1)?.content).toContain('There is no tool "second". Available: first.');
  expect(later?.[0]?.content).toContain('## second');
  expect(result?.at(-1)?.content).toContain('[Result: second, step 1, ok]');
  script.expectUsedUp();
});

it('after a restart, a run has those of its tools that still exist, and no other ones', async () => {
  list = { tools: [toolNamed('kept'), toolNamed('gone', 'changes')], absent: [] };
  const before = await start([call('gone', {})]);
  const runId = await send(before.app);
  const { state } = await until(before.app, runId, (run) => run.state.status === 'awaiting_approval');
  await before.app.shutDown();
  apps.splice(0);
  list = { tools: [toolNamed('kept'), toolNamed('added')], absent: [] };
  const { app, script } = await start([call('gone', {}), call('added', {}), call('kept', {}), 'Done.']);
  if (state.status !== 'awaiting_approval') throw new Error('It does not wait');
  await decideAsShown(app.services, localActor, { approvalId: state.approvalId, decision: 'approve' });
  expect((await until(app, runId, hasEnded)).state).toMatchObject({ status: 'completed', answer: 'Done.' });
  const answers = script.requests.map((messages) => messages.at(-1)?.content);
  expect(answers[0]).toContain('There is no tool "gone". Nothing was done.');
  expect(answers[1]).toContain('There is no tool "gone". Available: kept.');
  expect(answers[2]).toContain('This workflow does not allow this kind of action.');
  expect(answers[3]).toContain('[Result: kept, step 3, ok]');
  script.expectUsedUp();
});

it('a workflow of a tool that cannot be reached is usable, and a call of it says why it fails', async () => {
  list = { tools: [toolNamed('near')], absent: ['far'] };
  await mkdir(path.join(folder, 'workflows'));
  const file = (id: string, tool: string) =>
    `---\nid: ${id}\ntitle: ${id}\ncategory: Files\nicon: search\ndescription: Does it.\ntools: [near, ${tool}]\n---\n\nDo it.\n`;
  for (const tool of ['far', 'nowhere'])
    await writeFile(path.join(folder, 'workflows', `${tool}.md`), file(`use-${tool}`, tool));
  const fixed = file('fixed', 'far')
    .replace(/tools: .*/, 'kind: direct\nsteps:\n  - tool: far\n    parameters: {}')
    .replace('Do it.\n', '');
  await writeFile(path.join(folder, 'workflows', 'fixed.md'), fixed);
  const { app, script } = await start([call('far', {}), 'It is away.']);
  const { workflows, problems } = await listWorkflows(app.services, localActor);
  expect(workflows.map(({ id }) => id)).toEqual(['use-far', 'fixed']);
  expect(problems).toEqual([{ file: 'nowhere.md', line: 7, reason: 'There is no tool “nowhere”.' }]);
  await expect(
    planWorkflow(app.services, localActor, { workflowId: 'fixed', parameters: {} }),
  ).rejects.toThrow('Step 1 of “fixed” cannot work: What it needs cannot be reached now.');
  await until(app, await send(app), hasEnded);
  expect(script.requests[0]?.[0]?.content).not.toContain('## far');
  expect(script.requests[1]?.at(-1)?.content).toContain('The tool "far" cannot be reached now.');
  script.expectUsedUp();
});
