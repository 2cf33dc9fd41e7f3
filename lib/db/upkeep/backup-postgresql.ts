import path from 'node:path';
import { holdRows, isWithoutRows, removeRows } from '../moving/hold-rows';
import { moveRows, type RowSource, type RowTarget } from '../moving/move-rows';
import { NewerDatabase } from '../opening/opening-refused';
import { putInPlace } from '../opening/put-in-place';
import type { Database } from '../ports/database';
import { openPostgresql } from '../postgresql/open-postgresql';
import { openSnapshot } from '../postgresql/open-snapshot';
import { type FileReport, inspectDatabaseFile } from '../sqlite/inspect-file';
import { openSqlite } from '../sqlite/open-sqlite';
import { BackupRefused, inspectSound, writeBackupFile } from './backup-file';
import { copyBackup } from './backup-sqlite';
import { copyToFile, type OnProgress, removeDatabaseFile } from './copy-to-file';

/** Names what a command that changes the complete PostgreSQL database at `url` needs. */
export type Upkeep = {
  url: string;
  /** It is locked (`lockDataFolder`), and gets what is set aside. */
  dataDir: string;
  /** It has a folder for each kind of database. */
  prismaDir: string;
  /** Throws when a server works on the database. */
  requireStopped(database: Database): Promise<void>;
  onProgress: OnProgress;
};

/**
 * Writes one consistent moment of the PostgreSQL database at `url` to `target`, while servers may write: a SQLite
 * database with all rows, in the newest form (mode 0600). The file gets its name when it is complete, compared and
 * on disk. It never replaces a file. Throws `BackupRefused`, `OpeningRefused` or `MoveRefused`.
 */
export function backUpPostgresql(
  { url, prismaDir, onProgress }: Pick<Upkeep, 'url' | 'prismaDir' | 'onProgress'>,
  target: string,
): Promise<FileReport> {
  return writeBackupFile(target, async (partial) => {
    const snapshot = await openSnapshot(url, path.join(prismaDir, 'postgresql'));
    try {
      await copyToFile(snapshot, partial, prismaDir, onProgress);
    } catch (error) {
      await removeDatabaseFile(partial);
      throw error;
    } finally {
      await snapshot.close();
    }
  });
}

/**
 * Replaces all rows of the PostgreSQL database by those of a backup of either kind, and compares them. It first
 * keeps the present rows as a backup with the name `aside` (null means that there were none). All is one
 * transaction, so a process that is killed leaves the present rows or those of the backup. Throws like
 * `backUpPostgresql`, and then changes nothing.
 */
export async function restorePostgresql(
  upkeep: Upkeep,
  backup: string,
): Promise<{ report: FileReport; aside: string | null }> {
  const sqliteDir = path.join(upkeep.prismaDir, 'sqlite');
  const copy = path.join(upkeep.dataDir, 'postgresql.db.restoring');
  await removeDatabaseFile(copy);
  try {
    await copyBackup(backup, copy, sqliteDir);
    const from = await openSqlite(copy, sqliteDir);
    try {
      // These servers worked on the database when the backup was made.
      await from.write(({ server }) => server.deleteMany());
      const aside = await changeAll(upkeep, async (held) => {
        const kept = await keepPresent(held, upkeep);
        await replaceRows(from, held, upkeep.onProgress);
        return kept;
      });
      return { report: inspectDatabaseFile(copy), aside };
    } finally {
      await from.close();
    }
  } finally {
    await removeDatabaseFile(copy);
  }
}

/** Runs `work` as one transaction that has the complete database for itself. */
export async function changeAll<Result>(
  { url, prismaDir, requireStopped }: Upkeep,
  work: (held: RowTarget) => Promise<Result>,
): Promise<Result> {
  const database = await openPostgresql(url, path.join(prismaDir, 'postgresql')).catch((error) => {
    if (!(error instanceof NewerDatabase)) throw error;
    throw new BackupRefused(
      'The database of DATABASE_URL was made by a newer Countersign, and stays as it is. Create an empty database, name it in DATABASE_URL, and restore the backup there.',
      { cause: error },
    );
  });
  try {
    // A server that works would keep the tables from being locked.
    await requireStopped(database);
    return await holdRows(database, async (held) => {
      await requireStopped({ ...database, ...held });
      return work(held);
    });
  } finally {
    await database.close();
  }
}

/** `from` and the rows that it replaces are in no move. */
export async function replaceRows(from: RowSource, held: RowTarget, onProgress: OnProgress): Promise<void> {
  await removeRows(held);
  await moveRows(from, held, { fromName: 'a backup', onProgress });
}

async function keepPresent(
  held: RowTarget,
  { dataDir, prismaDir, onProgress }: Upkeep,
): Promise<string | null> {
  if (await isWithoutRows(held)) return null;
  const file = path.join(dataDir, 'postgresql.db.before-restore');
  const aside = `${file}-${new Date().toISOString().replaceAll(':', '-')}`;
  const partial = `${file}.partial`;
  await removeDatabaseFile(partial);
  try {
    await copyToFile(held, partial, prismaDir, onProgress);
    inspectSound(partial, aside);
    await putInPlace(partial, aside);
  } finally {
    await removeDatabaseFile(partial);
  }
  return aside;
}
