import { DamagedFile } from '../damaged-file.port';
import { DatabaseUnavailable, type UnavailableReason } from '../database-unavailable.port';

/** SQLite's result codes (https://www.sqlite.org/rescode.html); the longest match decides. */
const reasonsByCode: readonly [prefix: string, reason: UnavailableReason | 'damaged'][] = [
  ['SQLITE_READONLY_DBMOVED', 'gone'],
  // The file that the write-ahead log's readers share could not grow.
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'read_only'],
  ['SQLITE_CANTOPEN', 'gone'],
  ['SQLITE_IOERR', 'io_error'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
];

/**
 * The error of better-sqlite3, or of Prisma's adapter for it, as `DatabaseUnavailable` or `DamagedFile`. Null: it says something about
 * the statement and nothing about the database. `explainFault` is asked about an error of the disk: SQLite has one code for all of them.
 */
export function toUnavailable(
  error: unknown,
  access: 'write' | 'read',
  explainFault: () => UnavailableReason | null = () => null,
): DatabaseUnavailable | DamagedFile | null {
  if (error instanceof DatabaseUnavailable || error instanceof DamagedFile) return error;
  if (error instanceof TypeError && error.message === closedMessage)
    return new DatabaseUnavailable('closed', access, error);
  const code = readCode(error);
  const [, reason] = reasonsByCode.find(([prefix]) => code.startsWith(prefix)) ?? [];
  if (!reason) return null;
  if (reason === 'damaged') return new DamagedFile(access, error);
  const cause = reason === 'io_error' ? explainFault() : null;
  return new DatabaseUnavailable(cause ?? reason, access, error);
}

/** What better-sqlite3 says about each use of a connection that was closed. It has no code for that. */
const closedMessage = 'The database connection is not open';

type DriverCause = { originalCode?: unknown };
type CodedError = {
  code?: unknown;
  cause?: DriverCause;
  meta?: { driverAdapterError?: { cause?: DriverCause } };
};

/** SQLite's own code when there is one. Empty: there is none. */
function readCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code, cause, meta } = error as CodedError;
  return String(meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? code ?? '');
}
