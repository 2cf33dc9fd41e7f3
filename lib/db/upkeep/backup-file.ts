import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { explainSystemError } from '../opening/explain-system-error';
import { putInFreePlace } from '../opening/put-in-place';
import { DatabaseUnavailable } from '../ports/database-unavailable.port';
import { type FileReport, inspectDatabaseFile } from '../sqlite/inspect-file';
import { keepPrivate } from '../sqlite/keep-private';

/** Reports a backup that cannot be made or used. Its message says what to do. */
export class BackupRefused extends Error {}

/** Tells a person what to do about a file that cannot be read. */
const advice = {
  database: 'Check DATA_DIR and DATABASE_URL, and run this as the user that runs Countersign.',
  backup: 'Give the name of a file that npm run backup has written.',
};

/**
 * Makes the backup `target` (mode 0600). `fill` writes it under another name. The file gets its name when it is
 * complete, checked and on disk. It never replaces a file.
 */
export async function writeBackupFile(
  target: string,
  fill: (partial: string) => Promise<void> | void,
): Promise<FileReport> {
  const taken = () => new BackupRefused(`The file ${target} exists. Choose another name.`);
  const partial = `${target}.${randomBytes(8).toString('hex')}.partial`;
  try {
    if (await isThere(target)) throw taken();
    await keepPrivate([partial]);
    await fill(partial);
    const report = inspectSound(partial, target);
    await putInFreePlace(partial, target).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? taken() : error;
    });
    return report;
  } catch (error) {
    // What keeps the file from being written may keep it from being removed, too.
    await rm(partial, { force: true }).catch(() => {});
    throw explainTarget(error, target) ?? error;
  }
}

/** Filling a backup only writes the backup, so a fault of a disk is on the backup's disk. */
function explainTarget(error: unknown, target: string): BackupRefused | null {
  const ofDisk = error instanceof DatabaseUnavailable ? error.cause : error;
  const fault = explainSystemError(ofDisk, { ENOENT: { reason: 'there is no such folder' } });
  if (!fault) return null;
  const toDo = fault.remedy ? `${fault.remedy}, or name` : 'Name';
  return new BackupRefused(
    `The backup cannot be written to ${target}: ${fault.reason}. ${toDo} a file in a folder that exists and that you may write to.`,
    { cause: error },
  );
}

/** Checks a backup, and throws `BackupRefused` when it is damaged. `backup` names the file for a person. */
export function inspectSound(file: string, backup: string): FileReport {
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

export async function isThere(file: string): Promise<boolean> {
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
