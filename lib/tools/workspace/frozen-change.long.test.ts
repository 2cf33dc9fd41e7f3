import { chmod, link, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failpoint } from '../../shared/failpoint';
import { untilFrozen } from '../../shared/testing/until-frozen';
import { createToolParts } from '../tool-parts';
import { deleteInside } from './delete-entry';
import { moveInside } from './move-entry';
import { type ChangePlace, createChangePlace, interruptedChanges } from './testing/changing-process';
import { writeFileInside } from './write-file-inside';

let place: ChangePlace;
beforeEach(async () => {
  place = await createChangePlace();
});
afterEach(() => place.remove());

describe('a process that is frozen while it changes a file, and goes on when another has taken its folder over', () => {
  it.each(interruptedChanges)(
    '$change over $over, frozen at $at: the files are $left, and what is written then stays',
    async ({ change, over, at, left }) => {
      if (over) await place.put(over, 'old');
      const frozen = place.change(change, at, 'SIGSTOP');
      await untilFrozen(frozen.pid);
      const workspace = await place.takeOver();
      expect(await place.read()).toEqual(left);
      const newer = { 'file.txt': 'newer', 'old.txt': 'newer' };
      for (const [name, content] of Object.entries(newer))
        await writeFileInside(workspace, ['sub', name], Buffer.from(content), null);
      process.kill(frozen.pid, 'SIGCONT');
      expect((await frozen.ended).signal).toBe(null);
      expect(await place.read()).toEqual(newer);
      await place.takeOver();
      expect([await place.read(), await readdir(place.data)]).toEqual([newer, []]);
    },
  );

  it('does not remove the old name of a file that it moves', async () => {
    await place.put('old.txt', 'old');
    const frozen = place.change('move', 'file_linked', 'SIGSTOP');
    await untilFrozen(frozen.pid);
    await place.takeOver();
    process.kill(frozen.pid, 'SIGCONT');
    expect((await frozen.ended).said).toContain('in the middle of a move');
    expect(await place.read()).toEqual({ 'file.txt': 'old' });
  });

  it('leaves a note that stays while it may go on, and until its temporary file is removed', async () => {
    const temporary = '.countersign-0123456789abcdef0123456789abcdef.tmp';
    const note = `unfinished-change-${process.ppid}-0123.json`;
    await writeFile(
      path.join(place.data, note),
      JSON.stringify({ kind: 'temporary', path: ['sub', temporary] }),
    );
    await place.takeOver();
    expect(await readdir(place.data)).toEqual([note]);
    await place.put(temporary, 'half');
    await place.takeOver();
    expect([await place.read(), await readdir(place.data)]).toEqual([{}, []]);
  });
});

describe('a person who saves a file while a tool changes it', () => {
  const saveAt = async (change: 'move' | 'write', at: Failpoint, save: () => Promise<void>) => {
    const frozen = place.change(change, at, 'SIGSTOP');
    await untilFrozen(frozen.pid);
    await save();
    process.kill(frozen.pid, 'SIGCONT');
    return (await frozen.ended).said;
  };

  it.each(['change_noted', 'temporary_written'] as const)(
    'keeps it, and the write at %s does nothing and leaves nothing',
    async (at) => {
      await place.put('file.txt', 'old');
      const said = await saveAt('write', at, () => place.put('file.txt', 'newer'));
      expect(said).toContain('sub/file.txt changed after this was requested, so nothing was done.');
      expect([await place.read(), await readdir(place.data)]).toEqual([{ 'file.txt': 'newer' }, []]);
    },
  );

  it('keeps its new mode bits and its second name', async () => {
    await place.put('file.txt', 'old');
    const file = path.join(place.sub, 'file.txt');
    expect(await saveAt('write', 'temporary_written', () => chmod(file, 0o600))).toContain('changed after');
    const second = path.join(place.sub, 'second.txt');
    expect(await saveAt('write', 'temporary_written', () => link(file, second))).toContain('changed after');
    expect(await place.read()).toEqual({ 'file.txt': 'old', 'second.txt': 'old' });
  });

  it('keeps it where it is when it was to be moved', async () => {
    await place.put('old.txt', 'old');
    const said = await saveAt('move', 'change_noted', () => place.put('old.txt', 'newer'));
    expect(said).toContain('sub/old.txt changed after');
    expect([await place.read(), await readdir(place.data)]).toEqual([{ 'old.txt': 'newer' }, []]);
  });

  it('keeps a new file under the old name of one that has just been moved', async () => {
    await place.put('old.txt', 'old');
    const said = await saveAt('move', 'file_linked', async () => {
      await place.put('saving.txt', 'newer');
      await rename(path.join(place.sub, 'saving.txt'), path.join(place.sub, 'old.txt'));
    });
    expect(said).toBe('done');
    expect(await place.read()).toEqual({ 'file.txt': 'old', 'old.txt': 'newer' });
  });
});

describe('a process that lost its folder', () => {
  it('changes nothing', async () => {
    await place.put('file.txt', 'old');
    const { workspace } = createToolParts({
      workspaceDir: path.dirname(place.sub),
      journal: { folder: place.data, isOurs: () => false },
    });
    const says = 'this one changes nothing';
    await expect(writeFileInside(workspace, ['sub', 'new.txt'], Buffer.from('x'), null)).rejects.toThrow(
      says,
    );
    await expect(deleteInside(workspace, ['sub', 'file.txt'], null)).rejects.toThrow(says);
    await expect(moveInside(workspace, ['sub', 'file.txt'], ['sub', 'b.txt'], null)).rejects.toThrow(says);
    await expect(moveInside(workspace, ['sub'], ['b'], null)).rejects.toThrow(says);
    expect(await place.read()).toEqual({ 'file.txt': 'old' });
  });

  it('leaves both names of a file to the server that took over, when it could not remove the old one', async () => {
    await place.put('old.txt', 'old');
    let isOurs = true;
    const { workspace } = createToolParts({
      workspaceDir: path.dirname(place.sub),
      journal: { folder: place.data, isOurs: () => isOurs },
    });
    const move = workspace.noting(
      { kind: 'moved', from: ['sub', 'old.txt'], to: ['sub', 'new.txt'] },
      async () => {
        await link(path.join(place.sub, 'old.txt'), path.join(place.sub, 'new.txt'));
        isOurs = false;
        throw new Error('cannot be removed');
      },
    );
    await expect(move).rejects.toThrow('cannot be removed');
    await rm(path.join(place.sub, 'old.txt'));
    expect(await place.read()).toEqual({ 'new.txt': 'old' });
  });
});
