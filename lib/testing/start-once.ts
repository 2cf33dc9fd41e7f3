import '../logging/testing/quiet-log';
import { ConfigError } from '../config/config';
import { startApp } from '../server/app';

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
 * `node --import tsx lib/testing/start-once.ts` does the same as its own process, with its own
 * variables.
 */
if (process.argv[1] === import.meta.filename) process.stdout.write(await startOnce(process.env));
