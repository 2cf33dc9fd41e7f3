import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkflowLister } from './list-workflow-files';
import { loadWorkflows } from './load-workflows';
import { agentFile, known } from './testing/workflow-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workflows-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  return rm(folder, { recursive: true });
});

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
  expect(problems).toMatchObject([
    { file: 'huge.md', line: 1, reason: 'The file is larger than 64 KB.' },
    { file: 'folder.md', isIgnored: true },
  ]);
});

test('a missing folder is a problem, not a crash', async () => {
  const { workflows, problems } = await loadWorkflows(join(folder, 'none'), known);
  expect(workflows).toEqual([]);
  expect(problems[0]?.reason).toMatch(/cannot read the folder/);
});

test('Markdown is read by any of its endings, and a hidden file is reported as ignored', async () => {
  const read = ['a.md', 'b.markdown', 'c.MD', 'd.Markdown', 'Upper.Md', 'é.mD'];
  const hidden = ['.#lock.md', '.draft.markdown', '.MD.md'];
  const others = ['readme.md', 'ReadMe.markdown', 'a.mdx', 'amd'];
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

/** An entry whose name shows that it is meant as a workflow file, or was made from one. */
const likeWorkflows = fc
  .tuple(
    fc.constantFrom('look', 'Weekly report', 'über', 'a.b', '日報'),
    fc.constantFrom('.md', '.MD', '.markdown', '.Markdown'),
    fc.constantFrom(
      ...[
        '%~',
        '#%#',
        '.%.swp',
        '.%.swx',
        '.%.un~',
        '%.bak',
        '%.orig',
        '%.rej',
        '%.old',
        '%.tmp',
        '%.txt',
        '%.1',
      ],
      ...[
        '%.~1~',
        '%_',
        '%-old',
        '% copy',
        '% (1)',
        '% ',
        '%.',
        '.~lock.%#',
        '.%',
        '.#%',
        '._%',
        '%.part',
        '%:Zone.Identifier',
      ],
    ),
  )
  .map(([stem, ending, derived]) => derived.replace('%', `${stem}${ending}`));
const otherEndings = fc.constantFrom(
  'look.mdown',
  'look.mkd',
  'look.MKDN',
  'look.mdwn',
  'look.mdtxt',
  'look.mdtext',
);
const silent = fc.constantFrom(
  ...[
    'notes.txt',
    'a.mdx',
    'amd',
    'LICENSE',
    '.gitignore',
    '.DS_Store',
    'icon.png',
    'a.yaml',
    'sum.md5',
    'md',
  ],
  ...[
    'README.md',
    'ReadMe.markdown',
    'README.md~',
    '.README.md.swp',
    '#readme.md#',
    'README.txt',
    'README.md.bak',
  ],
);

test('each entry is read, or listed as ignored with a reason, or is plainly something else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.oneof(likeWorkflows, otherEndings), { maxLength: 6 }),
      fc.uniqueArray(silent, { maxLength: 4 }),
      fc.constantFrom('file', 'folder', 'link to nowhere', 'link to a file'),
      async (named, others, kind) => {
        await rm(folder, { recursive: true });
        await mkdir(folder);
        await writeFile(join(folder, 'zz.md'), agentFile());
        for (const name of named) {
          if (kind === 'file') await writeFile(join(folder, name), agentFile());
          if (kind === 'folder') await mkdir(join(folder, name));
          if (kind === 'link to nowhere') await symlink('nowhere', join(folder, name));
          if (kind === 'link to a file') await symlink('zz.md', join(folder, name));
        }
        for (const name of others) await writeFile(join(folder, name), 'nothing');
        const { workflows, problems } = await loadWorkflows(folder, known);
        expect(workflows.map(({ file }) => file)).toEqual(['zz.md']);
        expect(problems.map(({ file }) => file).sort()).toEqual([...named].sort());
        for (const { reason, isIgnored } of problems) {
          expect(isIgnored).toBe(true);
          expect(reason).toMatch(/^This .*ignored, because .*\.$/);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  ['look.md~', 'This file is ignored, because its name does not end in .md or .markdown.'],
  ['.look.md.swp', 'This file is ignored, because its name begins with a period.'],
])('an ignored file has its reason: %s', async (name, reason) => {
  await writeFile(join(folder, name), agentFile());
  const { problems } = await loadWorkflows(folder, known);
  expect(problems).toEqual([{ file: name, line: 1, reason, isIgnored: true }]);
});

test('a folder is listed with the workflow files in it, at once when they come and go, and another folder is not', async () => {
  const listFiles = createWorkflowLister(folder);
  const ignored = async () => (await listFiles())?.ignored;
  for (const name of ['archive', 'images', '.git', 'node_modules']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'images', 'README.md'), '# Images');
  await writeFile(join(folder, '.git', 'a.md'), '');
  // By then, the last change is old enough for the lister to keep what it has read.
  const later = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  expect(await ignored()).toEqual([]);
  for (const [index, words] of [
    'so is the workflow file in it. To use it, move it up one folder.',
    'so are the 2 workflow files in it. To use them, move them up one folder.',
  ].entries()) {
    await writeFile(join(folder, 'archive', `${index}.md`), agentFile());
    expect(await ignored()).toEqual([
      {
        file: 'archive',
        reason: `This folder is ignored, and ${words}`,
      },
    ]);
  }
  await symlink('archive', join(folder, 'linked'));
  expect((await ignored())?.map(({ file }) => file)).toEqual(['archive', 'linked']);
  await rm(join(folder, 'archive'), { recursive: true });
  expect(await ignored()).toEqual([]);
});

test('a file that is ignored does not hide the mistakes of others', async () => {
  await writeFile(join(folder, 'a.md'), 'nonsense');
  await writeFile(join(folder, 'a.md~'), 'nonsense');
  const { problems } = await loadWorkflows(folder, known);
  expect(problems.map(({ file, isIgnored }) => [file, isIgnored])).toEqual([
    ['a.md', undefined],
    ['a.md~', true],
  ]);
});
