/**
 * Decides when a request expires. The clock continues while the computer sleeps, and ignores changes of the
 * computer's time.
 */
export interface Clock {
  /** The result may be late by up to `clockLagMs`, and is never early. */
  now(): Date;
}

/** Linux tells the time since its start in hundredths of a second. */
export const clockLagMs = 10;
