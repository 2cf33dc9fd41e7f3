import { ConfigError } from '../config/config';
import { log } from '../logging/log';
import { getApp } from './app';
import { doorKeeper } from './door-keeper';
import { shutdown } from './shutdown';

/**
 * Starts the application before the first request, unless the process ends already. When it cannot start, says
 * why and ends the process.
 */
export async function startOrExit(): Promise<void> {
  if (shutdown.hasBegun) return;
  try {
    const starting = getApp();
    shutdown.app = starting;
    doorKeeper.appoint((await starting).door);
  } catch (error) {
    // A setting that cannot be used is no bug, and the sentence below says everything about it.
    if (!(error instanceof ConfigError)) log.fatal({ err: error }, 'Countersign cannot start');
    process.stderr.write(
      `\nCountersign cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}
