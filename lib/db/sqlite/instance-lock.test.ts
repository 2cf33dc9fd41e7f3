import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findInstance, lockDataFolder } from './instance-lock';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the lock of a data folder', () => {
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
});
