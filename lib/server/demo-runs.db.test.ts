import type { DecisionBody } from '../contracts/decisions';
import '../logging/testing/quiet-log';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { type DemoModelServer, startDemoModel } from '../demo-model/start-demo-model';
import { localActor } from '../domain/actor';
import { isTerminal, type Run } from '../domain/run';
import type { RunId } from '../shared/ids';
import { ensureWorkspace } from '../tools/workspace/sample-documents';
import { createConversation } from '../use-cases/conversations';
import { resetSampleFiles, undoSampleReset } from '../use-cases/sample-files';
import { sendMessage } from '../use-cases/send-message';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { type App, startApp } from './app';

/**
 * These tests play every workflow that comes with the app and uses a model, with the real application, the
 * sample files and the demo model.
 */

let demo: DemoModelServer;
let folder = '';
let app: App;
beforeAll(async () => {
  demo = await startDemoModel({ chunkDelayMs: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-demo-'));
  app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'workspace'),
      OPENAI_BASE_URL: demo.baseUrl,
      OPENAI_MODEL: demo.model,
    },
  });
});
afterAll(async () => {
  await app.shutDown();
  await demo.close();
  await rm(folder, { recursive: true });
});
beforeEach(restoreWorkspace);

async function restoreWorkspace(): Promise<void> {
  await rm(app.config.workspaces[0]?.folder ?? '', { recursive: true });
  await ensureWorkspace(app.config.workspaces[0]?.folder ?? '');
}

type Played = { answer: string; calls: string[]; failures: string[]; decisions: number };
const approve: DecisionBody = { decision: 'approve' };

/** Starts a workflow and decides every request, with `approve` once `decisions` are used up. */
async function play(
  id: string,
  parameters: Record<string, unknown>,
  decisions: DecisionBody[] = [],
): Promise<Played> {
  const { runId } = await startWorkflowRun(app.services, localActor, { workflowId: id, parameters });
  return follow(runId, decisions);
}

/** Sends a message to a new conversation and approves every request. */
async function say(text: string): Promise<Played> {
  const { id } = await createConversation(app.services, localActor, {});
  const { runId } = await sendMessage(app.services, localActor, { conversationId: id, text });
  return follow(runId, []);
}

async function follow(runId: string, decisions: readonly DecisionBody[]): Promise<Played> {
  const left = [...decisions];
  let decided = 0;
  for (;;) {
    const run = await waitForPerson(runId);
    if (run.state.status === 'awaiting_approval') {
      decided += 1;
      await decideAsShown(app.services, localActor, {
        approvalId: run.state.approvalId,
        ...(left.shift() ?? approve),
      });
    } else if (run.state.status === 'completed') {
      return { answer: run.state.answer, decisions: decided, ...(await readCalls(run.id)) };
    } else throw new Error(`The run is ${JSON.stringify(run.state)}`);
  }
}

async function waitForPerson(runId: string): Promise<Run> {
  for (;;) {
    const run = await app.services.runs.find(runId as RunId);
    if (!run) throw new Error('The run is gone');
    if (isTerminal(run.state.status) || run.state.status === 'awaiting_approval') return run;
    await sleep(5);
  }
}

async function readCalls(runId: RunId): Promise<Pick<Played, 'calls' | 'failures'>> {
  const events = (await app.services.runs.listEvents(runId)).map(({ event }) => event);
  return {
    calls: events.flatMap((event) => (event.type === 'tool_call_requested' ? [event.call.tool] : [])),
    failures: events.flatMap((event) =>
      event.type === 'tool_finished' && !event.outcome.ok ? [event.outcome.error.message] : [],
    ),
  };
}

const read = (name: string) => readFile(path.join(app.config.workspaces[0]?.folder ?? '', name), 'utf8');
const times = (calls: readonly string[], tool: string) => calls.filter((call) => call === tool).length;

describe('the demo model, with the real loop and tools', () => {
  test('summarizes the report from its own headings and saves it', async () => {
    const played = await play('summarize-document', { path: 'report-q3.md', save_as: 'summaries/q3.md' });
    const title = /^# (.+)$/m.exec(await read('report-q3.md'))?.[1] ?? 'no title';
    expect(played).toMatchObject({ failures: [], decisions: 1 });
    expect(played.answer).toContain(title);
    expect(played.answer).toContain('`summaries/q3.md`');
    expect(await read('summaries/q3.md')).toContain(title);
  });

  test('answers a question with lines of the files', async () => {
    const { answer, failures } = await play('ask-about-folder', {
      question: 'What was decided about the budget?',
    });
    expect(failures).toEqual([]);
    expect(answer).toMatch(/budget/i);
    expect(answer).toMatch(/line \d+/);
  });

  test('turning notes into tasks ends with the list and the name of its file; a second run overwrites nothing', async () => {
    const values = { path: 'notes/meeting-2026-10-02.md' };
    const first = await play('notes-to-tasks', values);
    const tasks = await read('tasks.md');
    const list = tasks.slice(tasks.indexOf('- ['));
    expect(list).toMatch(/^- \[ \] .+line \d+/m);
    expect(first).toMatchObject({ failures: [], decisions: 1 });
    expect(first.answer).toContain(list.trim());
    expect(first.answer).toContain('`tasks.md`');
    expect((await play('notes-to-tasks', values)).answer).toContain('`tasks-2.md`');
    expect(await read('tasks.md')).toBe(tasks);
    expect(await read('tasks-2.md')).toBe(tasks);
  });

  test('sorting the inbox moves every file and ends with where each one is', async () => {
    const files = await readdir(path.join(app.config.workspaces[0]?.folder ?? '', 'inbox'));
    const { answer, calls, failures } = await play('organize-files', { folder: 'inbox' });
    expect(failures).toEqual([]);
    expect(times(calls, 'move_file')).toBe(files.length);
    const paths = Array.from(answer.matchAll(/`(inbox\/[^`]+)`/g), ([, found]) => found ?? '');
    expect(paths.map((found) => path.basename(found)).sort()).toEqual(files.sort());
    for (const found of paths) expect(await read(found)).not.toBe('');
  });

  test('replaces a text in every file that contains it', async () => {
    const values = { find: 'Acme Supply', replace_with: 'Brown & Sons' };
    const { calls, failures } = await play('find-and-replace', values);
    expect(failures).toEqual([]);
    expect(times(calls, 'edit_file')).toBeGreaterThan(2);
    expect(await read('report-q3.md')).not.toContain('Acme Supply');
    expect(await read('report-q3.md')).toContain('Brown & Sons');
  });

  test('fixes the failing check of the sample app; the second run says how to make it fail again, and that works', async () => {
    const first = await play('fix-failing-command', {});
    expect(first.failures).toEqual([]);
    expect(times(first.calls, 'run_command')).toBe(2);
    expect(first.answer).toContain('works now');
    const { answer } = await play('fix-failing-command', {});
    const [, find, replace, where] = /replace `(.+)` with `(.+)` in the folder `(.+)`/.exec(answer) ?? [];
    await play('find-and-replace', { find, replace_with: replace, folder: where });
    expect((await play('fix-failing-command', {})).answer).toContain('works now');
  });

  test('the demonstration of the step limit reaches it, in a workflow and in a message', async () => {
    const { runId } = await startWorkflowRun(app.services, localActor, {
      workflowId: 'free-request',
      parameters: { request: 'demonstrate the step limit' },
    });
    const { id } = await createConversation(app.services, localActor, {});
    const sent = await sendMessage(app.services, localActor, {
      conversationId: id,
      text: 'demonstrate the step limit',
    });
    for (const each of [runId, sent.runId])
      expect((await waitForPerson(each)).state).toMatchObject({ status: 'failed', code: 'step_limit' });
  });

  test('a wrapped sentence is one difference between two documents', async () => {
    const lines = (text: string) => text.split(' ').join('\n');
    const same = 'Nothing else changes before the end of this very long year.';
    await writeFile(path.join(app.config.workspaces[0]?.folder ?? '', 'a.md'), `${same} We pay in March.\n`);
    await writeFile(
      path.join(app.config.workspaces[0]?.folder ?? '', 'b.md'),
      `${lines(same)}\n${lines('We pay in May.')}\n`,
    );
    const { answer } = await play('compare-documents', { older: 'a.md', newer: 'b.md' });
    expect(answer.match(/^- .*$/gm)).toEqual(['- We pay in May.', '- We pay in March.']);
  });

  test('after a reset of the sample files, first runs can be repeated; Undo brings back what they left', async () => {
    const files = await readdir(path.join(app.config.workspaces[0]?.folder ?? '', 'inbox'));
    for (let round = 0; round < 2; round += 1) {
      expect((await play('fix-failing-command', {})).answer).toContain('works now');
      const { answer, failures } = await play('organize-files', { folder: 'inbox' });
      expect(failures).toEqual([]);
      expect(answer).toContain(`Moved ${files.length} of ${files.length} files`);
      const fixed = await read('app/price.mjs');
      expect((await resetSampleFiles(app.services, localActor)).kept).toEqual([]);
      expect(await read('app/price.mjs')).not.toBe(fixed);
      if (round === 0) continue;
      expect((await undoSampleReset(app.services, localActor)).kept).toEqual([]);
      expect(await read('app/price.mjs')).toBe(fixed);
    }
  });

  test('compares two documents', async () => {
    const { answer } = await play('compare-documents', {
      older: 'drafts/quote-v1.md',
      newer: 'drafts/quote-v2.md',
    });
    expect(answer).toContain('50 perennials');
  });

  test.each([
    ['list the files in notes', 'meeting-2026-10-02.md'],
    ['summarise report-q3.md', 'words'],
    ['run `echo hello` in app', 'exit code 0'],
    ['run echo hello', 'exit code 0'],
    ['write notes/hello.md: Hello', 'Done'],
    ['demonstrate a long answer', '200. This is one line'],
    ['demonstrate a malformed reply', 'The server asked me again'],
  ])('does what is asked in words: %s', async (request, expected) => {
    for (const ask of [() => play('free-request', { request }), () => say(request)]) {
      await restoreWorkspace();
      const { answer, failures } = await ask();
      expect(failures).toEqual([]);
      expect(answer).toContain(expected);
    }
  });
});

describe('the demo model and a person', () => {
  test('every form’s example ends in an answer from the files, without a failure', async () => {
    const { workflows } = await app.services.workflows.list();
    const agents = workflows.filter(({ kind, id }) => kind === 'agent' && id !== 'check-web-service');
    expect(agents.length).toBeGreaterThan(6);
    for (const workflow of agents) {
      const examples = workflow.fields.map((field) => [field.name, field.default ?? field.placeholder ?? '']);
      const { answer, calls, failures } = await play(workflow.id, Object.fromEntries(examples));
      expect([workflow.id, failures]).toEqual([workflow.id, []]);
      expect(calls.length).toBeGreaterThan(0);
      expect(answer.split('---')[0]?.trim().length, workflow.id).toBeGreaterThan(60);
      expect(answer, workflow.id).not.toMatch(/could(?:n’t| not)|No file|no tasks|failed/);
    }
  });

  test('guidance is quoted in the words of the person alone', async () => {
    const guidance = 'Leave everything as it is.';
    const values: Record<string, Record<string, unknown>> = {
      'fix-failing-command': {},
      'free-request': { request: 'delete README.md' },
      'notes-to-tasks': { path: 'notes/meeting-2026-10-02.md' },
      'summarize-document': { path: 'report-q3.md', save_as: 'summaries/q3.md' },
    };
    for (const [id, parameters] of Object.entries(values)) {
      const { answer } = await play(id, parameters, [{ decision: 'reject_with_guidance', guidance }]);
      expect(answer, id).toContain(`> ${guidance}`);
      expect(answer, id).not.toMatch(/A person|guidance:|executed/);
    }
  });

  test('a name in the guidance is used for the file', async () => {
    const guidance = 'Put it into notes/todo.md';
    const { answer } = await play('notes-to-tasks', { path: 'notes/meeting-2026-10-02.md' }, [
      { decision: 'reject_with_guidance', guidance },
    ]);
    expect(answer).toContain('`notes/todo.md`');
    expect(await read('notes/todo.md')).toContain('- [ ]');
  });
});
