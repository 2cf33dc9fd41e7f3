import '../logging/testing/quiet-log';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { backUpPostgresql } from '../db/upkeep/backup-postgresql';
import { examineSqlite } from '../db/upkeep/doctor';
import { localActor } from '../domain/actor';
import { createConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import { startApp } from './app';

/** `RESTORE_ROUNDS=20` makes twenty backups under load. */
const rounds = Number(process.env['RESTORE_ROUNDS'] ?? 3);

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await openPostgresql();
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-backup-postgresql-'));
  await writeFile(path.join(folder, 'secret'), randomBytes(32).toString('hex'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it(`a backup made while two servers write is one moment of the database, ${rounds} times`, {
  timeout: 600_000,
}, async () => {
  const url = await server.createDatabase();
  const start = (name: string) =>
    startApp({
      environment: {
        DATA_DIR: path.join(folder, name),
        WORKSPACE_DIR: path.join(folder, 'files'),
        DATABASE_URL: url,
        COUNTERSIGN_SECRET_FILE: path.join(folder, 'secret'),
      },
    });
  const apps = [await start('one'), await start('two')];
  let isLoading = true;
  const load = apps.map(async ({ services }) => {
    while (isLoading) {
      await sleep(50);
      const { id } = await createConversation(services, localActor, { title: 'Load' });
      await sendMessage(services, localActor, { conversationId: id, text: 'Summarize the notes.' });
    }
  });
  const counts: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const [app] = apps;
      if (!app) throw new Error('No server has started');
      const title = `Round ${round}`;
      await createConversation(app.services, localActor, { title });
      const target = path.join(folder, `backup-${round}.db`);
      const upkeep = { url, prismaDir: path.resolve('prisma'), onProgress: () => {} };
      const { rows } = await backUpPostgresql(upkeep, target);
      // Each ledger adds up, and no row is without the rows that it belongs to.
      const found = await examineSqlite(target, path.resolve('prisma/sqlite'));
      expect([found.faults, found.findings]).toEqual([[], []]);
      const database = new Sqlite(target, { readonly: true });
      const find = database.prepare('SELECT count(*) FROM Conversation WHERE title = ?').pluck();
      expect(find.get(title)).toBe(1);
      database.close();
      counts.push(rows['RunEvent'] ?? 0);
    }
  } finally {
    isLoading = false;
    await Promise.all(load);
    for (const app of apps) await app.shutDown();
  }
  expect(new Set(counts).size).toBe(rounds);
});
