import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readReply } from '../lib/agent/read-reply';
import { resolveLimits } from '../lib/domain/run';
import type { ToolOutcome } from '../lib/domain/tool-call';
import { startDemoModel } from '../lib/llm/demo/start-demo-model';
import type { ModelMessage } from '../lib/llm/model.port';
import { createOpenAiModel } from '../lib/llm/openai-model';
import { collectReply } from '../lib/llm/testing/collect-reply';
import { createToolbox } from '../lib/tools/toolbox';
import { ensureWorkspace } from '../lib/tools/workspace/sample-documents';
import { loadWorkflows } from '../lib/workflows/load-workflows';
import { renderPrompt } from '../lib/workflows/render-prompt';
import { toFormFields, validateValues } from '../lib/workflows/values';

/** Every shipped workflow that uses a model, on the sample documents, with the demo model and the real tools. */

let demo: Awaited<ReturnType<typeof startDemoModel>>;
let workspaceDir = '';
beforeAll(async () => {
  demo = await startDemoModel({ chunkDelayMs: 0 });
});
afterAll(() => demo.close());
beforeEach(async () => {
  workspaceDir = join(await mkdtemp(join(tmpdir(), 'demo-runs-')), 'workspace');
  await ensureWorkspace(workspaceDir);
});
afterEach(() => rm(join(workspaceDir, '..'), { recursive: true }));

type Played = { calls: string[]; answer: string; errors: string[] };

/** Approves everything; plays until an answer, a last call or twice as many steps as allowed. */
async function play(id: string, given: Record<string, unknown>): Promise<Played> {
  const toolbox = createToolbox({ workspaceDir });
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const { workflows } = await loadWorkflows(folder, {
    toolNames: toolbox.names(),
    systemPromptIds: ['default'],
  });
  const workflow = workflows.find((candidate) => candidate.id === id);
  if (workflow?.kind !== 'agent') throw new Error(`${id} is no agent workflow`);
  const defaults = toFormFields(workflow).map((field) => [field.name, field.default] as const);
  const validated = validateValues(workflow, { ...Object.fromEntries(defaults), ...given });
  if (!validated.ok) throw new Error(JSON.stringify(validated.fieldErrors));

  const model = createOpenAiModel({
    baseUrl: demo.baseUrl,
    apiKey: null,
    model: 'countersign-demo',
    name: 'Demo',
  });
  const messages: ModelMessage[] = [
    { role: 'system', content: 'You work in one folder.' },
    { role: 'user', content: renderPrompt(workflow, validated.values) },
  ];
  const played: Played = { calls: [], answer: '', errors: [] };
  const { maxSteps } = resolveLimits(workflow.limits, workflow.limits);
  while (played.calls.length <= maxSteps) {
    const { reply } = await collectReply(model, messages);
    if (!reply) throw new Error('The model failed');
    const reading = readReply(reply);
    if (reading.kind === 'text') return { ...played, answer: reading.text };
    if (reading.kind === 'malformed') throw new Error(reading.message);
    played.calls.push(`${reading.tool} ${JSON.stringify(reading.parameters)}`);
    const { outcome, asked } = await carryOut(reading, workflow.tools);
    if (!outcome.ok) played.errors.push(outcome.error.message);
    if (reading.terminate)
      return { ...played, answer: outcome.ok ? outcome.modelText : outcome.error.message };
    const { tool } = reading;
    const result = outcome.ok ? { ok: true, result: outcome.modelText } : { ok: false, error: outcome.error };
    const content = JSON.stringify({ tool_result: { tool, step: asked, ...result } });
    messages.push({ role: 'assistant', content: reply.content }, { role: 'user', content });
  }
  throw new Error(`No end after ${played.calls.length} calls:\n${played.calls.join('\n')}`);

  async function carryOut(
    { tool, parameters }: { tool: string; parameters: Parameters<typeof toolbox.prepare>[0]['parameters'] },
    allowed: readonly string[],
  ): Promise<{ outcome: ToolOutcome; asked: number }> {
    const asked = played.calls.length;
    const prepared = await toolbox.prepare({ tool, parameters, allowed });
    if (prepared.status === 'malformed') throw new Error(`${tool}: ${prepared.message}`);
    if (prepared.foreseenError)
      return { outcome: { ok: false, error: prepared.foreseenError, detail: null }, asked };
    const { targetFingerprint } = prepared;
    const call = { tool, parameters, targetFingerprint };
    return { outcome: await toolbox.execute(call, new AbortController().signal), asked };
  }
}

const read = (path: string) => readFile(join(workspaceDir, path), 'utf8');

describe('the demo model, with the real tools', () => {
  test('summarises the report from its own headings, and saves it', async () => {
    const { answer, errors } = await play('summarise-document', {
      path: 'report-q3.md',
      save_as: 'summaries/q3.md',
    });
    expect(errors).toEqual([]);
    const title = /^# (.+)$/m.exec(await read('report-q3.md'))?.[1] ?? 'no title';
    expect(answer).toContain(title);
    expect(await read('summaries/q3.md')).toContain(title);
  });

  test('answers a question with lines of the files', async () => {
    const { answer, errors } = await play('ask-about-folder', {
      question: 'What was decided about the budget?',
    });
    expect(errors).toEqual([]);
    expect(answer).toMatch(/budget/i);
    expect(answer).toMatch(/line \d+/);
  });

  test('turns the notes into tasks, twice, and overwrites nothing', async () => {
    const values = { path: 'notes/meeting-2026-10-02.md' };
    const first = await play('notes-to-tasks', values);
    expect(first.errors).toEqual([]);
    const tasks = await read('tasks.md');
    expect(tasks).toMatch(/^- \[ \] .+line \d+/m);
    expect((await play('notes-to-tasks', values)).errors).toEqual([]);
    expect(await read('tasks.md')).toBe(tasks);
    expect(await read('tasks-2.md')).toBe(tasks);
  });

  test('sorts every file of the inbox', async () => {
    const { calls, errors } = await play('organise-files', { folder: 'inbox' });
    expect(errors).toEqual([]);
    expect(calls.filter((call) => call.startsWith('move_file')).length).toBeGreaterThan(2);
  });

  test('replaces a text in every file that holds it', async () => {
    const values = { find: 'Acme Ltd', replace_with: 'Brown & Sons' };
    const { calls, errors } = await play('find-and-replace', values);
    expect(errors).toEqual([]);
    expect(calls.filter((call) => call.startsWith('edit_file')).length).toBeGreaterThan(2);
    expect(await read('report-q3.md')).not.toContain('Acme Ltd');
    expect(await read('report-q3.md')).toContain('Brown & Sons');
  });

  test('repairs the failing check of the sample app', async () => {
    const { answer, calls, errors } = await play('fix-failing-command', {});
    expect(errors.filter((error) => !error.includes('exit'))).toEqual([]);
    expect(calls.filter((call) => call.startsWith('run_command'))).toHaveLength(2);
    expect(answer).toContain('works now');
  });

  test('compares two documents', async () => {
    const { answer } = await play('compare-documents', {
      older: 'drafts/offer-v1.md',
      newer: 'drafts/offer-v2.md',
    });
    expect(answer).toContain('50 perennials');
  });

  test.each([
    ['list the files in notes', 'meeting-2026-10-02.md'],
    ['summarise report-q3.md', 'words'],
    ['run `echo hello` in app', 'exit code 0'],
    ['write notes/hello.md: Hello', 'Done'],
  ])('does what is asked in words: %s', async (request, expected) => {
    const { answer, errors } = await play('free-request', { request });
    expect(errors).toEqual([]);
    expect(answer).toContain(expected);
  });
});
