import { mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteInside } from './delete-entry';
import { moveInside } from './move-entry';
import { createWorkspace, type Workspace } from './workspace';
import { parseWorkspacePath as at } from './workspace-path';
import { writeFileInside } from './write-file-inside';

let root: string;
/** Gives the names that each folder, by inode, held when it was last put on disk. */
const onDisk = new Map<number, string[]>();

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'countersign-synced-'));
  await mkdir(path.join(root, 'a'));
  await mkdir(path.join(root, 'b'));
  await writeFile(path.join(root, 'a/old.txt'), 'old');
  onDisk.clear();
  const handle = await open(path.join(root, 'a/old.txt'));
  vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(async function (
    this: Awaited<ReturnType<typeof open>>,
  ) {
    const { ino } = await this.stat();
    const place = (await listFolders()).get(ino);
    if (place !== undefined) onDisk.set(ino, (await readdir(place)).toSorted());
  });
  await handle.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

async function listFolders(): Promise<Map<number, string>> {
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const places = names
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all([root, ...places].map(async (place) => [(await stat(place)).ino, place] as const)),
  );
}

const changes: [string, string[], (workspace: Workspace) => Promise<void>][] = [
  ['a new file', ['a'], (workspace) => writeFileInside(workspace, at('a/new.txt'), Buffer.from('x'), null)],
  ['an overwrite', ['a'], (workspace) => writeFileInside(workspace, at('a/old.txt'), Buffer.from('x'), null)],
  [
    'a file in new folders',
    ['', 'c', 'c/d'],
    (workspace) => writeFileInside(workspace, at('c/d/new.txt'), Buffer.from('x'), null),
  ],
  ['a moved file', ['a', 'b'], (workspace) => moveInside(workspace, at('a/old.txt'), at('b/new.txt'), null)],
  ['a moved folder', ['', 'b'], (workspace) => moveInside(workspace, at('a'), at('b/a'), null)],
  ['a deletion', ['a'], (workspace) => deleteInside(workspace, at('a/old.txt'), null)],
];

describe.each(['descriptor', 'path'] as const)('with folders held by %s', (walk) => {
  it.each(changes)('%s is on disk when it is done: its folders are', async (_name, changed, change) => {
    await change(createWorkspace(root, walk));
    for (const name of changed) {
      const place = path.join(root, name);
      expect(onDisk.get((await stat(place)).ino), name).toEqual((await readdir(place)).toSorted());
    }
  });
});
