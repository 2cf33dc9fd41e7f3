import { diffMigrations } from '../opening/migrations';
import { createMigrationAdapter } from './migration-adapter';

/**
 * Returns the SQL that the migrations in `prismaDir` lack for the schema, or null when they lack nothing.
 * `emptyDatabase` is the address of a database without tables.
 */
export async function diffPostgresql(emptyDatabase: string, prismaDir: string): Promise<string | null> {
  const sql = await diffMigrations(createMigrationAdapter(emptyDatabase), prismaDir);
  return sql && withByteOrder(sql);
}

/** Matches the type of a column. The first column that is added to a table is on the line of ALTER TABLE. */
const textColumn = /((?:^\s*|ADD COLUMN\s+)"\w+" TEXT)\b/gm;

/**
 * Makes texts sort by their bytes, as they do in SQLite and JavaScript, whatever the database's own order is.
 * Pages, ranges of statuses and the check of usage rows rely on it.
 */
const withByteOrder = (sql: string): string => sql.replaceAll(textColumn, '$1 COLLATE "C"');
