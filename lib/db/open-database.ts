import type { Database } from './ports/database';
import type { DamagedFile, DatabaseUnavailable } from './ports/database-unavailable.port';
import { NewerDatabase } from './sqlite/migrate-sqlite';
import { openSqlite } from './sqlite/open-sqlite';
import { toUnavailable } from './sqlite/to-unavailable';

export { lockDatabase, lockDataFolder } from './sqlite/instance-lock';
export { NewerDatabase };

/**
 * Opens (and creates, and migrates) the database at `url`. Its scheme names the kind of database: `file:` and
 * a path is SQLite. `prismaDir` is the folder of the schema and the migrations. A new database begins as a
 * copy of `template`, a migrated SQLite file without rows.
 */
export function openDatabase({
  url,
  prismaDir,
  template = null,
}: {
  url: string;
  prismaDir: string;
  template?: string | null;
}): Promise<Database> {
  return openSqlite(url.replace(/^file:/, ''), prismaDir, { template });
}

/** Returns what keeps a database from opening, or null when the error is about something else. */
export function findOpeningFault(error: unknown): NewerDatabase | DatabaseUnavailable | DamagedFile | null {
  return error instanceof NewerDatabase ? error : toUnavailable(error, 'write');
}
