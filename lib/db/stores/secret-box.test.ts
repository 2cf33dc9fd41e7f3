import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from '../sqlite/instance-lock';
import { openSecretBox } from './secret-box';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-secret-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('secrets at rest', () => {
  it('come back with the key file of the data folder, and only with it', async () => {
    const sealed = (await openSecretBox(folder)).seal('sk-secret');
    expect(sealed).not.toContain('secret');
    expect((await openSecretBox(folder)).open(sealed)).toBe('sk-secret');
    const other = await openSecretBox(path.join(folder, 'other'));
    expect(() => other.open(sealed)).toThrow();
  });

  it('two seals of one secret differ, and a changed one is refused', async () => {
    const box = await openSecretBox(folder);
    expect(box.seal('a')).not.toBe(box.seal('a'));
    const bytes = Buffer.from(box.seal('a'), 'base64');
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => box.open(bytes.toString('base64'))).toThrow();
  });

  it('the key file is readable by its owner alone', async () => {
    await openSecretBox(folder);
    const file = path.join(folder, 'secret.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toHaveLength(32);
  });

  it('a key file without permission to read it is a problem in words, and stays as it was', async () => {
    const { keyFile } = await openSecretBox(folder);
    const before = await readFile(keyFile, 'utf8');
    await chmod(folder, 0);
    try {
      const box = await withoutRootRights(() => openSecretBox(folder));
      expect(box.problem).toBe(`The key file ${keyFile} cannot be read: the server has no permission.`);
      expect(() => box.seal('a')).toThrow('no permission');
    } finally {
      await chmod(folder, 0o700);
    }
    expect(await readFile(keyFile, 'utf8')).toBe(before);
  });
});

describe('one server per data folder', () => {
  it('a second one is refused until the first lets go', async () => {
    const first = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow('Another Countersign');
    await first.release();
    await (await lockDataFolder(folder)).release();
  });
});

/** Does the work as an ordinary user where the tests run as root, because root may read everything. */
async function withoutRootRights<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return work();
  const anyOtherUser = 65_534;
  process.seteuid?.(anyOtherUser);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
