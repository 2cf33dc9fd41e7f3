import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseUnavailable, type UnavailableReason } from '../ports/database-unavailable.port';

/**
 * The coarsest folder times that a file system keeps are 2 s (FAT). A file that comes or goes within that
 * time of a look may leave them unchanged.
 */
const settledAfterMs = 3_000;

export type RememberedFiles = {
  /** Call this before each commit. */
  checkWrite(): void;
  /** Call this before each read. A lost log stays readable. */
  checkRead(): void;
  /** Checks as `checkWrite` does, without relying on the times of the folder. Call this now and then. */
  checkFiles(): void;
  /** Finds the cause of a disk error, because SQLite has one code for all causes. Null means unknown. */
  explainFault(): UnavailableReason | null;
};

/**
 * Checks that the database's files are still the same. SQLite keeps writing to files that were deleted or
 * replaced, and every such write is lost. The checks throw `DatabaseUnavailable` when `file`, or for a write
 * its write-ahead log, is no longer the file that it was at this call. Both connections must have the log
 * open by then: SQLite removes the log when the last connection closes, and puts no other in its place
 * before.
 *
 * While the times of the folder stay the same, so do its files. A commit looks at the folder and not at the
 * log. Linux (6.13 and later) writes the time of a file again after each look at it, which makes the next
 * `fsync` take half as long again (docs/performance.md).
 *
 * The checks call `saveLog` before they report a lost log. It copies data that only that log has into `file`,
 * as long as a connection holds the log open.
 */
export function rememberFiles(file: string, saveLog: () => void): RememberedFiles {
  const isFileGone = remember(file);
  const isLogGone = remember(`${file}-wal`);
  const folder = path.dirname(realpathSync(file));
  /** The folder looked like this before the files were last found in it. */
  let known: Stats | undefined;
  const checkFile = (access: 'write' | 'read') => {
    if (isFileGone()) throw new DatabaseUnavailable('gone', access);
  };
  const checkFiles = () => {
    checkFile('write');
    if (!isLogGone()) return;
    saveLog();
    throw new DatabaseUnavailable('log_gone', 'write');
  };
  return {
    checkWrite() {
      const seen = findStats(folder);
      if (seen && known && isSameFolder(seen, known)) return;
      known = undefined;
      checkFiles();
      known = seen && isSettled(seen) ? seen : undefined;
    },
    checkRead: () => checkFile('read'),
    checkFiles,
    explainFault() {
      if (isFileGone()) return 'gone';
      return isOnReadOnlyDisk(file) ? 'read_only' : null;
    },
  };
}

function isSameFolder(one: Stats, other: Stats): boolean {
  return (
    one.ino === other.ino &&
    one.dev === other.dev &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  );
}

/** A time in the future is not settled: it means that the computer's clock was set back. */
const isSettled = ({ mtimeMs, ctimeMs }: Stats) => Math.max(mtimeMs, ctimeMs) < Date.now() - settledAfterMs;

/**
 * Returns undefined when the place does not exist or is out of reach: a folder in its path is now a file or
 * closed, or its disk is gone.
 */
function findStats(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function remember(file: string): () => boolean {
  const opened = statSync(file);
  return () => {
    const found = findStats(file);
    return found?.ino !== opened.ino || found.dev !== opened.dev;
  };
}

/**
 * Tells whether the disk is read-only. A disk becomes so by itself after a fault, and the system then says so
 * to every user, even root.
 */
function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
