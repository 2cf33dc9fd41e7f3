import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadWorkflows } from './load-workflows';
import { agentFile, known } from './testing/workflow-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workflows-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a bad file never affects the others', async () => {
  await writeFile(join(folder, 'a.md'), agentFile());
  await writeFile(join(folder, 'b.md'), 'nonsense');
  await writeFile(join(folder, 'c.md'), agentFile().replace('id: look', 'id: other'));
  const { workflows, problems } = await loadWorkflows(folder, known);
  expect(workflows.map((workflow) => workflow.file)).toEqual(['a.md', 'c.md']);
  expect(problems).toEqual([
    { file: 'b.md', line: 1, reason: 'The file must begin with a line “---” and its front matter.' },
  ]);
});

test('the first of two files with the same id wins, and the second is reported', async () => {
  await writeFile(join(folder, 'a.md'), agentFile());
  await writeFile(join(folder, 'b.md'), agentFile());
  const { workflows, problems } = await loadWorkflows(folder, known);
  expect(workflows.map((workflow) => workflow.file)).toEqual(['a.md']);
  expect(problems).toEqual([{ file: 'b.md', line: 2, reason: 'a.md already uses the id “look”.' }]);
});

test('a huge file is refused, other kinds of file and the readme are ignored', async () => {
  await writeFile(join(folder, 'huge.md'), agentFile([], `{{ path }}${'x'.repeat(70_000)}`));
  await writeFile(join(folder, 'notes.txt'), 'nothing');
  await writeFile(join(folder, 'README.md'), '# How to add one');
  await mkdir(join(folder, 'folder.md'));
  const { workflows, problems } = await loadWorkflows(folder, known);
  expect(workflows).toEqual([]);
  expect(problems).toEqual([{ file: 'huge.md', line: 1, reason: 'The file is larger than 64 KB.' }]);
});

test('a missing folder is a problem, not a crash', async () => {
  const { workflows, problems } = await loadWorkflows(join(folder, 'none'), known);
  expect(workflows).toEqual([]);
  expect(problems[0]?.reason).toMatch(/cannot read the folder/);
});
