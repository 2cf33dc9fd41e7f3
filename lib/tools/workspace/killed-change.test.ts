import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createToolParts } from '../tool-parts';
import { writeFileInside } from './write-file';

let folder: string;
let sub: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-killed-'));
  sub = path.join(folder, 'workspace', 'sub');
  await mkdir(sub, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const program = fileURLToPath(new URL('./testing/change-a-file.ts', import.meta.url));

/** Changes a file in a process of its own, which is killed at a failpoint. */
function changeAndDie(failpoint: string, change: 'write' | 'move') {
  const args = ['--import', 'tsx', program, folder, failpoint, change];
  expect(spawnSync(process.execPath, args).signal).toBe('SIGKILL');
}

/** Starts again, as a server does. */
async function restart() {
  const { workspace } = createToolParts({
    workspaceDir: path.join(folder, 'workspace'),
    journalFile: path.join(folder, 'journal.json'),
  });
  await workspace.recover();
  return workspace;
}

async function readAll(): Promise<Record<string, string>> {
  const names = await readdir(sub);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(sub, name), 'utf8')])),
  );
}

describe('a process that is killed while it changes a file', () => {
  const put = (name: string) => writeFile(path.join(sub, name), 'old');

  it.each([
    { change: 'write', over: null, at: 'change_noted', left: {} },
    { change: 'write', over: null, at: 'temporary_written', left: {} },
    { change: 'write', over: null, at: 'file_linked', left: { 'file.txt': 'new' } },
    { change: 'write', over: null, at: 'file_in_place', left: { 'file.txt': 'new' } },
    { change: 'write', over: 'file.txt', at: 'change_noted', left: { 'file.txt': 'old' } },
    { change: 'write', over: 'file.txt', at: 'temporary_written', left: { 'file.txt': 'old' } },
    { change: 'write', over: 'file.txt', at: 'file_in_place', left: { 'file.txt': 'new' } },
    { change: 'move', over: 'old.txt', at: 'change_noted', left: { 'old.txt': 'old' } },
    { change: 'move', over: 'old.txt', at: 'file_linked', left: { 'old.txt': 'old' } },
  ] as const)('$change over $over, killed at $at: after a start the files are $left', async (row) => {
    if (row.over) await put(row.over);
    changeAndDie(row.at, row.change);
    const workspace = await restart();
    expect(await readAll()).toEqual(row.left);
    expect(await readdir(folder)).toEqual(['workspace']);
    for (const name of Object.keys(row.left)) {
      expect((await stat(path.join(sub, name))).nlink).toBe(1);
      await writeFileInside(workspace, ['sub', name], Buffer.from('changed'), null);
      expect((await readAll())[name]).toBe('changed');
    }
  });

  it('a start removes nothing else: another file in the way of Countersign’s own names, a file that only looks like one', async () => {
    await put('.countersign-0123456789abcdef0123456789abcdef.tmp');
    await put('other.txt');
    const before = await readAll();
    const moved = { kind: 'moved', from: ['sub', 'gone.txt'], to: ['sub', 'other.txt'] };
    for (const note of [JSON.stringify(moved), '{"kind":"temp', '']) {
      await writeFile(path.join(folder, 'journal.json'), note);
      await restart();
      expect(await readAll()).toEqual(before);
    }
  });
});
