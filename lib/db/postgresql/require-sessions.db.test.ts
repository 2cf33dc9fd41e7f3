import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Between, openTransactionPooler } from '../testing/between-postgresql';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { requireSessions } from './require-sessions';

let server: TestServer;
let pooler: Between;
let url: string;
beforeAll(async () => {
  server = await openPostgresql();
  pooler = await openTransactionPooler(server.port);
  url = await server.createDatabase();
});
afterAll(async () => {
  await pooler.close();
  await server.close();
});

const throughPooler = () => url.replace(`:${server.port}/`, `:${pooler.port}/`);

async function connect(address: string): Promise<Client> {
  const client = new Client(address);
  await client.connect();
  return client;
}

/** Returns what the check says, or null. */
const check = (address: string): Promise<string | null> =>
  requireSessions(address).then(
    () => null,
    (error: Error) => error.message,
  );

it('PostgreSQL itself gives sessions, also to many who ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => check(url)));
  expect(new Set(answers)).toEqual(new Set([null]));
});

it.each([0, 1, 2, 5])(
  'a pooler that lends by the transaction is found beside %d idle connections',
  async (count) => {
    const others = await Promise.all(Array.from({ length: count }, () => connect(throughPooler())));
    expect(await check(throughPooler())).toBe(
      `The pooler at 127.0.0.1:${pooler.port} lends connections of PostgreSQL by the transaction, and Countersign needs sessions. Set it to its session mode, or write the address of PostgreSQL itself in DATABASE_URL.`,
    );
    await Promise.all(others.map((other) => other.end()));
  },
);
