import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMigrations } from '../opening/migrations';
import { NewerDatabase, OpeningRefused } from '../opening/opening-refused';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { diffPostgresql } from './diff-postgresql';
import { migratePostgresql } from './migrate-postgresql';
import { createMigrationAdapter } from './migration-adapter';

const realDir = path.resolve('prisma/postgresql');

let server: TestServer;
let folder: string;
let url: string;
beforeAll(async () => {
  server = await openPostgresql();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-migrate-'));
  url = await server.createDatabase();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a build with these migrations, in their order, and returns its folder. */
async function writeBuild(name: string, migrations: Record<string, string>): Promise<string> {
  const build = path.join(folder, name);
  for (const file of ['schema.prisma', 'migrations/migration_lock.toml'])
    await cp(path.join(realDir, file), path.join(build, file));
  for (const [migration, sql] of Object.entries(migrations)) {
    await mkdir(path.join(build, 'migrations', migration));
    await writeFile(path.join(build, 'migrations', migration, 'migration.sql'), sql);
  }
  return build;
}

async function ask(sql: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: 'array' }).finally(() => client.end());
  return rows.map(([first]) => first);
}
const listTables = () =>
  ask(`SELECT "tablename" FROM "pg_tables" WHERE "schemaname" = 'public' ORDER BY "tablename" COLLATE "C"`);

const first = '20260101000000_first';
const second = '20260102000000_second';
const third = '20260103000000_third';
const sound = 'CREATE TABLE "Sound" ("id" TEXT);';
const halfSound = 'CREATE TABLE "Half" ("id" TEXT); INSERT INTO "Nowhere" VALUES (1);';

describe('the migrations', () => {
  it('make the database just as the schema says', async () => {
    expect(await diffPostgresql(url, realDir)).toBeNull();
  });

  it('give each text column the byte order', async () => {
    await migratePostgresql(url, realDir);
    const textsOf = (collation: string) =>
      ask(`SELECT "table_name" || '.' || "column_name" FROM "information_schema"."columns"
           WHERE "table_schema" = 'public' AND "table_name" <> '_prisma_migrations'
             AND "data_type" IN ('text', 'character varying') AND ${collation}
           ORDER BY 1`);
    expect(await textsOf(`"collation_name" = 'C'`)).toContain('Run.workspaceId');
    expect(await textsOf(`"collation_name" IS DISTINCT FROM 'C'`)).toEqual([]);
  });

  it('that lack something are found by the same comparison', async () => {
    const build = path.join(folder, 'build');
    await cp(realDir, build, { recursive: true });
    const schema = path.join(build, 'schema.prisma');
    const text = await readFile(schema, 'utf8');
    const server = 'model Server {\n';
    expect(text).toContain(server);
    await writeFile(
      schema,
      `${text.replace(server, `${server}  first String?\n  second String?\n`)}\nmodel Forgotten {\n  id String @id\n}\n`,
    );
    const sql = (await diffPostgresql(url, build))?.replaceAll(/ +/g, ' ');
    expect(sql).toContain('CREATE TABLE "Forgotten" (\n "id" TEXT COLLATE "C" NOT NULL');
    expect(sql).toContain('ADD COLUMN "first" TEXT COLLATE "C"');
    expect(sql).toContain('ADD COLUMN "second" TEXT COLLATE "C"');
  });
});

describe('a migration', () => {
  it('that fails in its second statement leaves nothing of it, and those before stay', async () => {
    const build = await writeBuild('build', { [first]: sound, [second]: halfSound });
    await expect(migratePostgresql(url, build)).rejects.toThrow(OpeningRefused);
    expect(await listTables()).toEqual(['Sound', '_prisma_migrations']);
  });

  it('that failed is named in one sentence at each start, until a newer build tries again', async () => {
    const broken = await writeBuild('broken', { [first]: sound, [second]: halfSound });
    const { host, pathname } = new URL(url);
    for (let start = 0; start < 2; start += 1)
      await expect(migratePostgresql(url, broken)).rejects.toThrow(
        `The migration ${second} of the database ${pathname.slice(1)} at ${host} failed, and nothing of it was kept. Update Countersign, which then tries again.`,
      );
    const repaired = { [first]: sound, [second]: 'CREATE TABLE "Half" ("id" TEXT);', [third]: 'SELECT 1;' };
    const newer = await writeBuild('newer', repaired);
    expect(await migratePostgresql(url, newer)).toMatchObject({ appliedMigrations: [second, third] });
    expect(await listTables()).toEqual(['Half', 'Sound', '_prisma_migrations']);
    expect(await migratePostgresql(url, newer)).toMatchObject({ appliedMigrations: [] });
  });

  it('whose server was killed before it noted the end is not applied again', async () => {
    await migratePostgresql(url, await writeBuild('build', { [first]: sound }));
    await ask(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name") VALUES ('x', 'x', '${second}')`,
    );
    const killed = await createMigrationAdapter(url).connect();
    await killed.executeScript('CREATE TABLE "Next" ("id" TEXT) -- its last line');
    await killed.dispose();
    const build = await writeBuild('next', { [first]: sound, [second]: 'CREATE TABLE "Next" ("id" TEXT)' });
    expect(await migratePostgresql(url, build)).toMatchObject({ appliedMigrations: [] });
  });

  it.each([
    ['a text', `CREATE TABLE "Part" ("id" TEXT DEFAULT 'a;b')`],
    ['a comment', 'CREATE TABLE "Part" ("id" TEXT DEFAULT \'a;b\') -- first; then second'],
    ['a name', 'CREATE TABLE "Part" ("id" TEXT DEFAULT \'a;b\', "one;two" TEXT)'],
    [
      'the body of a function',
      `CREATE FUNCTION "part"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."id" := 'a;b'; RETURN NEW; END; $$;
       CREATE TABLE "Part" ("id" TEXT);
       CREATE TRIGGER "part" BEFORE INSERT ON "Part" FOR EACH ROW EXECUTE FUNCTION "part"()`,
    ],
  ])('may have a semicolon in %s', async (_place, sql) => {
    await migratePostgresql(url, await writeBuild('build', { [first]: `${sql};\n` }));
    expect(await ask('INSERT INTO "Part" DEFAULT VALUES RETURNING "id"')).toEqual(['a;b']);
  });

  it('of an empty database by three servers at once is applied by one of them', async () => {
    const all = await Promise.all([1, 2, 3].map(() => migratePostgresql(url, realDir)));
    const applied = all.map(({ appliedMigrations }) => appliedMigrations);
    expect(applied.toSorted((a, b) => b.length - a.length)).toEqual([await listMigrations(realDir), [], []]);
  });

  it('that this build does not know is named, and the database stays as it is', async () => {
    const newer = await writeBuild('newer', { [first]: sound, [second]: 'SELECT 1;' });
    await migratePostgresql(url, newer);
    const older = await writeBuild('older', { [first]: sound });
    await expect(migratePostgresql(url, older)).rejects.toThrow(NewerDatabase);
    expect(await ask('SELECT count(*)::int FROM "_prisma_migrations"')).toEqual([2]);
  });
});
