import { AppError } from '../../shared/app-error';

/** Says why the database takes no writes, or answers no reads, for now. */
export type UnavailableReason =
  | 'busy'
  | 'full'
  | 'read_only'
  | 'gone'
  | 'log_gone'
  | 'io_error'
  | 'closed'
  // These are reasons of a server of PostgreSQL.
  | 'unreachable'
  | 'refused'
  | 'interrupted'
  | 'no_connection'
  | 'standby'
  | 'crowded';

type Trouble = UnavailableReason | 'damaged';

/** `problem` ends a sentence about the database. `advice` tells a person what to do. */
const reasons: Record<Trouble, { problem: string; advice: string }> = {
  busy: {
    problem: 'another program keeps it busy',
    advice: 'Close the program that writes to it.',
  },
  full: { problem: 'the disk is full', advice: 'Free some space on that disk.' },
  read_only: {
    problem: 'it is read-only',
    advice: 'Make the folder and its files writable for the user that runs Countersign.',
  },
  gone: {
    problem: 'its file was removed or replaced',
    advice: 'Put the same file back, or stop Countersign and restore a backup.',
  },
  log_gone: {
    problem: 'its log, the file that ends with -wal, was removed or replaced',
    advice: 'Put the same file back, or stop Countersign and start it again. Nothing that was saved is lost.',
  },
  io_error: { problem: 'the disk reports errors', advice: 'Check the disk.' },
  unreachable: {
    problem: 'its server cannot be reached',
    advice: 'Check that PostgreSQL runs, and that DATABASE_URL has its address.',
  },
  refused: {
    problem: 'its server lets Countersign in no longer',
    advice: 'Check the user, the password and the database in DATABASE_URL.',
  },
  interrupted: {
    problem: 'its server interrupted the work',
    advice: 'Read the log of PostgreSQL. It may be short of memory, or have a time limit that is too low.',
  },
  no_connection: {
    problem: 'its server takes no more connections',
    advice: 'Raise max_connections of PostgreSQL, or stop other programs that use it.',
  },
  standby: {
    problem: 'its server takes no writes',
    advice: 'It may be a standby. Set DATABASE_URL to the primary server.',
  },
  crowded: {
    problem: 'too many changes of the same data met',
    advice: 'Try again.',
  },
  closed: { problem: 'Countersign is stopping', advice: 'Start Countersign again.' },
  damaged: {
    problem: 'its file is damaged',
    advice: 'Stop Countersign and restore a backup: npm run restore -- FILE',
  },
};

/**
 * Says since when and why the database is unavailable. `damaged` means that a part of its file cannot be
 * read, while other parts may be sound.
 */
export type Outage = { reason: Trouble; since: Date };

/**
 * Tells whether the last attempt could write to the database. During an outage, the server tries again each
 * second. Damage is no outage, because the server reads and writes sound data as before. Damage stays known
 * until the restart, because no write heals it.
 */
export interface Outages {
  /** Returns the outage, or else damage that the server has met since its start. Null means neither. */
  current(): Outage | null;
  /**
   * Calls `listener` when an outage begins, changes its reason or ends (null). The listener must not throw.
   */
  onChange(listener: (outage: Outage | null) => void): void;
  /** Calls `listener` once, at the first damage. The listener must not throw. */
  onDamage(listener: (damage: Outage) => void): void;
}

/** Describes the outage in one sentence. */
export function describeOutage({ reason }: Pick<Outage, 'reason'>): string {
  const what =
    reason === 'damaged' ? 'A part of the database cannot be read' : 'The database cannot be written';
  return `${what}: ${reasons[reason].problem}.`;
}

export function adviseOnOutage({ reason }: Pick<Outage, 'reason'>): string {
  return reasons[reason].advice;
}

const brand = Symbol.for('countersign.DatabaseUnavailable');

/**
 * Reports that the database cannot be written, or read, for now. The database stores nothing of the
 * transaction that fails, so the caller may try again when the cause is gone. Only when the connection to
 * PostgreSQL breaks, the transaction may be stored (`mayBeSaved`), because the answer was lost. The server
 * answers 503 to a request that fails with it.
 */
export class DatabaseUnavailable extends AppError {
  readonly [brand] = true;

  /** `access` says what failed. `cause` is the driver's own error, for the log. */
  constructor(
    readonly reason: UnavailableReason,
    readonly access: 'write' | 'read',
    cause?: unknown,
    { mayBeSaved = false } = {},
  ) {
    super(
      'database_unavailable',
      mayBeSaved
        ? 'This may or may not have been saved: the connection to the database broke. Look before you try again.'
        : describe(reason, access),
    );
    this.cause = cause;
  }

  /** Accepts every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

const fileBrand = Symbol.for('countersign.DamagedFile');

/**
 * Reports a part of the database's file that no read or write can use. Other parts may be sound. The damage
 * does not pass by itself, so nothing tries again. The database stores nothing of the transaction that fails
 * with it. The server answers 409 to a request that fails with it.
 */
export class DamagedFile extends AppError {
  readonly [fileBrand] = true;
  readonly reason = 'damaged';

  /** `access` says what failed. `cause` is the driver's own error, for the log. */
  constructor(
    readonly access: 'write' | 'read',
    cause?: unknown,
  ) {
    super(
      'damaged_data',
      'This needs a part of the database that cannot be read: its file is damaged. ' +
        adviseOnOutage({ reason: 'damaged' }),
    );
    this.cause = cause;
  }

  /** Accepts every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && fileBrand in value;
  }
}

/** Tells whether the database itself is the cause: its file, its disk or another program. */
export function isDatabaseFault(error: unknown): error is DatabaseUnavailable | DamagedFile {
  return error instanceof DatabaseUnavailable || error instanceof DamagedFile;
}

/**
 * Tells whether `Outages` has this error, so that it is told there. A closed connection is no outage, because
 * nothing would end it. Nor are transactions that met too often.
 */
export function isToldAsOutage(error: unknown): error is DatabaseUnavailable | DamagedFile {
  return isDatabaseFault(error) && error.reason !== 'closed' && error.reason !== 'crowded';
}

function describe(reason: UnavailableReason, access: 'write' | 'read'): string {
  if (access === 'write') return `Nothing was saved. ${describeOutage({ reason })} Try again in a moment.`;
  return `The database cannot be read: ${reasons[reason].problem}. Try again in a moment.`;
}
