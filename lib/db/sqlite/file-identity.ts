import { accessSync, constants, statSync } from 'node:fs';
import { DatabaseUnavailable } from '../database-unavailable.port';

/**
 * SQLite keeps writing to a file that was deleted or replaced, and every such write is lost. The answer is a check, to be
 * called around each transaction (it takes a few microseconds): it throws `DatabaseUnavailable` when `file` is no longer
 * the file that it was when this function was called.
 */
export function rememberFile(file: string): (access: 'write' | 'read') => void {
  const opened = statSync(file);
  return (access) => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino !== opened.ino || found.dev !== opened.dev) throw new DatabaseUnavailable('gone', access);
  };
}

/** A disk becomes read-only by itself after a fault. The system then says so to every user, also to root. */
export function isOnReadOnlyDisk(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
