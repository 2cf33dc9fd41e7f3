import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { diffMigrations } from '../opening/migrations';

/**
 * Returns the SQL that the migrations in `prismaDir` lack for the schema. Returns null when they lack
 * nothing.
 */
export async function diffSqlite(prismaDir: string): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-migration-'));
  try {
    const empty = new PrismaBetterSqlite3({ url: `file:${path.join(folder, 'empty.db')}` });
    return await diffMigrations(empty, prismaDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
