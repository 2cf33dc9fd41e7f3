import { randomBytes } from 'node:crypto';
import { copyFile, open, rm, stat } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { explainSystemError } from '../../shared/explain-system-error';
import { listMigrations } from '../migrations';
import { putInFreePlace, putInPlace } from '../put-in-place';
import { type FileReport, inspectDatabaseFile } from './inspect-file';
import { keepPrivate } from './keep-private';
import { leaveWriteAheadLog, NewerDatabase, pageBytes } from './migrate-sqlite';

/** A backup that cannot be made, or used. Its message says what to do. */
export class BackupRefused extends Error {}

/** What to do about a file that cannot be read. */
const advice = {
  database: 'Check DATA_DIR and DATABASE_URL, and run this as the user that runs Countersign.',
  backup: 'Give the name of a file that npm run backup has written.',
};

/**
 * Writes one consistent moment of the database in `file` to `target` (mode 0600), also while a server writes to it; the server
 * does not wait. The file appears under its name when it is complete, checked and on disk. Never replaces a file.
 */
export async function backUpSqlite(file: string, target: string): Promise<FileReport> {
  await requireReadable(file, 'database');
  try {
    return await writeBackup(file, target);
  } catch (error) {
    if (isDamage(error))
      throw new BackupRefused(
        `The database ${file} is damaged, or no database. Look at it with npm run doctor, or restore a backup: npm run restore -- FILE`,
        { cause: error },
      );
    // Only the backup is written, so it is its disk that has no room.
    const fault = explainSystemError(error, { ENOENT: { reason: 'there is no such folder' } });
    if (!fault) throw error;
    const toDo = fault.remedy ? `${fault.remedy}, or name` : 'Name';
    throw new BackupRefused(
      `The backup cannot be written to ${target}: ${fault.reason}. ${toDo} a file in a folder that exists and that you may write to.`,
      { cause: error },
    );
  }
}

async function writeBackup(file: string, target: string): Promise<FileReport> {
  const taken = () => new BackupRefused(`The file ${target} exists. Choose another name.`);
  if (await isThere(target)) throw taken();
  const partial = `${target}.${randomBytes(8).toString('hex')}.partial`;
  try {
    await keepPrivate([partial]);
    const source = new Sqlite(file, { fileMustExist: true });
    try {
      source.pragma(`page_size=${pageBytes}`);
      source.prepare('VACUUM INTO ?').run(partial);
    } finally {
      source.close();
    }
    const report = inspectSound(partial, target);
    await putInFreePlace(partial, target).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? taken() : error;
    });
    return report;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Puts the backup in the place of the database in `file`. The present database is kept under the name that is answered as `aside`
 * (null: there was none). A process that is killed on the way leaves the present database or the backup. Call it only while
 * the data folder is locked (`lockDataFolder`). Throws `BackupRefused` or `NewerDatabase` and changes nothing when the backup is of no use.
 */
export async function restoreSqlite(
  backup: string,
  file: string,
  prismaDir: string,
): Promise<{ report: FileReport; aside: string | null }> {
  await requireReadable(backup, 'backup');
  const known = await listMigrations(prismaDir);
  const copy = `${file}.restoring`;
  await rm(copy, { force: true });
  try {
    await copyFile(backup, copy);
    await keepPrivate([copy]);
    const report = inspectSound(copy, backup);
    if (report.migrations.length === 0)
      throw new BackupRefused(`The file ${backup} is no backup of Countersign.`);
    const unknown = report.migrations.find((name) => !known.includes(name));
    if (unknown) throw new NewerDatabase(backup, unknown);
    leaveWriteAheadLog(copy);
    const aside = await keepAside(file, 'restore');
    // The log of a damaged database would be read as part of the backup.
    for (const part of ['-wal', '-shm']) await rm(`${file}${part}`, { force: true });
    await putInPlace(copy, file);
    return { report, aside };
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
}

/**
 * Keeps a copy of the database with everything in its write-ahead log, and leaves it without one. A database whose log cannot be read is
 * kept as it is, with its log beside it.
 */
export async function keepAside(file: string, before: 'restore' | 'repair'): Promise<string | null> {
  if (!(await isThere(file))) return null;
  const aside = `${file}.before-${before}-${new Date().toISOString().replaceAll(':', '-')}`;
  // A copy that was cut off has the same name, and the next one takes its place.
  const partial = `${file}.before-${before}.partial`;
  for (const part of foldLog(file) ? [''] : ['-wal', '']) {
    if (!(await isThere(`${file}${part}`))) continue;
    await copyFile(`${file}${part}`, partial);
    await keepPrivate([partial]);
    await putInPlace(partial, `${aside}${part}`);
  }
  return aside;
}

/** False: the database is damaged. Throws when the disk is in the way: nothing has changed then. */
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

/** `backup`: the name of the file for a person. */
function inspectSound(file: string, backup: string): FileReport {
  let report: FileReport;
  try {
    report = inspectDatabaseFile(file);
  } catch (error) {
    throw new BackupRefused(
      `The backup ${backup} cannot be read: it is damaged, or no database. ${advice.backup}`,
      { cause: error },
    );
  }
  if (report.faults.length > 0)
    throw new BackupRefused(`The backup ${backup} is damaged:\n${report.faults.join('\n')}`);
  return report;
}

async function isThere(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  await handle?.close();
  return handle !== null;
}

/** Throws `BackupRefused` unless there is a file that this user may read. */
export async function requireReadable(file: string, what: keyof typeof advice): Promise<void> {
  const refuse = (reason: string) =>
    new BackupRefused(`The ${what} ${file} cannot be read: ${reason}. ${advice[what]}`);
  let isFolder: boolean;
  try {
    if (!(await isThere(file))) throw new BackupRefused(`There is no ${what} at ${file}. ${advice[what]}`);
    isFolder = (await stat(file)).isDirectory();
  } catch (error) {
    const fault = explainSystemError(error);
    throw fault ? refuse(fault.reason) : error;
  }
  if (isFolder) throw refuse('it is a folder');
}
