import { accessSync, constants, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseUnavailable, type UnavailableReason } from '../database-unavailable.port';

/**
 * The coarsest times of a folder that a file system keeps are 2 s (FAT). What comes or goes within that time of a look may leave them
 * as they were.
 */
const settledAfterMs = 3_000;

export type RememberedFiles = {
  /** To be called before each commit. */
  checkWrite(): void;
  /** To be called before each read. A lost log can be read as before. */
  checkRead(): void;
  /** As `checkWrite`, and does not rely on the times of the folder. To be called now and then. */
  checkFiles(): void;
  /** What an error of the disk comes from, for which SQLite has one code. Null: unknown. */
  explainFault(): UnavailableReason | null;
};

/**
 * SQLite keeps writing to files that were deleted or replaced, and every such write is lost. The checks throw `DatabaseUnavailable` when
 * `file`, or for a write its write-ahead log, is no longer the file that it was when this function was called. Both connections must
 * have the log open by then: SQLite removes it when the last connection closes, and puts no other in its place before.
 *
 * As long as the times of their folder stay, the files in it stay. A commit looks at the folder and not at the log, because Linux (6.13 and
 * later) writes the time of a file again after each look at it, which makes the next `fsync` take half as long again (docs/performance.md).
 *
 * `saveLog` is called before a lost log is told of: it copies what only that log has into `file`, as long as a connection holds it open.
 */
export function rememberFiles(file: string, saveLog: () => void): RememberedFiles {
  const isFileGone = remember(file);
  const isLogGone = remember(`${file}-wal`);
  const folder = path.dirname(realpathSync(file));
  /** The folder as it was before the files were last found in it. */
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

/** A time in the future, after the computer's clock was set back, is not settled. */
const isSettled = ({ mtimeMs, ctimeMs }: Stats) => Math.max(mtimeMs, ctimeMs) < Date.now() - settledAfterMs;

/** Undefined: it is not there, or cannot be reached any more (a folder in its path is a file now, or closed, or its disk is gone). */
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

/** A disk becomes read-only by itself after a fault. The system then says so to every user, also to root. */
function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
