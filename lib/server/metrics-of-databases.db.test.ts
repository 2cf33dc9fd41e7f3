import '../logging/testing/quiet-log';
import { rename } from 'node:fs/promises';
import path from 'node:path';
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

it('an outage counts once, even if its reason changes, and shows until the database takes writes again', async () => {
  watched = await openWatchedApp({ METRICS: 'on' });
  const { app } = watched;
  const file = path.join(app.config.dataDir, 'countersign.db');
  const log = `${file}-wal`;
  const take = (place: string) => rename(place, `${place}.away`);
  const putBack = (place: string) => rename(`${place}.away`, place);
  const untilReason = (reason: string | undefined) =>
    vi.waitFor(() => expect(app.services.installation.findOutage()?.reason).toBe(reason), patience);
  const outages = () => readOwnFigures(app, 'database_outages_total', 'database_outage');
  expect(await outages()).toEqual([0, 0]);
  await take(log);
  await untilReason('log_gone');
  expect(await outages()).toEqual([1, 1]);
  await take(file);
  await untilReason('gone');
  expect(await outages()).toEqual([1, 1]);
  expect(await readOwnFigures(app, 'approvals_waiting', 'unknown_outcomes')).toEqual([
    Number.NaN,
    Number.NaN,
  ]);
  await putBack(log);
  await putBack(file);
  await untilReason(undefined);
  expect(await outages()).toEqual([1, 0]);
  await take(log);
  await untilReason('log_gone');
  expect(await outages()).toEqual([2, 1]);
  await putBack(log);
  await untilReason(undefined);
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
    const waiting = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`;
    const { rows } = await other.query(waiting);
    expect(rows).toHaveLength(1);
  }, patience);
  await other.query('COMMIT');
  await other.end();
  await renamed;
  expect(await repeats()).toEqual([1]);
  const { items } = await app.services.conversations.list({ search: 'After', cursor: null, limit: 5 });
  expect(items).toHaveLength(1);
});
