import { AppError } from '../shared/app-error';
import { adviseOnOutage } from './database-unavailable.port';

const brand = Symbol.for('countersign.DamagedFile');

/**
 * A part of the database's file that no read or write can use. Other parts may be sound, and it does not pass by itself: nothing tries
 * again. Of the transaction that failed with it nothing is stored. A request that fails with it is answered 409.
 */
export class DamagedFile extends AppError {
  readonly [brand] = true;
  readonly reason = 'damaged';

  /** `access`: what failed. `cause`: the driver's own error, for the log. */
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

  /** True for every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}
