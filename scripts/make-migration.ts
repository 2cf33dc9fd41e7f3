/**
 * Writes the next migration from what changed in prisma/schema.prisma: `npx tsx scripts/make-migration.ts name`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { diffMigrations } from '../lib/db/migrations';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Say what changed, in snake_case: npx tsx scripts/make-migration.ts add_run_priority');
  process.exit(1);
}
const prismaDir = path.resolve('prisma');
const sql = await diffMigrations(new PrismaBetterSqlite3({ url: ':memory:' }), prismaDir);
if (sql.trim() === '' || sql.includes('This is an empty migration')) {
  console.log('The schema and the migrations agree: nothing to write.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(prismaDir, 'migrations', `${stamp}_${name}`);
  await mkdir(folder);
  await writeFile(path.join(folder, 'migration.sql'), sql);
  console.log(`Wrote ${path.relative('.', folder)}/migration.sql`);
}
