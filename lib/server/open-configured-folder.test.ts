import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config';
import { lockDataFolder } from '../db/sqlite/instance-lock';
import { onlyOnLinux } from '../shared/testing/only-on-linux';
import { openConfiguredFolder } from './open-configured-folder';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'open-folder-'));
});
afterEach(() => rm(root, { recursive: true }));

const use = (folder: string) =>
  openConfiguredFolder('DATA_DIR', folder, () => mkdir(folder, { recursive: true }));

describe('a folder from the settings', () => {
  it('is used, and its parents are created', async () => {
    await use(path.join(root, 'a', 'b', 'c'));
    expect((await stat(path.join(root, 'a', 'b', 'c'))).isDirectory()).toBe(true);
  });

  it('is refused with its variable’s name, the reason and the fix', async () => {
    const file = path.join(root, 'file');
    await writeFile(file, '');
    for (const folder of [file, path.join(file, 'x'), path.join(file, 'x', 'y')]) {
      const refusal = use(folder);
      await expect(refusal).rejects.toThrow(ConfigError);
      await expect(refusal).rejects.toThrow(`The folder ${folder} cannot be used: `);
      await expect(refusal).rejects.toThrow('Set DATA_DIR to a folder that this user may write to.');
    }
  });

  it('is refused in words also for what the system rarely says', async () => {
    const loop = path.join(root, 'loop');
    await symlink(loop, loop);
    await expect(use(loop)).rejects.toThrow('its links lead in a circle. Set DATA_DIR to');
    await expect(use(path.join(root, 'x'.repeat(300)))).rejects.toThrow('a name in the path is too long.');
    await mkdir(path.join(root, 'countersign.db.migrating'));
    const removing = openConfiguredFolder('DATA_DIR', root, () =>
      rm(path.join(root, 'countersign.db.migrating')),
    );
    await expect(removing).rejects.toThrow(
      `cannot be used: a file that belongs in it is a folder, ${root}/countersign.db.migrating. Move that folder away, or set DATA_DIR to`,
    );
  });

  it.each([
    [
      'EMFILE',
      'EMFILE: too many open files, open',
      'the system refuses it (EMFILE: too many open files, open). Set',
    ],
    [
      'Unknown system error -122',
      '…',
      'this user has no space left on that disk. Free some space there, or set',
    ],
    ['EIO', '…', 'the disk reports errors. Check the disk, or set'],
  ])('a system that answers %s', async (code, message, words) => {
    const failing = openConfiguredFolder('DATA_DIR', root, () =>
      Promise.reject(Object.assign(new Error(message), { errno: -1, code })),
    );
    await expect(failing).rejects.toThrow(`The folder ${root} cannot be used: ${words} DATA_DIR to a folder`);
    await expect(failing).rejects.toThrow(ConfigError);
  });

  onlyOnLinux('a folder below /proc is refused', () => {
    it('is refused below /proc instead of never returning', async () => {
      await expect(use('/proc/countersign/data')).rejects.toThrow(ConfigError);
    });
  });

  it('is refused in one sentence while another server runs on it', async () => {
    const lock = await lockDataFolder(root);
    const refusal = openConfiguredFolder('DATA_DIR', root, () => lockDataFolder(root));
    await expect(refusal).rejects.toThrow(ConfigError);
    await expect(refusal).rejects.toThrow(/^Another Countersign is running on the data folder/);
    await lock.release();
  });

  it('leaves other errors as they are', async () => {
    const failing = openConfiguredFolder('DATA_DIR', root, async () => {
      throw new Error('A bug');
    });
    await expect(failing).rejects.toThrow('A bug');
    await expect(failing).rejects.not.toThrow(ConfigError);
  });
});
