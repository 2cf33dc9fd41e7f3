import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureWorkspace } from './sample-documents';
import { createSampleFiles, rememberSamples } from './sample-files';
import { readSampleRecord, writeSampleRecord } from './sample-record';
import { sampleDocuments } from './sample-texts';
import { createWorkspace } from './workspace';

let folder = '';
let workspaceDir = '';
let dataDir = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-reset-'));
  [workspaceDir, dataDir] = [path.join(folder, 'workspace'), path.join(folder, 'data')];
  await mkdir(dataDir);
  await ensureWorkspace(workspaceDir);
  await rememberSamples(dataDir, workspaceDir);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => createSampleFiles(createWorkspace(workspaceDir), dataDir);
const at = (name: string) => path.join(workspaceDir, name);
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(at(name)), { recursive: true });
  await writeFile(at(name), text);
};

/** Returns the content of every file of the workspace by path. */
async function readAll(): Promise<Record<string, string>> {
  const entries = await readdir(workspaceDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const pairs = files.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(workspaceDir, file), await readFile(file, 'utf8')] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

const names = Object.keys(sampleDocuments);
const ownFiles = {
  'tasks.md': '# Tasks\n',
  'inbox/mine.txt': 'Mine.',
  'documents/report-q3.md': 'My own report.',
};
/** Runs and people make such changes to the sample files. */
const changes = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...names),
    what: fc.constantFrom('edit' as const, 'delete' as const, 'move' as const, 'empty' as const),
  }),
  { selector: ({ name }) => name, maxLength: names.length },
);

async function apply(all: readonly { name: string; what: 'edit' | 'delete' | 'move' | 'empty' }[]) {
  for (const { name, what } of all) {
    if (what === 'edit') await write(name, `${sampleDocuments[name]}One more line.\n`);
    if (what === 'empty') await write(name, '');
    if (what === 'delete') await rm(at(name));
    if (what === 'move') {
      await mkdir(at(`moved/${path.dirname(name)}`), { recursive: true });
      await rename(at(name), at(`moved/${name}`));
    }
  }
}

describe('a reset of the sample files', () => {
  it('puts every one back, leaves all other files, and is undone completely', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        await rm(workspaceDir, { recursive: true });
        await ensureWorkspace(workspaceDir);
        for (const [name, text] of Object.entries(ownFiles)) await write(name, text);
        await apply(all);
        const before = await readAll();
        const samples = open();
        expect((await samples.look()).changes.map((change) => change.path).sort()).toEqual(
          all.map(({ name }) => name).sort(),
        );
        expect(await samples.reset()).toEqual([]);
        expect(await readAll()).toEqual({ ...sampleDocuments, ...ownFiles });
        if (all.length === 0) return;
        expect(await samples.undo()).toEqual([]);
        expect(await readAll()).toEqual(before);
        expect((await samples.look()).undo).toBeNull();
      }),
      { numRuns: 25 },
    );
  });

  it('after which a person changed a file: Undo says so and keeps it, and can bring the rest of it back later', async () => {
    await apply([
      { name: 'report-q3.md', what: 'edit' },
      { name: 'notes/ideas.md', what: 'edit' },
      { name: 'inbox/todo.md', what: 'move' },
    ]);
    const before = await readAll();
    await open().reset();
    await write('report-q3.md', 'My new report.');
    const kept = await open().undo();
    expect(kept).toEqual([
      { path: 'report-q3.md', reason: expect.stringMatching(/changed in the meantime/) },
    ]);
    expect(await readAll()).toEqual({ ...before, 'report-q3.md': 'My new report.' });
    expect((await open().look()).undo?.paths).toEqual(['report-q3.md']);
    await write('report-q3.md', sampleDocuments['report-q3.md'] ?? '');
    expect(await open().undo()).toEqual([]);
    expect(await readAll()).toEqual(before);
  });

  it('that a crash cut off is undone as far as it went', async () => {
    await apply([
      { name: 'report-q3.md', what: 'edit' },
      { name: 'notes/ideas.md', what: 'edit' },
    ]);
    const before = await readAll();
    await open().reset();
    const record = await readSampleRecord(dataDir);
    if (!record?.undo) throw new Error('There is no record');
    // The second file had not been changed yet.
    await write('notes/ideas.md', before['notes/ideas.md'] ?? '');
    await writeSampleRecord(dataDir, record);
    expect(await open().undo()).toEqual([]);
    expect(await readAll()).toEqual(before);
  });

  it('keeps what it cannot replace safely, with the reason', async () => {
    await rm(at('report-q3.md'));
    await mkdir(at('report-q3.md'));
    await rm(at('notes/ideas.md'));
    await symlink('/etc/hostname', at('notes/ideas.md'));
    await write('inbox/todo.md', 'x'.repeat(1_000_001));
    await write('app/price.mjs', 'export {};\n');
    await link(at('app/price.mjs'), at('second-name'));
    const kept = await open().reset();
    expect(kept.map((file) => file.path).sort()).toEqual([
      'app/price.mjs',
      'inbox/todo.md',
      'notes/ideas.md',
      'report-q3.md',
    ]);
    for (const { reason } of kept) expect(reason).toMatch(/^\S.*\.$/);
    expect(await readFile(at('second-name'), 'utf8')).toBe('export {};\n');
  });

  it('twice at once is one reset, and Undo brings back the first state', async () => {
    await apply([{ name: 'report-q3.md', what: 'edit' }]);
    const before = await readAll();
    const samples = open();
    await Promise.all([samples.reset(), samples.reset()]);
    expect(await samples.undo()).toEqual([]);
    expect(await readAll()).toEqual(before);
  });
});

describe('a workspace that was not created with sample files', () => {
  it.each(['no record', 'another workspace', 'a damaged record'])('is never touched: %s', async (which) => {
    const record = path.join(dataDir, 'sample-files.json');
    if (which === 'no record') await rm(record);
    if (which === 'another workspace') await rememberSamples(dataDir, folder);
    if (which === 'a damaged record') await writeFile(record, '{');
    await apply([{ name: 'report-q3.md', what: 'edit' }]);
    const before = await readAll();
    expect(await open().look()).toEqual({ isOffered: false, changes: [], undo: null });
    await expect(open().reset()).rejects.toThrow('not created with sample files');
    await expect(open().undo()).rejects.toThrow('no reset to undo');
    expect(await readAll()).toEqual(before);
  });
});
