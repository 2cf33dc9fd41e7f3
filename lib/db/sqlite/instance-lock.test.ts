import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findInstance } from '../opening/instance';
import { lockDatabase, lockDataFolder } from './instance-lock';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the lock of a data folder', () => {
  it('is not taken for a database that is no file, and nothing of it is changed', async () => {
    const database = path.join(folder, 'made', 'by.db');
    await mkdir(database, { recursive: true });
    const lock = await lockDataFolder(folder);
    for (const file of [database, '/dev/null'])
      await expect(lockDatabase(file, lock)).rejects.toThrow(`${file} is not a regular file`);
    await lock.release();
  });

  it('is held while its folder cannot be reached', async () => {
    const data = path.join(folder, 'data');
    const lock = await lockDataFolder(data);
    await rename(data, `${data}-away`);
    await writeFile(data, 'a file in its place');
    expect(lock.isHeld()).toBe(true);
    await rm(data);
    await rename(`${data}-away`, data);
    expect(lock.isHeld()).toBe(true);
    await lock.release();
  });

  it('lets one server in; the other one hears which process it is and how to stop it', async () => {
    const lock = await lockDataFolder(folder, 3000);
    expect(await findInstance(folder)).toMatchObject({ pid: process.pid, port: 3000 });
    const refusal = await lockDataFolder(folder).catch((error: Error) => error.message);
    expect(refusal).toContain(`on the data folder ${folder} (process ${process.pid}, running since `);
    expect(refusal).toContain(`kill ${process.pid}`);
    await lock.release();
    expect(await findInstance(folder)).toBeNull();
    await (await lockDataFolder(folder)).release();
  });

  it('is lost when its file is removed; the note of the server that comes after it stays', async () => {
    const lost = await lockDataFolder(folder, 3000);
    expect(lost.isHeld()).toBe(true);
    await rm(path.join(folder, 'instance.lock'));
    expect(lost.isHeld()).toBe(false);
    const next = await lockDataFolder(folder, 4000);
    expect([lost.isHeld(), next.isHeld()]).toEqual([false, true]);
    await lost.release();
    expect(await findInstance(folder)).toMatchObject({ port: 4000 });
    await next.release();
  });
});
