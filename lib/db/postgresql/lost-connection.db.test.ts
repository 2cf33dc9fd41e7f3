import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../open-database';
import type { Database, WriteTransaction } from '../ports/database';
import { openPostgresql, type TestServer } from '../testing/postgresql';

let server: TestServer;
let database: Database;
/** Carries every connection, so that the test can cut them. */
const wire = createServer((socket) => {
  const inner = connect(server.port, '127.0.0.1');
  for (const end of [socket, inner]) end.on('error', () => {});
  cut.add(socket.on('close', () => inner.destroy()));
  socket.pipe(inner);
  inner.on('end', () => socket.end());
  socket.on('data', (bytes) => {
    if (bytes.includes(lostAnswer)) marked.add(inner);
    if (marked.has(inner) && bytes.includes('COMMIT')) lost.add(inner);
  });
  // PostgreSQL has committed when it answers.
  inner.on('data', (bytes) => (lost.has(inner) ? socket.resetAndDestroy() : socket.write(bytes)));
});
const cut = new Set<Socket>();
/** The answer to the commit of a transaction with this word is lost. */
const lostAnswer = 'lost answer';
const marked = new Set<Socket>();
const lost = new Set<Socket>();

beforeAll(async () => {
  server = await openPostgresql();
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const url = new URL(await server.createDatabase());
  url.port = String((wire.address() as AddressInfo).port);
  database = await openDatabase({ url: String(url), prismaDir: path.resolve('prisma') });
});
afterAll(async () => {
  await database.close();
  wire.close();
  await server.close();
});

function resetConnections(): void {
  for (const socket of cut) socket.resetAndDestroy();
  cut.clear();
}

const ways: [string, (transaction: WriteTransaction) => Promise<unknown>][] = [
  ['a query of the client', (transaction) => transaction.setting.findMany()],
  ['our own query', (transaction) => transaction.$queryRaw`SELECT pg_sleep(1)::text`],
  ['our own statement', (transaction) => transaction.$executeRaw`DO $$ BEGIN PERFORM pg_sleep(1); END $$`],
];

describe('a connection that is reset in a transaction', () => {
  it.each(ways)('is an outage and no bug, for %s', async (_name, use) => {
    const broken = database.write(async (transaction) => {
      const used = use(transaction);
      resetConnections();
      await used;
      await use(transaction);
    });
    await expect(broken).rejects.toMatchObject({ code: 'database_unavailable', reason: 'unreachable' });
    // The pool may first lend another connection that was reset.
    await vi.waitFor(() => database.write((transaction) => use(transaction)), 10_000);
  });
});

describe('a connection that breaks while it commits', () => {
  const add = (key: string) =>
    database.write(({ setting }) =>
      setting.create({ data: { key, valueJson: '{}', updatedById: 'usr_system', updatedAt: new Date() } }),
    );
  const find = (key: string) => database.read.setting.findUnique({ where: { key } });

  it('leaves open whether it was saved, and says so', async () => {
    await expect(add(lostAnswer)).rejects.toThrow('This may or may not have been saved');
    expect(await vi.waitFor(() => find(lostAnswer), 10_000)).not.toBeNull();
  });
});
