import { mkdir, readdir, rename, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ChangePlace, createChangePlace, interruptedChanges } from './testing/changing-process';
import { writeFileInside } from './write-file-inside';

let place: ChangePlace;
beforeEach(async () => {
  place = await createChangePlace();
});
afterEach(() => place.remove());

describe('a process that is killed while it changes a file', () => {
  it.each(interruptedChanges)(
    '$change over $over, killed at $at: after a start the files are $left',
    async (row) => {
      if (row.over) await place.put(row.over, 'old');
      expect((await place.change(row.change, row.at, 'SIGKILL').ended).signal).toBe('SIGKILL');
      const workspace = await place.takeOver();
      expect(await place.read()).toEqual(row.left);
      expect(await readdir(place.data)).toEqual([]);
      for (const name of Object.keys(row.left)) {
        expect((await stat(path.join(place.sub, name))).nlink).toBe(1);
        await writeFileInside(workspace, ['sub', name], Buffer.from('changed'), null);
        expect((await place.read())[name]).toBe('changed');
      }
    },
  );

  it.each(interruptedChanges.filter(({ at }) => at === 'file_linked'))(
    '$change, killed at $at: starts with other workspaces change nothing, and the next one with this workspace clears it up',
    async ({ change, over, at, left }) => {
      if (over) await place.put(over, 'old');
      await place.change(change, at, 'SIGKILL').ended;
      const [before, notes] = [await place.read(), await readdir(place.data)];
      const root = path.dirname(place.sub);
      const other = path.join(place.data, '..', 'other');
      await mkdir(path.join(other, 'sub'), { recursive: true });
      await place.takeOver(other);
      await place.takeOver(path.join(root, 'sub'));
      expect([await place.read(), await readdir(place.data)]).toEqual([before, notes]);
      // A link to the workspace leads to the same workspace.
      await symlink(root, path.join(other, 'link'));
      await place.takeOver(path.join(other, 'link'));
      expect([await place.read(), await readdir(place.data)]).toEqual([left, []]);
    },
  );

  it('a workspace that was moved after that is cleared up where it is now', async () => {
    expect((await place.change('write', 'file_linked', 'SIGKILL').ended).signal).toBe('SIGKILL');
    const moved = path.join(place.data, '..', 'moved');
    await rename(path.dirname(place.sub), moved);
    const workspace = await place.takeOver(moved);
    expect(await readdir(path.join(moved, 'sub'))).toEqual(['file.txt']);
    expect(await readdir(place.data)).toEqual([]);
    await writeFileInside(workspace, ['sub', 'file.txt'], Buffer.from('changed'), null);
  });

  it('the note of a workspace that is not there, and left nothing here, stays', async () => {
    const note = { workspace: '/not/mounted', kind: 'temporary', path: ['sub', 'gone.tmp'] };
    await writeFile(path.join(place.data, 'unfinished-change.json'), JSON.stringify(note));
    await place.takeOver();
    expect(await readdir(place.data)).toEqual(['unfinished-change.json']);
  });

  it('a start removes nothing else: another file in the way of Countersign’s own names, a file that only looks like one', async () => {
    await place.put('.countersign-0123456789abcdef0123456789abcdef.tmp', 'old');
    await place.put('other.txt', 'old');
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
