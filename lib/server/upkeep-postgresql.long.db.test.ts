import '../logging/testing/quiet-log';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openFixture } from '../../tests/open-fixture';
import { tables } from '../db/moving/table-keys';
import { readAfter } from '../db/moving/table-rows';
import { openDatabase } from '../db/open-database';
import { inspectDatabaseFile } from '../db/sqlite/inspect-file';
import { openTransactionPooler } from '../db/testing/between-postgresql';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';
import { localActor } from '../domain/actor';
import { createConversation, listConversations } from '../use-cases/conversations';
import { type App, startApp } from './app';
import { maintain } from './maintain-command';

let server: TestServer;
let folder: string;
let url: string;
let said: string[];
let app: App | undefined;
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-upkeep-'));
  url = await server.createDatabase();
  said = [];
});
afterEach(async () => {
  await app?.shutDown();
  app = undefined;
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);
const prismaDir = path.resolve('prisma');
const environment = (databaseUrl: string, dataDir = 'data') => ({
  DATA_DIR: at(dataDir),
  WORKSPACE_DIR: at('files'),
  DATABASE_URL: databaseUrl,
});

/** Runs a command of `npm run`, and returns its exit code and what it says. */
async function run(variables: Record<string, string>, ...words: string[]) {
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  said = [];
  const note = (line: string) => said.push(line);
  const code = await maintain(words, { say: note, complain: note });
  return { code, text: said.join('\n') };
}

async function start(databaseUrl = url): Promise<App> {
  app = await startApp({ environment: environment(databaseUrl) });
  return app;
}

async function stop(): Promise<void> {
  await app?.shutDown();
  app = undefined;
}

async function readAll(databaseUrl: string): Promise<Record<string, string[]>> {
  const database = await openDatabase({ url: databaseUrl, prismaDir });
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const rows = await readAfter(database.read, table, null, 100_000);
    all[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  await database.close();
  return all;
}

async function query(databaseUrl: string, sql: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Writes the backup of a real installation of an older build, with every kind of run in it. */
async function writeOlderBackup(): Promise<string> {
  const { variables, remove } = await openFixture('2026-11-22');
  const { code } = await run({ ...variables, DATABASE_URL: '' }, 'backup', at('older.db'));
  expect(code).toBe(0);
  await remove();
  return at('older.db');
}

describe('a backup of PostgreSQL', () => {
  it('is made while a server works, and restored only when none does; what was there is kept', async () => {
    const { services } = await start();
    const before = await createConversation(services, localActor, { title: 'Before' });
    // The server says that it lives.
    await vi.waitFor(async () => expect(await services.servers.list()).toHaveLength(1), 10_000);
    const backup = await run(environment(url, 'beside'), 'backup', at('mine.db'));
    expect(backup).toMatchObject({ code: 0, text: expect.stringContaining('Backed up 1 conversation, ') });
    expect((await stat(at('mine.db'))).mode & 0o777).toBe(0o600);
    await createConversation(services, localActor, { title: 'After' });
    expect(await run(environment(url), 'restore', at('mine.db'))).toMatchObject({
      code: 1,
      text: expect.stringContaining('Another Countersign is running'),
    });
    // Another folder stands for another machine.
    expect(await run(environment(url, 'beside'), 'restore', at('mine.db'))).toMatchObject({
      code: 1,
      text: expect.stringMatching(/A server works on the database \(process \d+ on .+\)\. Stop it\./),
    });
    await stop();

    const restored = await run(environment(url), 'restore', at('mine.db'));
    expect(restored).toMatchObject({ code: 0, text: expect.stringContaining('Restored 1 conversation, ') });
    const [, aside = ''] = /is kept as (.+)\.$/m.exec(restored.text) ?? [];
    expect(inspectDatabaseFile(aside)).toMatchObject({ faults: [], rows: { Conversation: 2 } });
    const listed = await listConversations((await start()).services, localActor, {
      search: null,
      cursor: null,
    });
    expect(listed.conversations.map(({ id }) => id)).toEqual([before.id]);
    await stop();
    // What was kept is a backup like any other.
    expect(await run(environment(url), 'restore', aside)).toMatchObject({ code: 0 });
    expect((await readAll(url))['Conversation']).toHaveLength(2);
    expect((await readdir(at('data'))).filter((name) => /restoring|partial|wal$/.test(name))).toEqual([]);
  }, 60_000);

  it('of an older build comes to PostgreSQL, and from there to either kind, to the last row', async () => {
    const older = await writeOlderBackup();
    expect(await run(environment(url), 'restore', older)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Restored \d+ conversations/),
    });
    expect(said.join('\n')).not.toContain('is kept as');
    const rows = await readAll(url);
    expect(Object.values(rows).filter((some) => some.length > 0).length).toBeGreaterThan(12);
    const backup = at('mine.db');
    expect(await run(environment(url), 'backup', backup)).toMatchObject({ code: 0 });
    expect(inspectDatabaseFile(backup).faults).toEqual([]);
    const [other, file] = [await server.createDatabase(), `file:${at('restored.db')}`];
    for (const to of [other, file]) {
      expect(await run(environment(to), 'restore', backup)).toMatchObject({ code: 0 });
      expect(await readAll(to)).toEqual(rows);
      expect(await run(environment(to), 'doctor')).toMatchObject({
        code: 0,
        text: expect.stringContaining('Nothing is damaged.'),
      });
    }
    const { services } = await start(other);
    expect(await services.conversations.list({ search: null, cursor: null, limit: 50 })).toMatchObject({
      damaged: [],
    });
  }, 120_000);

  it('says which key file is kept beside it', async () => {
    await start();
    await stop();
    const own = await run(environment(url), 'backup', at('one.db'));
    expect(own.text).toContain(`open only with ${at('data/secret.key')}, which is not part of the backup`);
    const shared = { ...environment(url), COUNTERSIGN_SECRET_FILE: at('shared.key') };
    expect((await run(shared, 'backup', at('two.db'))).text).toContain(`open only with ${at('shared.key')},`);
  }, 60_000);

  it('that cannot be made or used is refused in a sentence, and nothing changes', async () => {
    await (await start()).services.conversations.create('Mine', 'main', localActor);
    await stop();
    expect(await run(environment(url), 'backup', at('good.db'))).toMatchObject({ code: 0 });
    const empty = await server.createDatabase();
    const newer = await server.createDatabase();
    await query(
      newer,
      `CREATE TABLE _prisma_migrations (migration_name text, finished_at timestamptz, rolled_back_at timestamptz);
       INSERT INTO _prisma_migrations VALUES ('29990101000000_later', now(), NULL)`,
    );
    const older = await server.createDatabase();
    await (await openDatabase({ url: older, prismaDir })).close();
    await query(
      older,
      'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
    );
    const moving = await server.createDatabase();
    await (await openDatabase({ url: moving, prismaDir })).close();
    await query(
      moving,
      `INSERT INTO "Setting" ("key", "valueJson", "updatedById", "updatedAt") VALUES ('moving', '{"movesFrom":"x"}', 'usr_system', now())`,
    );
    await writeFile(at('taken.db'), 'precious');
    await writeFile(at('none.db'), 'no database '.repeat(100));
    expect(await run(environment(url), 'backup', at('later.db'))).toMatchObject({ code: 0 });
    const later = new Sqlite(at('later.db'));
    later.exec("UPDATE _prisma_migrations SET migration_name = '29990101000000_later' WHERE rowid = 1");
    later.close();
    const before = await readAll(url);
    for (const [database, command, file, sentence] of [
      [url, 'backup', 'taken.db', 'taken.db exists. Choose another name.'],
      [url, 'backup', 'nowhere/mine.db', 'nowhere/mine.db: there is no such folder. Name a file in a folder'],
      [empty, 'backup', 'mine.db', 'has no data of Countersign'],
      [newer, 'backup', 'mine.db', 'was made by a newer Countersign'],
      [older, 'backup', 'mine.db', 'was made by an older Countersign. Start this one once'],
      [moving, 'backup', 'mine.db', 'A move into this database has not ended.'],
      [url.replace(/[^/]+$/, 'missing'), 'backup', 'mine.db', 'has no database missing'],
      [url, 'restore', 'missing.db', 'There is no backup at'],
      [url, 'restore', 'none.db', 'it is damaged, or no database'],
      [url, 'restore', 'later.db', 'later.db was made by a newer Countersign'],
      [newer, 'restore', 'good.db', 'Create an empty database, name it in DATABASE_URL, and restore'],
      [moving, 'restore', 'good.db', 'A move into this database has not ended.'],
      [
        empty.replace('for-tests', 'wrong'),
        'restore',
        'good.db',
        'refuses the user postgres or the password',
      ],
    ] as const) {
      const answer = await run(environment(database), command, at(file));
      expect(answer, sentence).toMatchObject({ code: 1, text: expect.stringContaining(sentence) });
      expect(answer.text.trim()).not.toMatch(/\n|for-tests|wrong/);
    }
    expect(await readAll(url)).toEqual(before);
    expect(await readFile(at('taken.db'), 'utf8')).toBe('precious');
    expect((await readdir(folder)).filter((name) => /mine|partial|wal$/.test(name))).toEqual([]);
    expect((await readdir(at('data'))).filter((name) => /postgresql\.db/.test(name))).toEqual([]);
  }, 60_000);
});

describe('the doctor of PostgreSQL', () => {
  it('names damaged rows while a server works, and sets them aside when none does', async () => {
    expect(await run(environment(url), 'restore', await writeOlderBackup())).toMatchObject({ code: 0 });
    await (await start()).shutDown();
    await query(url, `UPDATE "Approval" SET "risk" = 'huge' WHERE "status" = 'pending'`);
    await query(url, `UPDATE "Run" SET "steps" = "steps" + 1 WHERE "status" = 'completed'`);
    await start();
    const found = await run(environment(url, 'beside'), 'doctor');
    expect(found.code, found.text).toBe(1);
    expect(found.text).toMatch(/- Approval apr_\w+: risk cannot be read/);
    expect(found.text).toMatch(/- Run run_\w+: its events add up to another steps than is stored/);
    expect(found.text).toContain('npm run doctor -- --repair');
    expect(await readdir(at('beside'))).toEqual([]);
    expect(await run(environment(url), 'doctor', '--repair')).toMatchObject({ code: 2 });
    await stop();
    const before = await readAll(url);

    const repaired = await run(environment(url), 'doctor', '--repair');
    expect(repaired.code, repaired.text).toBe(0);
    expect(repaired.text).toContain('Nothing is damaged now.');
    const [, exported = '', aside = ''] =
      /They are in (.+\.json)\..* kept as (.+)\.$/m.exec(repaired.text) ?? [];
    expect(JSON.parse(await readFile(exported, 'utf8')).groups.length).toBeGreaterThan(1);
    expect((await readAll(url))['Run']?.length).toBeLessThan(before['Run']?.length ?? 0);
    // The database as it was is a backup.
    expect(await run(environment(url), 'restore', aside)).toMatchObject({ code: 0 });
    const after = await readAll(url);
    expect(after['Run']).toEqual(before['Run']);
    expect(after['Approval']).toEqual(before['Approval']);
  }, 120_000);

  it('says what is around the rows: sizes, servers, dead leases, a foreign secret and a pooler', async () => {
    await writeFile(at('shared.key'), 'ab'.repeat(32));
    await writeFile(at('other.key'), 'cd'.repeat(32));
    const shared = { ...environment(url), COUNTERSIGN_SECRET_FILE: at('shared.key') };
    app = await startApp({ environment: shared });
    const { services } = app;
    await vi.waitFor(async () => expect(await services.servers.list()).toHaveLength(1), 10_000);
    const beside = { ...shared, DATA_DIR: at('beside') };
    const working = await run(beside, 'doctor');
    expect(working.code, working.text).toBe(0);
    expect(working.text).toMatch(
      /^PostgreSQL 1\d\.\d+, with \d+ migrations, all of this build\.\nMessages between servers arrive\.\nTables take .+ KB and indexes .+ KB\. The largest with their indexes: .+\n1 server at work: process \d+ on .+\nNo run waits for a server that died\.\nRead /,
    );
    await stop();
    expect(await run(environment(url), 'restore', await writeOlderBackup())).toMatchObject({ code: 0 });
    await query(url, `UPDATE "Run" SET "leaseOwner" = 'dead', "leaseUntil" = '2026-01-01'`);
    expect((await run(environment(url), 'doctor')).text).toMatch(/1\d runs had a server that died\./);

    const fresh = await server.createDatabase();
    await (await startApp({ environment: { ...shared, DATABASE_URL: fresh } })).shutDown();
    const foreign = { ...environment(fresh), COUNTERSIGN_SECRET_FILE: at('other.key') };
    expect(await run(foreign, 'doctor')).toMatchObject({
      code: 1,
      text: expect.stringMatching(/The secret in .*other\.key is not the one of this database/),
    });
    const pooler = await openTransactionPooler(server.port);
    const pooled = await run(environment(fresh.replace(/:\d+\//, `:${pooler.port}/`)), 'doctor');
    await pooler.close();
    expect(pooled).toMatchObject({
      code: 2,
      text: expect.stringContaining('lends connections of PostgreSQL by the transaction'),
    });
  }, 120_000);
});
