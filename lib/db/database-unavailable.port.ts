import { AppError } from '../shared/app-error';

/** Why the database takes no writes, or answers no reads, for now. */
export type UnavailableReason = 'busy' | 'full' | 'read_only' | 'gone' | 'io_error' | 'damaged';

/** What is wrong, as the second half of a sentence that names the database or its folder. */
export const unavailableReasons: Record<UnavailableReason, string> = {
  busy: 'another program is using it',
  full: 'the disk is full',
  read_only: 'it is read-only',
  gone: 'its file was removed or replaced',
  io_error: 'the disk reports errors',
  damaged: 'its file is damaged',
};

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
  const why = unavailableReasons[reason];
  return access === 'write'
    ? `Nothing was saved. The database cannot be written: ${why}. Try again in a moment.`
    : `The database cannot be read: ${why}. Try again in a moment.`;
}
