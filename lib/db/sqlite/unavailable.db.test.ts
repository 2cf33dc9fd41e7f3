import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunId } from '../../shared/ids';
import { DatabaseUnavailable, type UnavailableReason } from '../ports/database-unavailable.port';
import { openStores, type Stores } from '../testing/open-stores';
import { setPragma } from '../testing/set-pragma';
import { openSqlite } from './open-sqlite';
import { toUnavailable } from './to-unavailable';

let stores: Stores;
beforeEach(async () => {
  stores = await openStores((folder) =>
    openSqlite(path.join(folder, 'test.db'), path.resolve('prisma/sqlite'), { lockWaitMs: 50 }),
  );
});
afterEach(() => stores.close());

const put = (valueJson: string) =>
  stores.database.write(async (transaction) => {
    const data = { key: 'test', valueJson, updatedById: 'usr_local', updatedAt: new Date() };
    await transaction.setting.upsert({ where: { key: 'test' }, create: data, update: data });
  });
const read = () => stores.database.read.setting.findUnique({ where: { key: 'test' } });
const file = () => stores.database.files[0] ?? '';
const log = () => `${file()}-wal`;
/** Reads the value that a start after `kill -9` would find. */
function onDisk() {
  const copy = `${file()}.copy`;
  // Another process copies the file, because a process that closes a file drops its locks on it.
  execFileSync('cp', [file(), copy]);
  if (existsSync(log())) execFileSync('cp', [log(), `${copy}-wal`]);
  const database = new Sqlite(copy);
  try {
    return database.prepare("SELECT valueJson FROM Setting WHERE key = 'test'").pluck().get();
  } finally {
    database.close();
    for (const part of ['', '-wal']) rmSync(`${copy}${part}`, { force: true });
  }
}
const pragma = (text: string) => setPragma(stores.database, text);

const reasonOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error) =>
      error instanceof DatabaseUnavailable ? [error.reason, error.access, error.code] : String(error),
  );

/** Each fault breaks the database and returns the way back. */
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

  it('says that it was closed, at each of its doors, and tries nothing afterwards', async () => {
    const { database } = stores;
    const outages: unknown[] = [];
    database.outages.onChange((outage) => outages.push(outage));
    await put('"before"');
    await read();
    const unfinished = database.write(async (transaction) => {
      await transaction.setting.update({ where: { key: 'test' }, data: { valueJson: '"lost"' } });
      await database.close();
      await transaction.setting.findMany();
    });
    const runId = 'run_1' as RunId;
    const closed = (access: string) => ['closed', access, 'database_unavailable'];
    expect(await reasonOf(unfinished)).toEqual(closed('write'));
    expect(await reasonOf(put('"after"'))).toEqual(closed('write'));
    expect(await reasonOf(database.runs.releaseLease(runId, 'owner', null))).toEqual(closed('write'));
    expect(await reasonOf(read())).toEqual(closed('read'));
    expect(await reasonOf(database.runReads.findRun(runId))).toEqual(closed('read'));
    expect(outages).toEqual([]);
    stores = await stores.reopen();
    expect((await read())?.valueJson).toBe('"before"');
  });

  it('says that its file was replaced', async () => {
    copyFileSync(file(), `${file()}.copy`);
    rmSync(file());
    copyFileSync(`${file()}.copy`, file());
    expect(await reasonOf(put('1'))).toEqual(['gone', 'write', 'database_unavailable']);
  });

  it.each(['removed', 'replaced by a copy'])(
    'says that its log was %s, after it has saved what only the log had, and goes on to read',
    async (fate) => {
      await put('"before"');
      expect(onDisk()).toBe('"before"');
      if (fate !== 'removed') copyFileSync(log(), `${log()}.copy`);
      unlinkSync(log());
      if (fate !== 'removed') renameSync(`${log()}.copy`, log());
      expect(await reasonOf(put('"after"'))).toEqual(['log_gone', 'write', 'database_unavailable']);
      expect(await reasonOf(put('"after"'))).toEqual(['log_gone', 'write', 'database_unavailable']);
      expect((await read())?.valueJson).toBe('"before"');
      expect(onDisk()).toBe('"before"');
      stores = await stores.reopen();
      expect((await read())?.valueJson).toBe('"before"');
      await put('"after"');
      expect(onDisk()).toBe('"after"');
    },
  );

  it('takes writes again when its log, which was moved away, is back', async () => {
    await put('"before"');
    renameSync(log(), `${log()}.away`);
    expect(await reasonOf(put('"during"'))).toEqual(['log_gone', 'write', 'database_unavailable']);
    expect(onDisk()).toBe('"before"');
    renameSync(`${log()}.away`, log());
    await put('"after"');
    expect([(await read())?.valueJson, onDisk()]).toEqual(['"after"', '"after"']);
  });

  it('notices within seconds that its log was removed, when nobody writes', async () => {
    await put('"before"');
    unlinkSync(log());
    while (stores.database.outages.current()?.reason !== 'log_gone') await sleep(10);
    expect(onDisk()).toBe('"before"');
  });

  it('keeps its log, whatever other processes that know SQLite do', async () => {
    await put('"before"');
    const acts = [
      "db.prepare('SELECT * FROM Setting').all()",
      "db.exec('UPDATE Setting SET valueJson = 2')",
      "db.pragma('wal_checkpoint(TRUNCATE)')",
      "try { db.pragma('journal_mode=DELETE') } catch {}",
      "db.exec('VACUUM')",
    ];
    for (const act of acts) {
      const script = `const db = new (require('better-sqlite3'))(process.argv[1]); ${act}; db.close()`;
      execFileSync(process.execPath, ['-e', script, file()]);
      expect(await reasonOf(put('"after"')), act).toBe('done');
    }
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
    const attempts: [() => unknown, UnavailableReason | 'damaged'][] = [
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
