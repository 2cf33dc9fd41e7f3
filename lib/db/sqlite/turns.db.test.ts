import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../ports/database-unavailable.port';
import { fulfilled, refusals } from '../testing/write-runs';
import { createTurns } from './turns';

let folder: string;
let driver: Sqlite.Database;
let executed: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-turns-'));
  executed = [];
  driver = new Sqlite(path.join(folder, 'test.db'), {
    timeout: 0,
    verbose: (sql) => executed.push(String(sql)),
  });
  driver.pragma('journal_mode=WAL');
  driver.exec('CREATE TABLE Note (text TEXT PRIMARY KEY)');
  executed = [];
});
afterEach(async () => {
  driver.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (lockWaitMs = 10_000, checkFile = () => {}) =>
  createTurns(driver, { lockWaitMs, checkFile, onLongWait: () => {} });
const put = (text: string) => driver.prepare('INSERT INTO Note VALUES (?)').run(text);
const notes = () =>
  driver
    .prepare<[], string>('SELECT text FROM Note ORDER BY text')
    .pluck()
    .all()
    .map((text) => text.slice(0, 9));
const commits = () => executed.filter((sql) => sql === 'COMMIT').length;

describe('works that share a transaction', () => {
  it('are committed once for all that come at the same moment', async () => {
    const turns = open();
    await Promise.all(['a', 'b', 'c'].map((text) => turns.shared(() => put(text))));
    expect([notes(), commits()]).toEqual([['a', 'b', 'c'], 1]);
    await turns.shared(() => put('d'));
    expect([notes(), commits()]).toEqual([['a', 'b', 'c', 'd'], 2]);
  });

  it('that throw undo what they did, and nothing else', async () => {
    const turns = open();
    const bug = new Error('a bug');
    const results = await Promise.allSettled([
      turns.shared(() => put('before').changes),
      turns.shared(() => {
        put('undone');
        throw bug;
      }),
      turns.shared(() => put('before').changes),
      turns.shared(() => put('after').changes),
    ]);
    expect(fulfilled(results)).toEqual([1, 1]);
    expect(refusals(results)).toEqual([
      bug,
      expect.objectContaining({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' }),
    ]);
    expect(notes()).toEqual(['after', 'before']);
  });

  it('that come alone and throw leave nothing, and are told why', async () => {
    const turns = open();
    const bug = new Error('a bug');
    const broken = turns.shared(() => {
      put('undone');
      throw bug;
    });
    await expect(broken).rejects.toBe(bug);
    await turns.shared(() => put('after'));
    expect([notes(), executed.filter((sql) => sql.startsWith('SAVEPOINT'))]).toEqual([['after'], []]);
  });

  it('are tried alone when the disk has no room for all of them', async () => {
    const turns = open();
    const pages = Number(driver.pragma('page_count', { simple: true }));
    driver.pragma(`max_page_count=${pages + 24}`);
    const large = (letter: string) => turns.shared(() => put(letter.repeat(30_000)).changes);
    const results = await Promise.allSettled([large('a'), large('b'), turns.shared(() => put('c').changes)]);
    expect(fulfilled(results)).toEqual([1, 1]);
    expect(refusals(results)).toEqual([expect.objectContaining({ code: 'SQLITE_FULL' })]);
    expect(notes()).toEqual(['aaaaaaaaa', 'c']);
  });
});

describe('turns', () => {
  it('follow each other, and one that throws leaves nothing', async () => {
    const turns = open();
    const seen: string[] = [];
    const alone = (name: string, end = () => {}) =>
      turns.alone(async () => {
        seen.push(`${name} begins`);
        put(name);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(`${name} ends`);
        end();
      });
    const results = await Promise.allSettled([
      alone('one'),
      turns.shared(() => seen.push('shared')),
      alone('two'),
      alone('three', () => {
        throw new Error('on purpose');
      }),
    ]);
    expect(refusals(results)).toHaveLength(1);
    expect(seen.filter((name) => name !== 'shared')).toEqual(
      ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
    expect([seen.includes('shared'), notes()]).toEqual([true, ['one', 'two']]);
  });

  it('that are long give way to others, and leave copying the log back to the next one', async () => {
    const turns = open();
    const file = path.join(folder, 'test.db');
    const pages = async () => Math.floor((await stat(file)).size / 4_096);
    await turns.shared(() => put('a'));
    const before = await pages();
    const order: string[] = [];
    const write = (text: string) => async (pause: () => Promise<void>) => {
      put(text);
      setImmediate(() => order.push('another round'));
      await pause();
      order.push('the next statement');
    };
    await turns.alone(write('b'.repeat(8_000_000)), { isLong: true });
    expect(await pages()).toBe(before);
    await turns.alone(write('c'));
    expect(order).toEqual(['another round', 'the next statement', 'the next statement']);
    expect(await pages()).toBeGreaterThan(before + 1_500);
    expect(notes()).toEqual(['a', 'bbbbbbbbb', 'c']);
    expect(driver.pragma('wal_autocheckpoint', { simple: true })).toBe(1_000);
  });

  it('whose file has gone by their end leave nothing, and can be repeated when it is back', async () => {
    let isThere = true;
    const turns = open(10_000, () => {
      if (!isThere) throw new DatabaseUnavailable('gone', 'write');
    });
    const work = (text: string) => {
      put(text);
      isThere = false;
    };
    for (const attempt of [
      () => turns.alone(async () => work('alone')),
      () => turns.shared(() => work('shared')),
      () => Promise.all(['a', 'b'].map((text) => turns.shared(() => work(text)))),
    ]) {
      isThere = true;
      await expect(attempt()).rejects.toBeInstanceOf(DatabaseUnavailable);
      expect([notes(), driver.inTransaction]).toEqual([[], false]);
    }
    isThere = true;
    await turns.shared(() => put('again'));
    expect(notes()).toEqual(['again']);
  });

  it('give up on the lock after a while, and work again when it is free', async () => {
    const turns = open(5);
    const other = new Sqlite(path.join(folder, 'test.db'));
    other.exec('BEGIN IMMEDIATE');
    const results = await Promise.allSettled([
      turns.shared(() => put('never')),
      turns.alone(async () => put('never')),
    ]);
    for (const refusal of refusals(results)) expect(refusal).toBeInstanceOf(DatabaseUnavailable);
    other.close();
    await turns.shared(() => put('later'));
    expect([refusals(results).length, notes()]).toEqual([2, ['later']]);
  });
});
