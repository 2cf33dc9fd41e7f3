import '../logging/testing/quiet-log';
import { Client } from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { openPostgresql } from '../db/testing/postgresql';
import { localActor } from '../domain/actor';
import { createConversation, renameConversation } from '../use-cases/conversations';
import { openWatchedApp, readOwnFigures } from './testing/watched-run';

let watched: Awaited<ReturnType<typeof openWatchedApp>>;
const closers: (() => Promise<unknown>)[] = [];
const patience = { timeout: 15_000, interval: 20 };
afterEach(async () => {
  await watched.close();
  for (const close of closers.splice(0)) await close();
});

it('a transaction of PostgreSQL that meets another one is counted, and runs again', async () => {
  const postgresql = await openPostgresql();
  closers.push(() => postgresql.close());
  const url = await postgresql.createDatabase();
  watched = await openWatchedApp({ METRICS: 'on', DATABASE_URL: url });
  const { app } = watched;
  const repeats = () => readOwnFigures(app, 'database_repeated_writes_total');
  const { id } = await createConversation(app.services, localActor, { title: 'Before' });
  expect(await repeats()).toEqual([0]);
  const other = new Client(url);
  await other.connect();
  await other.query('BEGIN');
  await other.query(`UPDATE "Conversation" SET "title" = 'Between' WHERE "id" = $1`, [id]);
  const renamed = renameConversation(app.services, localActor, { conversationId: id, title: 'After' });
  await vi.waitFor(async () => {
    const { rows } = await other.query('SELECT 1 FROM pg_locks WHERE NOT granted');
    expect(rows).toHaveLength(1);
  }, patience);
  await other.query('COMMIT');
  await other.end();
  await renamed;
  expect(await repeats()).toEqual([1]);
  const { items } = await app.services.conversations.list({ search: 'After', cursor: null, limit: 5 });
  expect(items).toHaveLength(1);
});
