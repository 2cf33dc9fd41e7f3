import pino from 'pino';

/** The only writer of log lines: JSON on standard error, one line each. Never pass it bodies, keys or prompts. */
export const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime },
  pino.destination({ fd: 2, sync: true }),
);
