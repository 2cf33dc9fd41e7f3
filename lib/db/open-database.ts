import type { Database } from './database';
import { openSqlite } from './sqlite/open-sqlite';

/**
 * Opens (and creates, and migrates) the database at `url`. Its scheme names the kind of database: `file:` and a path is
 * SQLite. `prismaDir` is the folder of the schema and the migrations.
 */
export function openDatabase({ url, prismaDir }: { url: string; prismaDir: string }): Promise<Database> {
  return openSqlite(url.replace(/^file:/, ''), prismaDir);
}
