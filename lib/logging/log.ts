import pino from 'pino';
import { hideSecrets } from './hide-secrets';

/** The only writer of log lines: JSON on standard error, one line each. Never pass it bodies, keys or prompts. */
export const log = pino(
  { base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks: { streamWrite: hideSecrets } },
  pino.destination({ fd: 2, sync: true }),
);
