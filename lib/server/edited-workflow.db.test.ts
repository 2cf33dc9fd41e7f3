import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { RunId } from '../shared/ids';
import { sendMessage } from '../use-cases/send-message';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

let folder: string;
let app: App;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-edited-'));
  await mkdir(path.join(folder, 'workflows'));
});
afterEach(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const file = () => path.join(folder, 'workflows', 'job.md');
const writeWorkflow = (tools: string[], rules: string, more = '') =>
  writeFile(
    file(),
    [
      '---\nid: job\ntitle: Job\ncategory: Tests\nicon: wand\ndescription: A job.',
      'parameters:\n  - { name: text, label: Job, type: text, required: true }',
      `tools: [${tools.join(', ')}]`,
      `${more}---\n${rules}\n\n{{ text }}\n`,
    ].join('\n'),
  );

async function until(runId: string, status: Run['state']['status']): Promise<Run> {
  for (;;) {
    const run = await app.services.runs.find(runId as RunId);
    if (run?.state.status === status) return run;
    await sleep(5);
  }
}

const approve = (run: Run) =>
  decideAsShown(app.services, localActor, {
    approvalId: run.state.status === 'awaiting_approval' ? run.state.approvalId : '',
    decision: 'approve',
  });

const edits: [string, () => Promise<void>][] = [
  [
    'gets more tools',
    () => writeWorkflow(['write_file', 'delete_file', 'run_command'], 'Delete what you like.'),
  ],
  [
    'gets other limits and rules',
    () => writeWorkflow(['write_file'], 'No rules.', 'limits:\n  max_steps: 1\n'),
  ],
  ['is a direct one now', () => writeFile(file(), directWorkflow)],
  ['is broken', () => writeFile(file(), '---\nid: job\n')],
  ['is gone', () => rm(file())],
];

const directWorkflow = `---
id: job
kind: direct
title: Job
category: Tests
icon: note
description: A job.
parameters: []
steps:
  - tool: delete_file
    parameters: { path: kept.txt }
---
`;

it.each(edits)(
  'a run keeps what it started with when its workflow file %s while it waits',
  async (_, edit) => {
    await writeWorkflow(['write_file'], 'Follow the rules.');
    const refused = call('delete_file', { path: 'kept.txt' });
    const script = scriptedModel([
      call('write_file', { path: 'kept.txt', content: 'one\n' }),
      refused,
      'Done.',
      refused,
      'Still not.',
    ]);
    app = await startApp({
      environment: {
        DATA_DIR: path.join(folder, 'data'),
        WORKSPACE_DIR: path.join(folder, 'files'),
        WORKFLOWS_DIR: path.join(folder, 'workflows'),
      },
      models: (settings) => ({
        ...createModelSource({ model: null }, settings),
        ...scriptedSource(script.model),
      }),
    });
    const { runId, conversationId } = await startWorkflowRun(app.services, localActor, {
      workflowId: 'job',
      parameters: { text: 'Write it.' },
    });
    const waiting = await until(runId, 'awaiting_approval');
    await edit();
    await approve(waiting);
    const ended = await until(runId, 'completed');
    const follow = await sendMessage(app.services, localActor, { conversationId, text: 'Go on.' });
    await until(follow.runId, 'completed');

    expect(await readFile(path.join(folder, 'files', 'kept.txt'), 'utf8')).toBe('one\n');
    expect([ended.tools, ended.limits]).toEqual([waiting.tools, waiting.limits]);
    const [first, second, third, fourth, fifth] = script.requests.map((messages) =>
      messages.map(({ content }) => content),
    );
    expect([second, third].map((sent) => sent?.slice(0, first?.length))).toEqual([first, first]);
    for (const sent of [third, fifth]) expect(sent?.at(-1)).toContain('delete_file');
    for (const sent of [third, fifth]) expect(sent?.at(-1)).not.toContain(', ok]');
    expect(fourth?.[0]).toBe(first?.[0]);
    expect(
      script.requests
        .flat()
        .map(({ content }) => content)
        .join('\n'),
    ).not.toMatch(/No rules|what you like/);
    script.expectUsedUp();
  },
);
