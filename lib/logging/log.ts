import pino from 'pino';
import { chooseLogLook } from '../config/log-look';
import { formatLogLine } from './format-log-line';
import { hideSecrets } from './hide-secrets';
import { toSourceStack } from './to-source-stack';

const look = chooseLogLook(process.env, { isTerminal: process.stderr.isTTY === true });
const standardError = pino.destination({ fd: 2, sync: true });

/**
 * Writes every log line, on standard error: for people in a terminal, as one line of JSON elsewhere. Never
 * pass it bodies, keys or prompts.
 */
export const log = pino(
  {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: { streamWrite: hideSecrets },
  },
  look.format === 'json'
    ? standardError
    : { write: (line: string) => void standardError.write(formatLogLine(line, look)) },
);

function describeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const described = pino.stdSerializers.err(thrown);
  return { ...described, stack: toSourceStack(described.stack) };
}
