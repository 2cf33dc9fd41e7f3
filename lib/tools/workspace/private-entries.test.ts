import { link, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deleteInside } from './delete-entry';
import { moveInside } from './move-entry';
import { readTarget } from './target';
import { walkTree } from './walk-tree';
import { createWorkspace } from './workspace';
import { parseWorkspacePath } from './workspace-path';
import { writeFileInside } from './write-file-inside';

let folder: string;
const at = (name: string) => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-private-'));
  await mkdir(at('data/deep'), { recursive: true });
  await mkdir(at('workspace'));
  await writeFile(at('workspace/file.txt'), 'text');
  await writeFile(at('data/secret.key'), 'the key');
  await writeFile(at('app.db'), 'the database');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(['descriptor', 'path'] as const)('what belongs to the server, walking by %s', (walk) => {
  const open = (directory: string) =>
    createWorkspace(at(directory), walk, { folders: [at('data')], files: [at('app.db'), at('app.db-wal')] });
  const attempts = async (directory: string, name: string) => {
    const workspace = open(directory);
    const target = parseWorkspacePath(name);
    const limits = { maxDepth: 3, maxEntries: 10 };
    return {
      read: await code(readTarget(workspace, target)),
      write: await code(writeFileInside(workspace, target, Buffer.from('x'), null)),
      delete: await code(deleteInside(workspace, target, null)),
      move: await code(moveInside(workspace, target, ['stolen.txt'], null)),
      list: await code(walkTree(workspace, target, limits, new AbortController().signal)),
    };
  };
  const refused = { read: 'not_allowed', write: 'not_allowed', delete: 'not_allowed', move: 'not_allowed' };

  it('is out of reach in a workspace that became a link to a folder above it', async () => {
    await rename(at('workspace'), at('old'));
    await symlink(folder, at('workspace'));
    for (const name of ['data/secret.key', 'data/new.txt', 'data/deep/x', 'data'])
      expect(await attempts('workspace', name)).toMatchObject({ ...refused, list: 'not_allowed' });
    expect(await attempts('workspace', 'app.db')).toMatchObject(refused);
    expect(await readFile(at('data/secret.key'), 'utf8')).toBe('the key');
  });

  it('is out of reach in a workspace that became a link to it', async () => {
    await rm(at('workspace'), { recursive: true });
    await symlink(at('data'), at('workspace'));
    expect(await attempts('workspace', 'secret.key')).toMatchObject({ ...refused, list: 'not_allowed' });
  });

  it('is out of reach when the data folder became a link into the workspace', async () => {
    await rename(at('data'), at('workspace/inner'));
    await symlink(at('workspace/inner'), at('data'));
    expect(await attempts('workspace', 'inner/secret.key')).toMatchObject({
      ...refused,
      list: 'not_allowed',
    });
  });

  it('is out of reach under a second name in the workspace', async () => {
    await link(at('data/secret.key'), at('workspace/notes.txt'));
    await link(at('app.db'), at('workspace/table.txt'));
    for (const name of ['notes.txt', 'table.txt'])
      expect(await attempts('workspace', name)).toMatchObject(refused);
  });

  it('does not close a workspace that is a folder in the data folder', async () => {
    await rename(at('workspace'), at('data/workspace'));
    expect(await code(readTarget(open('data/workspace'), ['file.txt']))).toBe('done');
  });

  it('is not opened by a listing, and everything next to it is', async () => {
    const { entries } = await walkTree(
      open('.'),
      [],
      { maxDepth: 5, maxEntries: 100 },
      new AbortController().signal,
    );
    expect(entries.map(({ path: names }) => names.join('/'))).toEqual([
      'app.db',
      'data',
      'workspace',
      'workspace/file.txt',
    ]);
  });
});

async function code(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'done';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
