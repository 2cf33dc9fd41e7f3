import { copyFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WriteTransaction } from '../database';
import { DatabaseUnavailable, type UnavailableReason } from '../database-unavailable.port';
import { openStores, type Stores } from '../testing/open-stores';
import { openSqlite } from './open-sqlite';
import { toUnavailable } from './to-unavailable';

let stores: Stores;
beforeEach(async () => {
  stores = await openStores((folder) =>
    openSqlite(path.join(folder, 'test.db'), path.resolve('prisma'), { lockWaitMs: 50 }),
  );
});
afterEach(() => stores.close());

const put = (valueJson: string) =>
  stores.database.write(async (transaction) => {
    const data = { key: 'test', valueJson, updatedAt: new Date() };
    await transaction.setting.upsert({ where: { key: 'test' }, create: data, update: data });
  });
const read = () => stores.database.read.setting.findUnique({ where: { key: 'test' } });
const file = () => stores.database.files[0] ?? '';
const pragma = (text: string) =>
  stores.database.write((transaction: WriteTransaction) =>
    transaction.$queryRawUnsafe(`PRAGMA ${text}`).then(() => undefined),
  );

const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error) =>
      error instanceof DatabaseUnavailable ? [error.reason, error.access, error.code] : String(error),
  );

/** What is wrong, and the way back. */
const faults: { reason: UnavailableReason; breakIt: () => Promise<() => unknown> }[] = [
  {
    reason: 'busy',
    async breakIt() {
      const other = new Sqlite(file());
      other.exec('BEGIN IMMEDIATE');
      return () => other.close();
    },
  },
  {
    reason: 'full',
    async breakIt() {
      await pragma('max_page_count=1');
      return () => pragma('max_page_count=1000000');
    },
  },
  {
    reason: 'read_only',
    async breakIt() {
      await pragma('query_only=ON');
      return async () => {
        stores = await stores.reopen();
      };
    },
  },
];

describe('a SQLite database that cannot be written', () => {
  it.each(faults)('says that it is $reason, stores nothing, and takes writes again later', async (fault) => {
    await put('"before"');
    const heal = await fault.breakIt();
    expect(await reasonOf(put(JSON.stringify('x'.repeat(500_000))))).toEqual([
      fault.reason,
      'write',
      'database_unavailable',
    ]);
    expect((await read())?.valueJson).toBe('"before"');
    await heal();
    await put('"after"');
    expect((await read())?.valueJson).toBe('"after"');
  });

  it('says that its file is gone, instead of writing to a file that no one can open', async () => {
    unlinkSync(file());
    expect(await reasonOf(put('1'))).toEqual(['gone', 'write', 'database_unavailable']);
    expect(await reasonOf(read())).toEqual(['gone', 'read', 'database_unavailable']);
  });

  it('says that its file was replaced', async () => {
    copyFileSync(file(), `${file()}.copy`);
    rmSync(file());
    copyFileSync(`${file()}.copy`, file());
    expect(await reasonOf(put('1'))).toEqual(['gone', 'write', 'database_unavailable']);
  });

  it('passes on what its caller throws, and what a statement did wrong', async () => {
    const bug = new Error('a bug');
    await expect(stores.database.write(() => Promise.reject(bug))).rejects.toBe(bug);
    const missing = stores.database.write((transaction) =>
      transaction.setting.update({ where: { key: 'none' }, data: { valueJson: '1' } }),
    );
    await expect(missing).rejects.not.toBeInstanceOf(DatabaseUnavailable);
  });
});

describe('an error of better-sqlite3', () => {
  it('is one of a file that is gone or of a read-only disk when the disk says so', () => {
    const error = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' });
    const reasons = (['gone', 'read_only', null] as const).map(
      (cause) => toUnavailable(error, 'write', () => cause)?.reason,
    );
    expect(reasons).toEqual(['gone', 'read_only', 'io_error']);
    const full = Object.assign(new Error('full'), { code: 'SQLITE_IOERR_SHMSIZE' });
    expect(toUnavailable(full, 'write', () => 'read_only')?.reason).toBe('full');
  });

  it('is known by its code', () => {
    writeFileSync(`${file()}.damaged`, 'no database '.repeat(100));
    const damaged = new Sqlite(`${file()}.damaged`);
    const attempts: [() => unknown, UnavailableReason][] = [
      [() => damaged.exec('SELECT * FROM sqlite_schema'), 'damaged'],
      [() => new Sqlite(path.join(file(), 'none')), 'gone'],
      [() => new Sqlite(file(), { readonly: true }).exec('DELETE FROM Setting'), 'read_only'],
    ];
    for (const [attempt, reason] of attempts) {
      let thrown: unknown;
      try {
        attempt();
      } catch (error) {
        thrown = error;
      }
      expect(toUnavailable(thrown, 'read')?.reason ?? thrown).toBe(reason);
    }
  });
});
