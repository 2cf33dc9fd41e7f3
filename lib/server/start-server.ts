import { log } from '../logging/log';
import { getApp } from './app';

/** Brings the application up before the first request; one that cannot come up ends the process, saying why. */
export async function startServer(): Promise<void> {
  try {
    const app = await getApp();
    const holder = globalThis as unknown as Record<symbol, () => Promise<void>>;
    holder[Symbol.for('countersign.shutdown')] = app.shutDown;
  } catch (error) {
    log.fatal({ err: error }, 'Countersign cannot start');
    process.stderr.write(
      `\nCountersign cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  }
}
