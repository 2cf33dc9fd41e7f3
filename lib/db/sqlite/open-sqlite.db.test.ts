import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { voidLeases } from '../ledger/void-leases';
import { openDatabase } from '../open-database';
import { openStores, type Stores } from '../testing/open-stores';
import { writeRuns } from '../testing/write-runs';
import { diffSqlite } from './diff-sqlite';

let stores: Stores;
beforeAll(async () => {
  stores = await openStores((folder) =>
    openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir: path.resolve('prisma') }),
  );
});
beforeEach(() => stores.clear());
afterAll(() => stores.close());

describe('the SQLite database', () => {
  it('runs with a write-ahead log and full durability', () => {
    expect(stores.database.durability).toEqual({
      kind: 'sqlite',
      settings: { journalMode: 'wal', synchronous: 'FULL' },
    });
  });

  it('names its files, the database first', async () => {
    const [file = '', wal = ''] = stores.database.files;
    expect([path.basename(file), path.basename(wal)]).toEqual(['test.db', 'test.db-wal']);
    expect((await stat(file)).isFile()).toBe(true);
  });

  it('does not let a reader write', async () => {
    const attempt = stores.database.read.setting.create({
      data: { key: 'k', valueJson: '1', updatedById: 'usr_local', updatedAt: new Date() },
    });
    await expect(attempt).rejects.toThrow();
  });

  it('is made by its migrations just as the schema says', async () => {
    expect(await diffSqlite(path.resolve('prisma/sqlite'))).toBeNull();
  });

  it('frees the runs of servers that died, for the one that holds the lock', async () => {
    const { run } = await writeRuns(stores.runs).start();
    await stores.runs.claim(run.id, 'dead', 60_000);
    await voidLeases(stores.database);
    expect(await stores.runs.claim(run.id, 'living', 60_000)).not.toBeNull();
    expect(await stores.runs.renewLease(run.id, 'dead', 60_000)).toBe(false);
  });
});
