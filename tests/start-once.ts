import '../lib/logging/testing/quiet-log';
import { ConfigError } from '../lib/config/config';
import { startApp } from '../lib/server/app';

/** Starts and ends an app with these settings. Returns `started`, or the words that a person reads. */
export async function startOnce(environment: Record<string, string | undefined>): Promise<string> {
  try {
    await (await startApp({ environment })).shutDown();
    return 'started';
  } catch (error) {
    return error instanceof ConfigError ? error.message : `Not explained: ${error}`;
  }
}

/**
 * `node --import tsx tests/start-once.ts` does the same as its own process, with its own
 * variables.
 */
if (process.argv[1] === import.meta.filename) process.stdout.write(await startOnce(process.env));
