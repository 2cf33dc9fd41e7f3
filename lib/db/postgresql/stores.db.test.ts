import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeConversationStore } from '../contracts/conversation-store.contract';
import { describeStores } from '../contracts/stores.contract';
import { openDatabase } from '../open-database';
import { openStores } from '../testing/open-stores';
import { openPostgresql, type TestServer } from '../testing/postgresql';

let server: TestServer;
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());

async function open(options?: string) {
  const url = await server.createDatabase(options);
  return openStores(() => openDatabase({ url, prismaDir: path.resolve('prisma') }));
}

describe('on PostgreSQL', () => {
  describeStores(() => open());
});

describe('on a PostgreSQL database that orders texts as a dictionary does', () => {
  const options = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'";
  describeConversationStore(() => open(options));
});
