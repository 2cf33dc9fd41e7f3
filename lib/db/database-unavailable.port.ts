import { AppError } from '../shared/app-error';

/** Why the database takes no writes, or answers no reads, for now. */
export type UnavailableReason = 'busy' | 'full' | 'read_only' | 'gone' | 'log_gone' | 'io_error' | 'closed';

type Trouble = UnavailableReason | 'damaged';

/** What is wrong, as the end of a sentence about the database, and what a person can do about it. */
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
  closed: { problem: 'Countersign is stopping', advice: 'Start Countersign again.' },
  damaged: {
    problem: 'its file is damaged',
    advice: 'Stop Countersign and restore a backup: npm run restore -- FILE',
  },
};

/** Since when the database is unavailable, and why. `damaged`: a part of its file cannot be read; other parts may be sound. */
export type Outage = { reason: Trouble; since: Date };

/**
 * Whether the database takes writes, as far as the last attempt tells. During an outage it is tried again each second. Damage is no
 * outage, because sound data is read and written as before, and stays known until the restart, because no write heals it.
 */
export interface Outages {
  /** The outage, else damage that was met since the start. Null: neither is known. */
  current(): Outage | null;
  /** `listener` is called when an outage begins, changes its reason or ends (null). It must not throw. */
  onChange(listener: (outage: Outage | null) => void): void;
  /** `listener` is called once, when damage is first met. It must not throw. */
  onDamage(listener: (damage: Outage) => void): void;
}

/** The outage in one sentence. */
export function describeOutage({ reason }: Pick<Outage, 'reason'>): string {
  const what =
    reason === 'damaged' ? 'A part of the database cannot be read' : 'The database cannot be written';
  return `${what}: ${reasons[reason].problem}.`;
}

/** What a person can do about it. */
export function adviseOnOutage({ reason }: Pick<Outage, 'reason'>): string {
  return reasons[reason].advice;
}

const brand = Symbol.for('countersign.DatabaseUnavailable');

/**
 * The database cannot be written, or read, for now. Of the transaction that failed with it nothing is stored, so it may be
 * tried again when the cause is gone. A request that fails with it is answered 503.
 */
export class DatabaseUnavailable extends AppError {
  readonly [brand] = true;

  /** `access`: what failed. `cause`: the driver's own error, for the log. */
  constructor(
    readonly reason: UnavailableReason,
    readonly access: 'write' | 'read',
    cause?: unknown,
  ) {
    super('database_unavailable', describe(reason, access));
    this.cause = cause;
  }

  /** True for every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

function describe(reason: UnavailableReason, access: 'write' | 'read'): string {
  if (access === 'write') return `Nothing was saved. ${describeOutage({ reason })} Try again in a moment.`;
  return `The database cannot be read: ${reasons[reason].problem}. Try again in a moment.`;
}
