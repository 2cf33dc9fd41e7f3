import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { localActor } from '../domain/actor';
import type { RunId } from '../shared/ids';
import { listConversations } from './conversations';
import { findWorkflowIds } from './find-workflow-ids';
import { getRun } from './get-run';
import { listWorkflows } from './list-workflows';
import { planWorkflow } from './plan-workflow';
import { previewPrompt } from './preview-prompt';
import { startWorkflowRun } from './start-workflow-run';

/** These tests cover every use case that takes a workflow's id, or a run that was stored with one. */

const renamed = [
  { former: 'summarise-document', id: 'summarize-document', parameters: { path: 'report-q3.md' } },
  { former: 'organise-files', id: 'organize-files', parameters: { folder: 'inbox' } },
];

let workflowsDir = '';
let box: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  workflowsDir = await mkdtemp(path.join(tmpdir(), 'former-ids-'));
  await cp('workflows', workflowsDir, { recursive: true });
  box = await openServices({ workflowsDir });
});
afterEach(async () => {
  await box.close();
  await rm(workflowsDir, { recursive: true });
});

const startedAs = async (workflowId: string, parameters: Record<string, unknown>) => {
  const { runId } = await startWorkflowRun(box.services, localActor, { workflowId, parameters });
  const run = await box.services.runs.find(runId as RunId);
  if (!run) throw new Error('There is no such run');
  return run;
};
const viewOf = async (wanted: string) =>
  (await listWorkflows(box.services, localActor)).workflows.find(({ id }) => id === wanted);

describe.each(renamed)('$former', ({ former, id, parameters }) => {
  it('starts, plans and previews the workflow that has another id now', async () => {
    expect((await startedAs(former, parameters)).workflowId).toBe(id);
    const preview = (workflowId: string) =>
      previewPrompt(box.services, localActor, { promptId: 'default', workflowId });
    expect(await preview(former)).toEqual(await preview(id));
    const plan = planWorkflow(box.services, localActor, { workflowId: former, parameters });
    await expect(plan).rejects.toThrow('This workflow has no fixed steps.');
  });

  it('leads to the current address, and the list names it for what a browser has stored', async () => {
    const ids = { id, formerIds: [former] };
    expect(await findWorkflowIds(box.services, localActor, { workflowId: former })).toEqual(ids);
    expect(await findWorkflowIds(box.services, localActor, { workflowId: id })).toEqual(ids);
    expect(await viewOf(id)).toMatchObject({ formerIds: [former] });
  });

  it('keeps its runs: their fields, their icon and their last values', async () => {
    // The run is stored as in the earlier version: its file still had the former id.
    const file = path.join(workflowsDir, `${id}.md`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(`id: ${id}`, `id: ${former}`));
    const run = await startedAs(former, parameters);
    expect(run.workflowId).toBe(former);
    await writeFile(file, text);

    const view = await getRun(box.services, localActor, { runId: run.id });
    expect(view.workflowId).toBe(id);
    expect(view.values[0]?.label).not.toBe(Object.keys(parameters)[0]);
    const { conversations } = await listConversations(box.services, localActor, {
      search: null,
      cursor: null,
    });
    const current = await viewOf(id);
    expect(conversations[0]?.lastRunIcon).toBe(current?.icon);
    expect(current).toMatchObject({ lastParameters: parameters });
    expect(current?.lastStartedAt).toBe(run.createdAt.toISOString());
  });

  it('belongs to a person’s own file that has it', async () => {
    const text = await readFile(path.join(workflowsDir, `${id}.md`), 'utf8');
    await writeFile(path.join(workflowsDir, 'mine.md'), text.replace(`id: ${id}`, `id: ${former}`));
    expect((await startedAs(former, parameters)).workflowId).toBe(former);
    expect(await findWorkflowIds(box.services, localActor, { workflowId: former })).toEqual({
      id: former,
      formerIds: [],
    });
    expect(await viewOf(id)).toMatchObject({ formerIds: [] });
  });

  it('belongs to a person’s own file with a mistake in it: no other workflow starts in its place', async () => {
    await writeFile(path.join(workflowsDir, `${former}.md`), '---\nid: [\n---\n');
    await expect(startedAs(former, parameters)).rejects.toThrow('removed or never existed');
  });
});

it.each(['summarise', 'organise-file', 'constructor', ''])('%j is no former id', async (workflowId) => {
  expect(await findWorkflowIds(box.services, localActor, { workflowId })).toBeNull();
});
