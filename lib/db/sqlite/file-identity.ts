import { statSync } from 'node:fs';
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
