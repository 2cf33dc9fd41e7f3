/** Says when a request expires. It goes on while the computer sleeps, and not when somebody sets the computer's time. */
export interface Clock {
  /** May be behind by up to `clockLagMs`, never ahead. */
  now(): Date;
}

/** Linux tells the time since its start in hundredths of a second. */
export const clockLagMs = 10;
