import { Client, type Pool } from 'pg';
import { applyMigrations, listMigrations } from '../opening/migrations';
import { NewerDatabase, OpeningRefused } from '../opening/opening-refused';
import { describeAddress } from './address';
import { explainRefusal, refuseCreation, requireVersion } from './explain-refusal';
import { createMigrationAdapter } from './migration-adapter';
import { toConfig } from './pools';
import { requireSessions } from './require-sessions';

/** Servers that migrate the same database hold this lock in turn. The number means nothing. */
const migrationLock = 4_711_001;

type Queryable = Client | Pool;

export type Migrated = {
  /** Opening applied the migrations with these names. */
  appliedMigrations: string[];
  /** Has the settings of the server that decide what survives a power cut. */
  settings: Record<string, string>;
};

/**
 * Brings the database at `url` up to date. However many servers do so at once, one applies a migration and the
 * others wait. A migration is applied or leaves nothing. Throws `OpeningRefused` with a sentence for a person.
 */
export async function migratePostgresql(url: string, prismaDir: string): Promise<Migrated> {
  let client: Client | null = null;
  try {
    client = new Client(toConfig(url));
    // The driver also reports a broken connection to the statement that waits for it.
    client.on('error', () => {});
    await client.connect();
    const settings = await readSettings(client);
    requireVersion(Number(settings['server_version_num']), url);
    await requireSessions(url);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const { server_version: serverVersion = '', synchronous_commit: synchronousCommit = '' } = settings;
    return {
      appliedMigrations: await bringUpToDate(client, url, prismaDir),
      settings: { serverVersion, synchronousCommit },
    };
  } catch (error) {
    throw explainRefusal(error, url) ?? error;
  } finally {
    await client?.end().catch(() => {});
  }
}

/**
 * Compares the migrations of the database with those of this build, and changes nothing. Throws `NewerDatabase`.
 */
export async function compareMigrations(
  client: Queryable,
  url: string,
  prismaDir: string,
): Promise<{ applied: string[]; missing: string[] }> {
  const known = await listMigrations(prismaDir);
  const applied = await readAppliedMigrations(client);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown) throw new NewerDatabase(describePlace(url), unknown);
  return { applied, missing: known.filter((name) => !applied.includes(name)) };
}

async function bringUpToDate(client: Client, url: string, prismaDir: string): Promise<string[]> {
  const { missing } = await compareMigrations(client, url, prismaDir);
  if (missing.length === 0) return [];
  if (!(await mayCreate(client))) throw refuseCreation(url);
  await forgetFailed(client);
  try {
    return await applyMigrations(createMigrationAdapter(url), prismaDir);
  } catch (error) {
    const failed = (await readFailed(client)) ?? 'that is missing';
    const refusal = explainRefusal(error, url);
    throw (
      refusal ??
      new OpeningRefused(
        `The migration ${failed} of the database ${describePlace(url)} failed, and nothing of it was kept. Update Countersign, which then tries again.`,
        { cause: error },
      )
    );
  }
}

const describePlace = (url: string) => {
  const { database, server } = describeAddress(url);
  return `${database} at ${server}`;
};

const wantedSettings = ['server_version_num', 'server_version', 'synchronous_commit'];

async function readSettings(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT "name", "setting" FROM "pg_settings" WHERE "name" = ANY($1)',
    [wantedSettings],
  );
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

const ofMigrations = async (client: Queryable, sql: string): Promise<string[]> => {
  const { rows } = await client.query<{ found: string | null }>(
    `SELECT to_regclass('_prisma_migrations')::text AS "found"`,
  );
  if (rows[0]?.found == null) return [];
  const answer = await client.query<{ name: string }>(sql);
  return answer.rows.map(({ name }) => name);
};

function readAppliedMigrations(client: Queryable): Promise<string[]> {
  return ofMigrations(
    client,
    `SELECT "migration_name" AS "name" FROM "_prisma_migrations"
     WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
  );
}

async function readFailed(client: Client): Promise<string | undefined> {
  const failed = await ofMigrations(
    client,
    `SELECT "migration_name" AS "name" FROM "_prisma_migrations"
     WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL`,
  );
  return failed[0];
}

/** The engine would not say why a migration failed. */
async function mayCreate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean | null }>(
    `SELECT has_schema_privilege(current_schema(), 'CREATE') AS "may"`,
  );
  return rows[0]?.may === true;
}

/** A migration that failed left nothing, so it may run again. The engine would refuse that. */
async function forgetFailed(client: Client): Promise<void> {
  await ofMigrations(
    client,
    `UPDATE "_prisma_migrations" SET "rolled_back_at" = now()
     WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL RETURNING "migration_name" AS "name"`,
  );
}
