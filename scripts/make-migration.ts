/**
 * Writes the next migration from the changes in prisma/schema.prisma, and writes the database client:
 * `npx tsx scripts/make-migration.ts name`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { diffSqlite } from '../lib/db/sqlite/diff-sqlite';
import { generateClient } from './lib/prepare.mjs';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    'Name the change in snake_case, for example: npx tsx scripts/make-migration.ts add_run_priority',
  );
  process.exit(1);
}
await generateClient();
const prismaDir = path.resolve('prisma');
const sql = await diffSqlite(prismaDir);
if (sql === null) {
  console.log('The migrations match the schema: nothing to write.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const migration = path.join(prismaDir, 'migrations', `${stamp}_${name}`);
  await mkdir(migration);
  await writeFile(path.join(migration, 'migration.sql'), sql);
  console.log(`Wrote ${path.relative('.', migration)}/migration.sql`);
}
