import { randomBytes } from 'node:crypto';
import { copyFile, open, rm, stat } from 'node:fs/promises';
import Sqlite from 'better-sqlite3';
import { explainSystemError } from '../opening/explain-system-error';
import { listMigrations } from '../opening/migrations';
import { NewerDatabase } from '../opening/opening-refused';
import { putInFreePlace, putInPlace } from '../opening/put-in-place';
import { type FileReport, inspectDatabaseFile } from '../sqlite/inspect-file';
import { keepPrivate } from '../sqlite/keep-private';
import { leaveWriteAheadLog, pageBytes } from '../sqlite/migrate-sqlite';

/** Reports a backup that cannot be made or used. Its message says what to do. */
export class BackupRefused extends Error {}

/** Tells a person what to do about a file that cannot be read. */
const advice = {
  database: 'Check DATA_DIR and DATABASE_URL, and run this as the user that runs Countersign.',
  backup: 'Give the name of a file that npm run backup has written.',
};

/**
 * Writes one consistent moment of the database in `file` to `target` (mode 0600), even while a server writes
 * to it. The server does not wait. The file gets its name when it is complete, checked and on disk. It never
 * replaces a file.
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
    // This only writes the backup, so the fault is on the backup's disk.
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

/** `backup` names the file for a person. */
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

/** Throws `BackupRefused` unless the file exists and this user may read it. */
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
