import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeMoveRows } from '../contracts/move-rows.contract';
import { openDatabase } from '../open-database';
import { openStores } from '../testing/open-stores';
import { openPostgresql, type TestServer } from '../testing/postgresql';

let server: TestServer;
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());

const prismaDir = path.resolve('prisma');
const openSqlite = () =>
  openStores((folder) => openDatabase({ url: `file:${path.join(folder, 'test.db')}`, prismaDir }));
const openServer = async () => {
  const url = await server.createDatabase();
  return openStores(() => openDatabase({ url, prismaDir }));
};

describe('from SQLite to PostgreSQL', () => describeMoveRows(openSqlite, openServer));
describe('from PostgreSQL to SQLite', () => describeMoveRows(openServer, openSqlite));
