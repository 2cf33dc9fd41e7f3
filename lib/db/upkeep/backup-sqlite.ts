import { copyFile, rm } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { listMigrations } from '../opening/migrations';
import { NewerDatabase } from '../opening/opening-refused';
import { putInPlace } from '../opening/put-in-place';
import type { FileReport } from '../sqlite/inspect-file';
import { keepPrivate } from '../sqlite/keep-private';
import { leaveWriteAheadLog, pageBytes } from '../sqlite/migrate-sqlite';
import { BackupRefused, inspectSound, isThere, requireReadable, writeBackupFile } from './backup-file';

/**
 * Writes one consistent moment of the database in `file` to `target` (mode 0600), even while a server writes
 * to it. The server does not wait. The file gets its name when it is complete, checked and on disk. It never
 * replaces a file.
 */
export async function backUpSqlite(file: string, target: string): Promise<FileReport> {
  await requireReadable(file, 'database');
  try {
    return await writeBackupFile(target, (partial) => {
      const source = new Sqlite(file, { fileMustExist: true });
      try {
        source.pragma(`page_size=${pageBytes}`);
        source.prepare('VACUUM INTO ?').run(partial);
      } finally {
        source.close();
      }
    });
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new BackupRefused(
      `The database ${file} is damaged, or no database. Look at it with npm run doctor, or restore a backup: npm run restore -- FILE`,
      { cause: error },
    );
  }
}

/**
 * Puts the backup in the place of the database in `file`. It keeps the present database under the name
 * `aside` (null means that there was none). A process that is killed midway leaves the present database or
 * the backup. Call it only while the data folder is locked (`lockDataFolder`). Throws `BackupRefused` or
 * `NewerDatabase` and changes nothing when the backup is unusable.
 */
export async function restoreSqlite(
  backup: string,
  file: string,
  prismaDir: string,
): Promise<{ report: FileReport; aside: string | null }> {
  const copy = `${file}.restoring`;
  try {
    const report = await copyBackup(backup, copy, prismaDir);
    leaveWriteAheadLog(copy);
    const aside = await keepAside(file, 'restore');
    // SQLite would read the log of a damaged database as part of the backup.
    for (const part of ['-wal', '-shm']) await rm(`${file}${part}`, { force: true });
    await putInPlace(copy, file);
    return { report, aside };
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

/**
 * Copies a backup that this build can use to `copy`, and checks it there. Throws `BackupRefused` or
 * `NewerDatabase`.
 */
export async function copyBackup(backup: string, copy: string, prismaDir: string): Promise<FileReport> {
  await requireReadable(backup, 'backup');
  const known = await listMigrations(prismaDir);
  await rm(copy, { force: true });
  await copyFile(backup, copy);
  await keepPrivate([copy]);
  const report = inspectSound(copy, backup);
  if (report.migrations.length === 0)
    throw new BackupRefused(`The file ${backup} is no backup of Countersign.`);
  const unknown = report.migrations.find((name) => !known.includes(name));
  if (unknown) throw new NewerDatabase(backup, unknown);
  return report;
}

/**
 * Keeps a copy of the database with everything in its write-ahead log, and removes the log. When the log
 * cannot be read, it keeps the database as it is, with the log beside it.
 */
export async function keepAside(file: string, before: 'restore' | 'repair'): Promise<string | null> {
  if (!(await isThere(file))) return null;
  const aside = `${file}.before-${before}-${new Date().toISOString().replaceAll(':', '-')}`;
  // An interrupted copy has this name too, and the next copy takes its place.
  const partial = `${file}.before-${before}.partial`;
  for (const part of foldLog(file) ? [''] : ['-wal', '']) {
    if (!(await isThere(`${file}${part}`))) continue;
    await copyFile(`${file}${part}`, partial);
    await keepPrivate([partial]);
    await putInPlace(partial, `${aside}${part}`);
  }
  return aside;
}

/** Returns false when the database is damaged. Throws and changes nothing when the disk has a fault. */
function foldLog(file: string): boolean {
  try {
    leaveWriteAheadLog(file);
    return true;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

const isDamage = (error: unknown) =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
