import { AppError } from '../../shared/app-error';
import { adviseOnOutage } from './database-unavailable.port';

const brand = Symbol.for('countersign.DamagedFile');

/**
 * Reports a part of the database's file that no read or write can use. Other parts may be sound. The damage
 * does not pass by itself, so nothing tries again. The database stores nothing of the transaction that fails
 * with it. The server answers 409 to a request that fails with it.
 */
export class DamagedFile extends AppError {
  readonly [brand] = true;
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
    return typeof value === 'object' && value !== null && brand in value;
  }
}
