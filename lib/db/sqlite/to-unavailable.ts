import {
  DamagedFile,
  DatabaseUnavailable,
  isDatabaseFault,
  type UnavailableReason,
} from '../ports/database-unavailable.port';

/** Maps SQLite's result codes (https://www.sqlite.org/rescode.html). The first matching prefix decides. */
const reasonsByCode: readonly [prefix: string, reason: UnavailableReason | 'damaged'][] = [
  ['SQLITE_READONLY_DBMOVED', 'gone'],
  // SQLite could not grow the file that the readers of the write-ahead log share.
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
 * Turns an error of better-sqlite3, or of Prisma's adapter for it, into `DatabaseUnavailable` or
 * `DamagedFile`. Returns null when the error is about the statement and not about the database. It asks
 * `explainFault` about an error of the disk, because SQLite has one code for all of them.
 */
export function toUnavailable(
  error: unknown,
  access: 'write' | 'read',
  explainFault: () => UnavailableReason | null = () => null,
): DatabaseUnavailable | DamagedFile | null {
  if (isDatabaseFault(error)) return error;
  if (error instanceof TypeError && error.message === closedMessage)
    return new DatabaseUnavailable('closed', access, error);
  const code = readCode(error);
  const [, reason] = reasonsByCode.find(([prefix]) => code.startsWith(prefix)) ?? [];
  if (!reason) return null;
  if (reason === 'damaged') return new DamagedFile(access, error);
  const cause = reason === 'io_error' ? explainFault() : null;
  return new DatabaseUnavailable(cause ?? reason, access, error);
}

/** better-sqlite3 throws this message, without a code, when code uses a closed connection. */
const closedMessage = 'The database connection is not open';

type DriverCause = { originalCode?: unknown };
type CodedError = {
  code?: unknown;
  cause?: DriverCause;
  meta?: { driverAdapterError?: { cause?: DriverCause } };
};

/** Reads SQLite's own code. Returns an empty text when there is none. */
function readCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code, cause, meta } = error as CodedError;
  return String(meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode ?? code ?? '');
}
