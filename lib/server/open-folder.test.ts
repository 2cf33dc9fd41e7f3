import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config';
import { lockDataFolder } from '../db/sqlite/instance-lock';
import { onlyOnLinux } from '../shared/testing/only-on-linux';
import { openFolder } from './open-folder';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'open-folder-'));
});
afterEach(() => rm(root, { recursive: true }));

const use = (folder: string) => openFolder('DATA_DIR', folder, () => mkdir(folder, { recursive: true }));

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

  onlyOnLinux('a folder below /proc is refused', () => {
    it('is refused below /proc instead of never returning', async () => {
      await expect(use('/proc/countersign/data')).rejects.toThrow(ConfigError);
    });
  });

  it('is refused in one sentence while another server runs on it', async () => {
    const lock = await lockDataFolder(root);
    const refusal = openFolder('DATA_DIR', root, () => lockDataFolder(root));
    await expect(refusal).rejects.toThrow(ConfigError);
    await expect(refusal).rejects.toThrow(/^Another Countersign is running on the data folder/);
    await lock.release();
  });

  it('leaves other errors as they are', async () => {
    const failing = openFolder('DATA_DIR', root, async () => {
      throw new Error('A bug');
    });
    await expect(failing).rejects.toThrow('A bug');
    await expect(failing).rejects.not.toThrow(ConfigError);
  });
});
