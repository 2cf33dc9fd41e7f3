import { isToldAsOutage } from '../db/ports/database-unavailable.port';
import { log } from '../logging/log';

/**
 * Logs what a loop throws. The log has one line about an outage of the database, and one about its damage, so a
 * loop adds none, however often it meets them.
 */
export const reportFailure =
  (message: string, level: 'error' | 'warn' = 'error') =>
  (error: unknown): void => {
    if (!isToldAsOutage(error)) log[level]({ err: error }, message);
  };
