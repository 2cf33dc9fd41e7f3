/**
 * Writes the next migration of each kind of database from the changes in prisma/models.prisma, and writes the
 * database clients: `npx tsx scripts/make-migration.ts name`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diffPostgresql } from '../lib/db/postgresql/diff-postgresql';
import { diffSqlite } from '../lib/db/sqlite/diff-sqlite';
import { openPostgresql } from '../lib/db/testing/postgresql';
import { generateClients } from './lib/prepare.mjs';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    'Name the change in snake_case, for example: npx tsx scripts/make-migration.ts add_run_priority',
  );
  process.exit(1);
}
await generateClients();
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const postgresql = await openPostgresql();
try {
  const sqliteDir = path.resolve('prisma/sqlite');
  const postgresqlDir = path.resolve('prisma/postgresql');
  await writeMigration(sqliteDir, await diffSqlite(sqliteDir));
  await writeMigration(postgresqlDir, await diffPostgresql(await postgresql.createDatabase(), postgresqlDir));
} finally {
  await postgresql.close();
}

async function writeMigration(prismaDir: string, sql: string | null): Promise<void> {
  if (sql === null) return console.log(`The migrations in ${prismaDir} match the models: nothing to write.`);
  const migration = path.join(prismaDir, 'migrations', `${stamp}_${name}`);
  await mkdir(migration);
  await writeFile(path.join(migration, 'migration.sql'), sql);
  console.log(`Wrote ${path.relative('.', migration)}/migration.sql`);
}
