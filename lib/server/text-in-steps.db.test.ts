import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localActor } from '../domain/actor';
import { listWorkflows } from '../use-cases/list-workflows';
import { planWorkflow } from '../use-cases/plan-workflow';
import { type App, startApp } from './app';

let folder = '';
let app: App;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-steps-'));
  await mkdir(path.join(folder, 'workflows'));
  const [dataDir, workspaceDir] = [path.join(folder, 'data'), path.join(folder, 'workspace')];
  app = await startApp({
    environment: {
      DATA_DIR: dataDir,
      WORKSPACE_DIR: workspaceDir,
      WORKFLOWS_DIR: path.join(folder, 'workflows'),
    },
  });
});
afterAll(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true });
});

const save = (id: string, ...steps: string[]) =>
  writeFile(
    path.join(folder, 'workflows', `${id}.md`),
    [
      '---',
      `id: ${id}`,
      'kind: direct',
      'title: Steps',
      'category: Steps',
      'icon: note',
      'description: Steps.',
      'steps:',
      ...steps,
      '---',
      '',
    ].join('\n'),
  );
const spellings = ['3.10', '1e3', '0x1F', '007', '12345678901234567890', '.5', 'True', '2026-01-01', '.nan'];

test('a step of fixed calls has the text of the file, whatever YAML would make of it', async () => {
  await Promise.all(
    spellings.map((written, index) =>
      save(
        `steps-${index}`,
        `  - { tool: write_file, parameters: { path: ${written}, content: ${written} } }`,
        `  - { tool: http_request, parameters: { url: "https://example.com/", headers: { X-A: ${written} } } }`,
      ),
    ),
  );
  for (const [index, written] of spellings.entries()) {
    const { calls } = await planWorkflow(app.services, localActor, {
      workflowId: `steps-${index}`,
      parameters: {},
    });
    const [change, request] = calls.flatMap(({ preview }) => preview);
    expect(change).toMatchObject({ path: written });
    expect(JSON.stringify(change)).toContain(`"+${written}"`);
    expect(request).toMatchObject({ headers: [{ name: 'X-A', value: written }] });
  }
});

test('a number of the form is text in a step that takes text', async () => {
  await save(
    'number',
    '  - { tool: write_file, parameters: { path: a.txt, content: "{{ count }}" } }',
    'parameters:',
    '  - { name: count, label: Count, type: number }',
  );
  const { calls } = await planWorkflow(app.services, localActor, {
    workflowId: 'number',
    parameters: { count: '0.0000001' },
  });
  expect(JSON.stringify(calls[0]?.preview)).toContain('"+0.0000001"');
});

test('a step whose text is nothing to YAML is refused when the file is read, with its line', async () => {
  const nothing = ['null', '~', ''];
  await Promise.all(
    nothing.map((written, index) =>
      save(
        `empty-${index}`,
        '  - tool: write_file',
        '    parameters:',
        '      path: a.txt',
        `      content: ${written}`,
      ),
    ),
  );
  const { problems } = await listWorkflows(app.services, localActor);
  expect(problems).toEqual(
    nothing.map((_, index) => ({
      file: `empty-${index}.md`,
      line: 12,
      reason: expect.stringContaining('put it in quotes'),
    })),
  );
});
