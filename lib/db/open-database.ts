import type { Database } from './ports/database';
import { openSqlite } from './sqlite/open-sqlite';

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
