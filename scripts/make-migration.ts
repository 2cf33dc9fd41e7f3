/**
 * Writes the next migration from the changes in prisma/schema.prisma: `npx tsx scripts/make-migration.ts name`.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { diffMigrations } from '../lib/db/migrations';

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error(
    'Name the change in snake_case, for example: npx tsx scripts/make-migration.ts add_run_priority',
  );
  process.exit(1);
}
const prismaDir = path.resolve('prisma');
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-migration-'));
const adapterFactory = new PrismaBetterSqlite3({ url: `file:${path.join(folder, 'empty.db')}` });
const sql = await diffMigrations(adapterFactory, prismaDir);
await rm(folder, { recursive: true, force: true });
if (sql.trim() === '' || sql.includes('This is an empty migration')) {
  console.log('The migrations match the schema: nothing to write.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const migration = path.join(prismaDir, 'migrations', `${stamp}_${name}`);
  await mkdir(migration);
  await writeFile(path.join(migration, 'migration.sql'), sql);
  console.log(`Wrote ${path.relative('.', migration)}/migration.sql`);
}
