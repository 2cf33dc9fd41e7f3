import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../open-database';
import { openSecretBox } from '../stores/secret-box';
import { lockDataFolder } from './instance-lock';

let folder: string;
beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'countersign-modes-')), 'data');
  await mkdir(folder, { mode: 0o755 });
});
afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

/** Opens everything in the data folder and returns the names whose mode is not 0600. */
async function openAndListExposed(): Promise<string[]> {
  const lock = await lockDataFolder(folder);
  const url = `file:${path.join(folder, 'countersign.db')}`;
  const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
  await openSecretBox(folder);
  // The first write creates the write-ahead log.
  const data = { key: 'test', valueJson: '1', updatedById: 'usr_local', updatedAt: new Date() };
  await database.write((transaction) =>
    transaction.setting.upsert({ where: { key: 'test' }, create: data, update: data }),
  );
  try {
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(['countersign.db', 'countersign.db-wal', 'secret.key']));
    const modes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).mode));
    return names.filter((_name, index) => ((modes[index] ?? 0) & 0o777) !== 0o600);
  } finally {
    await database.close();
    await lock.release();
  }
}

describe('files in the data folder', () => {
  it('are for the server alone, also in a folder that others may read', async () => {
    expect(await openAndListExposed()).toEqual([]);
  });

  it('that others could read before become private', async () => {
    await openAndListExposed();
    for (const name of await readdir(folder)) await chmod(path.join(folder, name), 0o644);
    expect(await openAndListExposed()).toEqual([]);
  });
});
