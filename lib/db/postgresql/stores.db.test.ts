import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeStores } from '../contracts/stores.contract';
import { openDatabase } from '../open-database';
import { openStores } from '../testing/open-stores';
import { openPostgresql, type TestServer } from '../testing/postgresql';

let server: TestServer;
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());

describe('on PostgreSQL', () => {
  describeStores(async () => {
    const url = await server.createDatabase();
    return openStores(() => openDatabase({ url, prismaDir: path.resolve('prisma') }));
  });
});
