import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChangePlace, createChangePlace } from './testing/changing-process';
import { writeFileInside } from './write-file';

let place: ChangePlace;
beforeEach(async () => {
  place = await createChangePlace();
});
afterEach(() => place.remove());

const put = (name: string) => writeFile(path.join(place.sub, name), 'old');

describe('a process that is killed while it changes a file', () => {
  it.each([
    { change: 'write', over: null, at: 'change_noted', left: {} },
    { change: 'write', over: null, at: 'temporary_written', left: {} },
    { change: 'write', over: null, at: 'file_linked', left: { 'file.txt': 'new' } },
    { change: 'write', over: null, at: 'file_in_place', left: { 'file.txt': 'new' } },
    { change: 'write', over: 'file.txt', at: 'change_noted', left: { 'file.txt': 'old' } },
    { change: 'write', over: 'file.txt', at: 'temporary_written', left: { 'file.txt': 'old' } },
    { change: 'write', over: 'file.txt', at: 'file_in_place', left: { 'file.txt': 'new' } },
    { change: 'move', over: 'old.txt', at: 'change_noted', left: { 'old.txt': 'old' } },
    { change: 'move', over: 'old.txt', at: 'file_linked', left: { 'file.txt': 'old' } },
  ] as const)('$change over $over, killed at $at: after a start the files are $left', async (row) => {
    if (row.over) await put(row.over);
    expect((await place.change(row.change, row.at, 'SIGKILL').ended).signal).toBe('SIGKILL');
    const workspace = await place.takeOver();
    expect(await place.read()).toEqual(row.left);
    expect(await readdir(place.data)).toEqual([]);
    for (const name of Object.keys(row.left)) {
      expect((await stat(path.join(place.sub, name))).nlink).toBe(1);
      await writeFileInside(workspace, ['sub', name], Buffer.from('changed'), null);
      expect((await place.read())[name]).toBe('changed');
    }
  });

  it('a start removes nothing else: another file in the way of Countersign’s own names, a file that only looks like one', async () => {
    await put('.countersign-0123456789abcdef0123456789abcdef.tmp');
    await put('other.txt');
    const before = await place.read();
    const moved = { kind: 'moved', from: ['sub', 'gone.txt'], to: ['sub', 'other.txt'] };
    const notes = ['unfinished-change.json', `unfinished-change-${process.pid}-0123.json`];
    for (const note of [JSON.stringify(moved), '{"kind":"temp', '']) {
      for (const name of notes) await writeFile(path.join(place.data, name), note);
      await place.takeOver();
      expect([await place.read(), await readdir(place.data)]).toEqual([before, []]);
    }
  });
});
