import Sqlite from 'better-sqlite3';

/** A server that works holds the write lock for moments only. */
const lockWaitMs = 5_000;

/** Runs `work` as one transaction beside a server that runs. Throws when the database cannot be written. */
export function writeBeside<Result>(file: string, work: (database: Sqlite.Database) => Result): Result {
  const database = new Sqlite(file, { fileMustExist: true, timeout: lockWaitMs });
  try {
    return database.transaction(work).immediate(database);
  } finally {
    database.close();
  }
}
