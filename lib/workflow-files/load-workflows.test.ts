import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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

test('Markdown is read by any of its endings, and a hidden file is reported as ignored', async () => {
  const read = ['a.md', 'b.markdown', 'c.MD', 'd.Markdown', 'Upper.Md', 'é.mD'];
  const hidden = ['.#lock.md', '.draft.markdown', '.MD.md'];
  const others = ['readme.md', 'ReadMe.markdown', 'a.md~', '#a.md#', '.a.md.swp', 'a.mdx', 'amd', 'a.md.bak'];
  for (const [index, name] of [...read, ...hidden, ...others].entries())
    await writeFile(join(folder, name), agentFile().replace('id: look', `id: look-${index}`));
  const { workflows, problems } = await loadWorkflows(folder, known);
  expect(workflows.map((workflow) => workflow.file).sort()).toEqual([...read].sort());
  expect(problems.map(({ file }) => file).sort()).toEqual([...hidden].sort());
  for (const { reason } of problems) expect(reason).toMatch(/ignored, because its name begins with a period/);
});

test('an editor’s lock, which is a link to nowhere, is ignored in the same words', async () => {
  await symlink('someone@host.1:2', join(folder, '.#look.md'));
  await writeFile(join(folder, 'look.md'), agentFile());
  const { workflows, problems } = await loadWorkflows(folder, known);
  expect(workflows.map((workflow) => workflow.file)).toEqual(['look.md']);
  expect(problems).toMatchObject([{ file: '.#look.md', reason: expect.stringContaining('ignored') }]);
});
