import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Table } from './moving/table-keys';
import { tables } from './moving/table-keys';
import { type Row, rowsOf } from './moving/table-rows';
import { openDatabase } from './open-database';
import { type CallOfStore, callsOfStores } from './testing/calls-of-stores';
import { fillStores } from './testing/fill-stores';
import { openStores, type Stores } from './testing/open-stores';
import { openPostgresql, type TestServer } from './testing/postgresql';

/** These tests call each function of each store ten times at once, on both kinds of database. */

let server: TestServer;
let kinds: { sqlite: Stores; postgresql: Stores };
beforeAll(async () => {
  server = await openPostgresql();
  const prismaDir = path.resolve('prisma');
  const url = await server.createDatabase();
  kinds = {
    sqlite: await openStores((folder) =>
      openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir }),
    ),
    postgresql: await openStores(() => openDatabase({ url, prismaDir })),
  };
});
afterAll(async () => {
  await kinds.sqlite.close();
  await kinds.postgresql.close();
  await server.close();
});

it('every function of every store is called', () => {
  const { database: _database, clear: _clear, reopen: _reopen, close: _close, ...stores } = kinds.sqlite;
  const names = Object.entries(stores).flatMap(([store, functions]) =>
    Object.entries(functions).flatMap(([name, value]) =>
      typeof value === 'function' ? [`${store}.${name}`] : [],
    ),
  );
  expect(names.toSorted()).toEqual(Object.keys(callsOfStores).toSorted());
});

const calls = Object.entries(callsOfStores).flatMap(([name, call]) =>
  call.length < 3
    ? [[name, 'the same', call] as const]
    : [[name, 'the same', call] as const, [name, 'another', call] as const],
);

it.each(calls)(
  '%s, ten times at once with %s input, has the same outcomes on SQLite and PostgreSQL',
  async (_, input, call) => {
    const [sqlite, postgresql] = await Promise.all(
      [kinds.sqlite, kinds.postgresql].map((stores) => play(stores, call, input === 'another')),
    );
    expect(postgresql).toEqual(sqlite);
  },
);

/** Returns the answers and errors of ten calls at once, and the rows that they left. */
async function play(stores: Stores, call: CallOfStore, isDifferent: boolean) {
  await stores.clear();
  const filled = await fillStores(stores);
  const before = await readTables(stores);
  const settled = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => call(stores, filled, `any_${isDifferent ? index : 0}`)),
  );
  const after = await readTables(stores);
  const changed = tables.filter((table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]));
  return {
    answers: toSorted(
      settled.map((one) => (one.status === 'fulfilled' ? mask(one.value) : toFacts(one.reason))),
    ),
    rows: Object.fromEntries(changed.map((table) => [table, after[table]])),
  };
}

async function readTables({ database }: Stores): Promise<Partial<Record<Table, unknown[]>>> {
  const read = await Promise.all(
    tables.map(async (table) => {
      const rows: Row[] = await rowsOf(database.read, table).findMany({});
      return [table, toSorted(rows.map(mask))] as const;
    }),
  );
  return Object.fromEntries(read);
}

/** In the words of an error of the database, each kind names a key in its own way. */
function toFacts(error: unknown): unknown {
  const { name, code, message } = error as Error & { code?: string };
  return { error: name, code, message: code?.startsWith('P2') ? null : mask(message) };
}

/** Replaces what differs at each call: times, ids and the texts of the input. Sorts lists. */
function mask(value: unknown): unknown {
  if (value instanceof Date) return 'a time';
  if (typeof value === 'string')
    return value
      .replaceAll(/\b([a-z]+)_[0-9a-f]{32}(?:[0-9a-f]{12})?\b/g, 'an id of $1')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
      .replaceAll(/any\D?\d/g, 'any');
  if (value instanceof Map) return mask([...value]);
  if (Array.isArray(value)) return toSorted(value.map(mask));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mask(member)]));
}

const toSorted = (values: readonly unknown[]): unknown[] =>
  values.toSorted((one, other) => (JSON.stringify(one) ?? '').localeCompare(JSON.stringify(other) ?? ''));
