import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createId } from '../../shared/ids';
import { openDatabase } from '../open-database';
import type { Database } from '../ports/database';
import { openPostgresql, type TestServer } from '../testing/postgresql';

let server: TestServer;
let database: Database;
let url: string;
beforeAll(async () => {
  server = await openPostgresql();
  url = await server.createDatabase();
  database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
});
afterAll(async () => {
  await database.close();
  await server.close();
});

/** Has one call of each way to PostgreSQL. */
const calls: Record<string, () => Promise<unknown>> = {
  read: () => database.read.setting.findMany(),
  'raw read': () => database.read.$queryRaw`SELECT 1 AS "one"`,
  'read of a run': () => database.runReads.findRun(createId('run')),
  clock: () => database.runReads.now(),
  write: () => database.write(({ setting }) => setting.deleteMany()),
  'raw write': () => database.write((transaction) => transaction.$executeRaw`SELECT 1`),
  lease: () => database.runs.releaseLease(createId('run'), 'nobody', null),
};

it.each(['SIGQUIT', 'SIGKILL'] as const)(
  'every call says that PostgreSQL is away after %s, and works again when it is back',
  async (signal) => {
    for (const call of Object.values(calls)) await call();
    const failed: [name: string, error: unknown][] = [];
    let isDown = true;
    const trying = (async () => {
      while (isDown)
        for (const [name, call] of Object.entries(calls))
          await call().catch((error: unknown) => failed.push([name, error]));
    })();
    await server.stopAtOnce(signal);
    const names = () => [...new Set(failed.map(([name]) => name))].toSorted();
    await vi.waitFor(() => expect(names()).toEqual(Object.keys(calls).toSorted()), 60_000);
    isDown = false;
    await trying;
    await server.start();
    for (const [name, error] of failed)
      expect(error, name).toMatchObject({ code: 'database_unavailable', reason: 'unreachable' });
    for (const [name, call] of Object.entries(calls))
      await expect(call(), name).resolves.not.toBeInstanceOf(Error);
  },
);

it('every call waits like that while PostgreSQL lets nobody in, and works again afterwards', async () => {
  const admin = new Client(url);
  await admin.connect();
  try {
    await admin.query('ALTER ROLE CURRENT_USER NOLOGIN');
    await admin.query(
      'SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE "pid" <> pg_backend_pid()',
    );
    for (const [name, call] of Object.entries(calls))
      await vi.waitFor(() => expect(call(), name).rejects.toMatchObject({ reason: 'refused' }), 10_000);
    expect(database.outages.current()).toMatchObject({ reason: 'refused' });
  } finally {
    await admin.query('ALTER ROLE CURRENT_USER LOGIN');
    await admin.end();
  }
  for (const [name, call] of Object.entries(calls))
    await vi.waitFor(() => expect(call(), name).resolves.not.toBeInstanceOf(Error), 10_000);
});

it('a statement that PostgreSQL cancels is an outage and no bug', async () => {
  const canceled = database.write(async (transaction) => {
    await transaction.$executeRaw`SET LOCAL statement_timeout = 50`;
    await transaction.$executeRaw`DO $$ BEGIN PERFORM pg_sleep(60); END $$`;
  });
  await expect(canceled).rejects.toMatchObject({ code: 'database_unavailable', reason: 'interrupted' });
});
