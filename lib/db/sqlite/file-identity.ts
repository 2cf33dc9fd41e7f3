import { accessSync, constants, statSync } from 'node:fs';
import { DatabaseUnavailable, type UnavailableReason } from '../database-unavailable.port';

/**
 * SQLite keeps writing to a file that was deleted or replaced, and every such write is lost. `check`, to be called before each
 * commit and each read (it takes a few microseconds), throws `DatabaseUnavailable` when `file` is no longer the file that it was
 * when this function was called. `explainFault`: what an error of the disk comes from, for which SQLite has one code. Null: unknown.
 */
export function rememberFile(file: string): {
  check: (access: 'write' | 'read') => void;
  explainFault: () => UnavailableReason | null;
} {
  const opened = statSync(file);
  const isGone = () => {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.ino !== opened.ino || found.dev !== opened.dev;
  };
  return {
    check(access) {
      if (isGone()) throw new DatabaseUnavailable('gone', access);
    },
    explainFault() {
      if (isGone()) return 'gone';
      return isOnReadOnlyDisk(file) ? 'read_only' : null;
    },
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
