import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTransactionPooler } from '../testing/between-postgresql';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { isSamePostgresql } from './is-same-database';

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await openPostgresql();
  url = await server.createDatabase();
});
afterAll(() => server.close());

it('knows a database by every address that leads to it', async () => {
  await server.query(`CREATE USER "ann" PASSWORD 'of-ann'`);
  const pooler = await openTransactionPooler(server.port);
  const others = [
    url,
    url.replace('postgresql:', 'postgres:'),
    url.replace('127.0.0.1', 'localhost'),
    `${url}?application_name=other`,
    url.replace('postgres:for-tests', 'ann:of-ann'),
    url.replace(`:${server.port}`, `:${pooler.port}`),
  ];
  for (const other of others) {
    expect(await isSamePostgresql(url, other), other).toBe(true);
    expect(await isSamePostgresql(other, url), other).toBe(true);
  }
  const through = url.replace(`:${server.port}`, `:${pooler.port}`);
  expect(await isSamePostgresql(through, through)).toBe(true);
  await pooler.close();
});

it('tells databases of one server apart, and those of one name on two servers', async () => {
  expect(await isSamePostgresql(url, await server.createDatabase())).toBe(false);
  const elsewhere = await openPostgresql();
  const twin = await elsewhere.createDatabase();
  expect(new URL(twin).pathname).toBe(new URL(url).pathname);
  expect(await isSamePostgresql(url, twin)).toBe(false);
  await elsewhere.close();
});

it('says in a sentence which of the two cannot be reached', async () => {
  const missing = url.replace(/[^/]+$/, 'missing');
  await expect(isSamePostgresql(url, missing)).rejects.toThrow('has no database missing');
  await expect(isSamePostgresql(missing, url)).rejects.toThrow('has no database missing');
});
