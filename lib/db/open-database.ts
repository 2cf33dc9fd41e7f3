import path from 'node:path';
import { OpeningRefused } from './opening/opening-refused';
import type { Database } from './ports/database';
import type { DamagedFile, DatabaseUnavailable } from './ports/database-unavailable.port';
import { isSameFile } from './sqlite/is-same-file';
import { openSqlite } from './sqlite/open-sqlite';
import { toUnavailable } from './sqlite/to-unavailable';

export { describeAddress } from './postgresql/address';
export { lockDatabase, lockDataFolder } from './sqlite/instance-lock';
export { OpeningRefused };

/**
 * Opens (and creates, and migrates) the database at `url`. Its scheme names the kind of database: `file:` and
 * a path is SQLite, `postgresql:` is a server. `prismaDir` has a folder for each kind with its schema and
 * migrations. A new SQLite database begins as a copy of `template`, a migrated file without rows. `onRepeat` is
 * called each time a transaction of a server runs again, because it met another one.
 */
export async function openDatabase({
  url,
  prismaDir,
  template = null,
  onRepeat,
}: {
  url: string;
  prismaDir: string;
  template?: string | null;
  onRepeat?: () => void;
}): Promise<Database> {
  if (isPostgresql(url)) {
    // A server with SQLite does not load these packages, which take 15 MB.
    const { openPostgresql } = await import('./postgresql/open-postgresql');
    return openPostgresql(url, path.join(prismaDir, 'postgresql'), onRepeat);
  }
  return openSqlite(toFile(url), path.join(prismaDir, 'sqlite'), { template });
}

/**
 * Tells whether two addresses lead to one database, however they are written. It opens, creates and writes
 * nothing. Throws `OpeningRefused` when a server cannot be asked.
 */
export async function isSameDatabase(one: string, other: string): Promise<boolean> {
  if (isPostgresql(one) !== isPostgresql(other)) return false;
  if (!isPostgresql(one)) return isSameFile(toFile(one), toFile(other));
  const { isSamePostgresql } = await import('./postgresql/is-same-database');
  return isSamePostgresql(one, other);
}

const toFile = (url: string) => url.replace(/^file:/, '');

/** Tells whether the address is that of a server of PostgreSQL. */
export const isPostgresql = (url: string): boolean => /^postgres(ql)?:/.test(url);

/** Returns what keeps a database from opening, or null when the error is about something else. */
export function findOpeningFault(error: unknown): OpeningRefused | DatabaseUnavailable | DamagedFile | null {
  return error instanceof OpeningRefused ? error : toUnavailable(error, 'write');
}
