import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onDisk, onMount, withOwnDisks } from '../../tests/own-disk';
import { startOnce } from '../../tests/start-once';
import { lockDataFolder } from '../db/sqlite/instance-lock';
import { lockPlaces } from './lock-places';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-odd-disks-'));
  dataDir = path.join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

const places = () => ({ DATA_DIR: dataDir, WORKSPACE_DIR: path.join(folder, 'files') });

const refusal = (variable: string, place: string, reason: string, advice = 'Set') =>
  `The folder ${place} cannot be used: ${reason}. ${advice} ${variable} to a folder that this user may write to.`;

describe('a start says which folder, what is wrong and what to do', () => {
  it('with links that lead in a circle', async () => {
    await symlink(dataDir, dataDir);
    expect(await startOnce(places())).toBe(refusal('DATA_DIR', dataDir, 'its links lead in a circle'));
  });

  it('with a name that is too long', async () => {
    const place = path.join(folder, 'x'.repeat(300));
    const reason = 'a name in the path is too long';
    expect(await startOnce({ ...places(), WORKSPACE_DIR: place })).toBe(
      refusal('WORKSPACE_DIR', place, reason),
    );
  });

  it.each([
    ['a file', 'a part of the path is a file', (place: string) => writeFile(place, '')],
    [
      'a link to nothing',
      'it is not there and could not be created',
      (place: string) => symlink('none', place),
    ],
  ])('with %s in the place of the workspace', async (_what, reason, make) => {
    const place = path.join(folder, 'files');
    await make(place);
    expect(await startOnce(places())).toBe(refusal('WORKSPACE_DIR', place, reason));
  });

  it('with a database below a file, or where no folder can be made', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const below = await startOnce({ ...places(), DATABASE_URL: `file:${file}/at.db` });
    // Node 24 names the file itself.
    const reasons = ['a part of the path is a file', 'it is a file'];
    expect(reasons.map((reason) => refusal('DATABASE_URL', file, reason))).toContain(below);
    const deeper = lockPlaces(dataDir, [path.join(file, 'deeper', 'at.db')]);
    await expect(deeper).rejects.toThrow('Set DATABASE_URL to');
    await (await lockDataFolder(dataDir)).release();
    if (process.platform !== 'linux') return;
    const nowhere = await startOnce({ ...places(), DATABASE_URL: 'file:/proc/none/at.db' });
    expect(nowhere).toBe(refusal('DATABASE_URL', '/proc/none', 'it is not there and could not be created'));
  });

  it.runIf(process.platform === 'linux')('with a data folder where none can be made', async () => {
    const said = await startOnce({ ...places(), DATA_DIR: '/proc/none' });
    expect(said).toBe(refusal('DATA_DIR', '/proc/none', 'it is not there and could not be created'));
  });

  it('with a folder in the place of the copy that is migrated', async () => {
    const inTheWay = path.join(dataDir, 'countersign.db.migrating');
    await mkdir(inTheWay, { recursive: true });
    const reason = `a file that belongs in it is a folder, ${inTheWay}`;
    expect(await startOnce(places())).toBe(
      refusal('DATA_DIR', dataDir, reason, 'Move that folder away, or set'),
    );
  });
});

/** Returns what a start says in these surroundings, which are a command that runs another one. */
function startIn(
  [command = '', ...words]: string[],
  variables: Record<string, string> = {},
): Promise<string> {
  const start = [process.execPath, '--import', 'tsx', 'tests/start-once.ts'];
  const env = { ...process.env, ...places(), ...variables };
  return new Promise((resolve) =>
    execFile(command, [...words, ...start], { env }, (_error, out, err) => resolve(out + err)),
  );
}

withOwnDisks('starts on a full and a read-only disk', () => {
  describe('a start says it, too, on a disk', () => {
    beforeEach(() => mkdir(dataDir));
    const freeSome = 'Free some space on that disk, or set';

    it('that is full before anything is in it', async () => {
      const said = await startIn(onDisk(dataDir, 0));
      expect(said).toBe(refusal('DATA_DIR', dataDir, 'the disk is full', freeSome));
    });

    it('that is full when the database is made', async () => {
      expect(await startIn(onDisk(dataDir, 8_192))).toBe(
        `The database cannot be written: the disk is full. It is in the folder ${dataDir}. Free some space on that disk.`,
      );
    });

    it('that is full when the workspace is made', async () => {
      const disk = path.join(folder, 'disk');
      await mkdir(disk);
      const place = path.join(disk, 'files');
      const said = await startIn(onDisk(disk, 0), { WORKSPACE_DIR: place });
      expect(said).toBe(refusal('WORKSPACE_DIR', place, 'the disk is full', freeSome));
    });

    it('that has become read-only', async () => {
      expect(await startOnce(places())).toBe('started');
      const said = await startIn(onMount(dataDir, 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'));
      expect(said).toBe(refusal('DATA_DIR', dataDir, 'the disk is read-only'));
    });
  });
});
