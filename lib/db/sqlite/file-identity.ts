import { accessSync, constants, statSync } from 'node:fs';
import { DatabaseUnavailable, type UnavailableReason } from '../database-unavailable.port';

/**
 * SQLite keeps writing to files that were deleted or replaced, and every such write is lost. `checkWrite`, to be called before each
 * commit, and `checkRead` (some microseconds a file) throw `DatabaseUnavailable` when `file`, or for a write its write-ahead log, is no
 * longer the file that it was when this function was called. Both connections must have the log open by then: SQLite removes it when the
 * last connection closes, and puts no other in its place before.
 *
 * `saveLog` is called before a lost log is told of: it copies what only that log has into `file`, as long as a connection holds it open.
 * `explainFault`: what an error of the disk comes from, for which SQLite has one code. Null: unknown.
 */
export function rememberFiles(
  file: string,
  saveLog: () => void,
): { checkWrite: () => void; checkRead: () => void; explainFault: () => UnavailableReason | null } {
  const isFileGone = remember(file);
  const isLogGone = remember(`${file}-wal`);
  const checkFile = (access: 'write' | 'read') => {
    if (isFileGone()) throw new DatabaseUnavailable('gone', access);
  };
  return {
    checkWrite() {
      checkFile('write');
      if (!isLogGone()) return;
      saveLog();
      throw new DatabaseUnavailable('log_gone', 'write');
    },
    // A lost log can be read as before.
    checkRead: () => checkFile('read'),
    explainFault() {
      if (isFileGone()) return 'gone';
      return isOnReadOnlyDisk(file) ? 'read_only' : null;
    },
  };
}

function remember(file: string): () => boolean {
  const opened = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
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
