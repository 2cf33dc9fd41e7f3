import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createId } from '../../shared/ids';
import { openDatabase } from '../open-database';
import type { Database } from '../ports/database';
import { openPostgresql, type TestServer } from '../testing/postgresql';

let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await openPostgresql();
  database = await openDatabase({
    url: await server.createDatabase(),
    prismaDir: path.resolve('prisma'),
  });
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
