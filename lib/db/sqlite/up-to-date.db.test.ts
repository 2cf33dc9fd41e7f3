import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../open-database';
import { withSchemaEngine } from '../opening/schema-engine';

vi.mock('../opening/schema-engine', async (importActual) => {
  const actual = await importActual<typeof import('../opening/schema-engine')>();
  return { ...actual, withSchemaEngine: vi.fn(actual.withSchemaEngine) };
});

let folder: string;
let file: string;
beforeEach(async () => {
  vi.mocked(withSchemaEngine).mockClear();
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-up-to-date-'));
  file = path.join(folder, 'test.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens and closes the database. Returns how many migrations this applied. */
async function open(): Promise<number> {
  const database = await openDatabase({ url: `file:${file}`, prismaDir: path.resolve('prisma') });
  await database.close();
  return database.appliedMigrations.length;
}

/** Changes the table in which Prisma keeps the applied migrations. */
function changeHistory(sql: string): void {
  const database = new Sqlite(file);
  database.exec(sql);
  database.close();
}

it('a database that is up to date opens without the schema engine', async () => {
  expect(await open()).toBeGreaterThan(0);
  expect(withSchemaEngine).toHaveBeenCalledTimes(1);
  expect(await open()).toBe(0);
  expect(withSchemaEngine).toHaveBeenCalledTimes(1);
});

it('the schema engine is asked about a migration that failed, and refuses', async () => {
  await open();
  changeHistory(`UPDATE _prisma_migrations SET finished_at = NULL
    WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`);
  await expect(open()).rejects.toThrow(/failed migrations/);
  expect(withSchemaEngine).toHaveBeenCalledTimes(2);
});

it('the schema engine is asked about a migration that was rolled back', async () => {
  await open();
  changeHistory('UPDATE _prisma_migrations SET rolled_back_at = finished_at');
  await open().catch(() => undefined);
  expect(withSchemaEngine).toHaveBeenCalledTimes(2);
});
