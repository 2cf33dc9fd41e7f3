import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../open-database';
import { openStores, type Stores } from '../testing/open-stores';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { writeRuns } from '../testing/write-runs';
import { mostConnections } from './pools';

let server: TestServer;
let url: string;
let stores: Stores;
beforeAll(async () => {
  server = await openPostgresql();
  url = await server.createDatabase();
  stores = await openStores(() => openDatabase({ url, prismaDir: path.resolve('prisma') }));
});
afterAll(async () => {
  await stores.close();
  await server.close();
});

const changes = [
  'ALTER TABLE "Run" ADD COLUMN "ofNewerBuild" TEXT',
  'ALTER TABLE "Run" ALTER COLUMN "workflowId" TYPE TEXT COLLATE "default"',
];

it.each(changes)('a server goes on when a newer one has changed a table: %s', async (change) => {
  const { run } = await writeRuns(stores.runs).start();
  const onEachConnection = () =>
    Promise.all(
      Array.from({ length: 2 * mostConnections }, async () => [
        (await stores.runs.find(run.id))?.id,
        (await stores.runs.claim(run.id, 'this server', 60_000))?.run.id,
      ]),
    );
  await onEachConnection();
  const newer = new Client(url);
  await newer.connect();
  await newer.query(change);
  await newer.end();
  for (const found of await onEachConnection()) expect(found).toEqual([run.id, run.id]);
});
