import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listMigrations } from '../opening/migrations';
import { NewerDatabase } from '../opening/opening-refused';
import { migrateSqlite, readAppliedMigrations } from './migrate-sqlite';

const prismaDir = path.resolve('prisma/sqlite');

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-migrate-'));
  file = path.join(folder, 'countersign.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes the database of an older build as its server left it. */
async function writeOlderDatabase(): Promise<void> {
  const database = new Sqlite(file);
  database.exec(await readFile('prisma/fixtures/2026-11-22/database.sql', 'utf8'));
  database.close();
}

describe('a migration', () => {
  it('of an empty file takes what the build has migrated, and of any other does not', async () => {
    const template = path.join(folder, 'template.db');
    await writeFile(template, '');
    await migrateSqlite(template, prismaDir);
    const mark = new Sqlite(template);
    mark.exec(
      "INSERT INTO Setting (key, valueJson, updatedById, updatedAt) VALUES ('from', '1', 'usr_local', 0)",
    );
    mark.close();
    const settings = (of: string) => {
      const database = new Sqlite(of);
      const keys = database.prepare('SELECT key FROM Setting').pluck().all();
      database.close();
      return keys;
    };
    await writeFile(file, '');
    expect(await migrateSqlite(file, prismaDir, template)).toEqual(await listMigrations(prismaDir));
    expect([readAppliedMigrations(file), settings(file)]).toEqual([
      await listMigrations(prismaDir),
      ['from'],
    ]);

    const older = path.join(folder, 'older.db');
    const database = new Sqlite(older);
    database.exec(await readFile('prisma/fixtures/2026-11-22/database.sql', 'utf8'));
    database.close();
    await migrateSqlite(older, prismaDir, template);
    expect(settings(older)).not.toContain('from');
    expect(readAppliedMigrations(older)).toEqual(await listMigrations(prismaDir));
  });

  it('of an empty file does without a template that is missing or of another build', async () => {
    const template = path.join(folder, 'template.db');
    for (const text of ['', null]) {
      await rm(template, { force: true });
      if (text !== null) await writeFile(template, text);
      await writeFile(file, '');
      await migrateSqlite(file, prismaDir, template);
      expect(readAppliedMigrations(file)).toEqual(await listMigrations(prismaDir));
    }
  });

  it('that fails half-way changes nothing', async () => {
    await writeOlderDatabase();
    const broken = path.join(folder, 'prisma');
    await mkdir(path.join(broken, 'migrations', '29990101000000_broken'), { recursive: true });
    for (const name of await listMigrations(prismaDir)) {
      await mkdir(path.join(broken, 'migrations', name));
      const sql = await readFile(path.join(prismaDir, 'migrations', name, 'migration.sql'));
      await writeFile(path.join(broken, 'migrations', name, 'migration.sql'), sql);
    }
    for (const name of ['schema.prisma', 'migrations/migration_lock.toml'])
      await writeFile(path.join(broken, name), await readFile(path.join(prismaDir, name)));
    const sql = 'CREATE TABLE "Half" ("id" TEXT); INSERT INTO "Nowhere" VALUES (1);';
    await writeFile(path.join(broken, 'migrations', '29990101000000_broken', 'migration.sql'), sql);
    const before = await readFile(file);
    await expect(migrateSqlite(file, broken)).rejects.toThrow();
    expect(await readFile(file)).toEqual(before);
    await migrateSqlite(file, prismaDir);
    expect(readAppliedMigrations(file)).toEqual(await listMigrations(prismaDir));
  });

  it('refuses a database of a newer build in plain words, and changes nothing', async () => {
    await writeFile(file, '');
    await migrateSqlite(file, prismaDir);
    const database = new Sqlite(file);
    database.exec(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, started_at, applied_steps_count)
       VALUES ('x', 'x', '29990101000000_later', 1, 1, 1)`,
    );
    database.close();
    const before = await readFile(file);
    const attempt = migrateSqlite(file, prismaDir);
    await expect(attempt).rejects.toBeInstanceOf(NewerDatabase);
    await expect(attempt).rejects.toThrow(`${file} was made by a newer Countersign`);
    expect(await readFile(file)).toEqual(before);
  });
});
