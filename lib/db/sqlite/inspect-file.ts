import Sqlite from 'better-sqlite3';
import { readAppliedMigrations } from './migrate-sqlite';

/** Reports on a database file. The file is sound when `faults` is empty. */
export type FileReport = {
  /** Counts rows by table. */
  rows: Record<string, number>;
  migrations: string[];
  /** SQLite's own checks say this, in at most 20 lines. */
  faults: string[];
};

/**
 * Counts and checks the database in `file`, even while a server uses it. Throws SQLite's error for a file
 * that is not a database.
 */
export function inspectDatabaseFile(file: string): FileReport {
  const migrations = readAppliedMigrations(file);
  const database = new Sqlite(file, { fileMustExist: true });
  try {
    // One transaction takes all counts at the same moment.
    return database.transaction(() => {
      const names = database
        .prepare<[], string>(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        )
        .pluck()
        .all();
      const count = (table: string) =>
        database.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;
      return {
        rows: Object.fromEntries(names.map((name) => [name, count(name)])),
        migrations,
        faults: listFaults(database),
      };
    })();
  } finally {
    database.close();
  }
}

function listFaults(database: Sqlite.Database): string[] {
  const checked = database.prepare<[], string>('PRAGMA integrity_check(20)').pluck().all();
  const orphans = database.pragma('foreign_key_check') as { table: string; rowid: number }[];
  return [
    ...checked.filter((line) => line !== 'ok'),
    ...orphans.map(({ table, rowid }) => `row ${rowid} of ${table} belongs to a row that does not exist`),
  ].slice(0, 20);
}
