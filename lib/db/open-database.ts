import type { Database } from './database';
import { openSqlite } from './sqlite/open-sqlite';

/**
 * Opens (and creates, and migrates) the database at `url`. Its scheme names the kind of database: `file:` and a path is
 * SQLite. `prismaDir` is the folder of the schema and the migrations; `template` a migrated SQLite file without rows, to begin with.
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
