import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../open-database';
import type { Counter } from '../ports/counter.port';
import type { Database } from '../ports/database';
import { openPostgresql, type TestServer } from '../testing/postgresql';

/** These tests count with two servers of one PostgreSQL database. */

let server: TestServer;
let url: string;
let databases: Database[];
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  url = await server.createDatabase();
  databases = [];
});
afterEach(async () => {
  for (const database of databases) await database.close();
  vi.useRealTimers();
});

async function open(): Promise<Counter> {
  const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
  databases.push(database);
  return database.counter;
}

const client = '192.0.2.1';

/** Asks the servers in turn, and returns how many requests passed. */
async function countInTurn(counters: Counter[], times: number, most: number): Promise<number> {
  let passed = 0;
  for (let time = 0; time < times; time += 1)
    if ((await counters[time % counters.length]?.count('READS', client, most)) === 0) passed += 1;
  return passed;
}

async function countRows(): Promise<number> {
  const connection = new Client(url);
  await connection.connect();
  const { rows } = await connection
    .query('SELECT count(*)::int AS "rows" FROM "countersign_counts"."counts"')
    .finally(() => connection.end());
  return rows[0].rows;
}

describe('two servers on one database', () => {
  it('count a small limit together exactly, and never let more pass than a large one', async () => {
    const counters = [await open(), await open()];
    expect(await countInTurn(counters, 100, 30)).toBe(30);
    const passed = (
      await Promise.all(
        Array.from({ length: 3_000 }, (_, index) => counters[index % 2]?.count('CHANGES', client, 2_000)),
      )
    ).filter((wait) => wait === 0).length;
    expect(passed).toBeLessThanOrEqual(2_000);
    // One server may hold a share of a hundredth that it did not use.
    expect(passed).toBeGreaterThanOrEqual(1_980);
  });

  it('lock a client together, whoever met the wrong secrets', async () => {
    const counters = [await open(), await open()];
    for (let time = 0; time < 5; time += 1) await counters[time % 2]?.countWrong(client, 6);
    for (const counter of counters) expect(await counter.lockedFor(client)).toBe(0);
    await counters[1]?.countWrong(client, 6);
    for (const counter of counters) expect(await counter.lockedFor(client)).toBeGreaterThan(899_000);
  });

  it('each go on with their own counts and locks while PostgreSQL is away, and then together again', async () => {
    const counters = [await open(), await open()] as const;
    for (let time = 0; time < 3; time += 1) await counters[0].countWrong('192.0.2.7', 3);
    expect(await counters[1].lockedFor('192.0.2.7')).toBeGreaterThan(0);
    await server.stop();
    for (const counter of counters) expect(await counter.lockedFor('192.0.2.7')).toBeGreaterThan(0);
    for (const counter of counters) expect(await countInTurn([counter], 30, 10)).toBe(10);
    for (let time = 0; time < 3; time += 1) await counters[0].countWrong(client, 3);
    expect(await counters[0].lockedFor(client)).toBeGreaterThan(0);
    await server.start();
    // A server asks again some seconds after it failed.
    await vi.waitFor(
      async () => {
        await counters[0].countWrong('192.0.2.9', 1);
        expect(await counters[1].lockedFor('192.0.2.9')).toBeGreaterThan(0);
      },
      { timeout: 15_000, interval: 100 },
    );
  });

  it('remove counts whose time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'] });
    const counter = await open();
    await counter.count('READS', client, 10);
    await counter.countWrong(client, 10);
    expect(await countRows()).toBe(2);
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(async () => expect(await countRows()).toBe(1), 5_000);
  });
});
