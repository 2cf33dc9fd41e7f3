import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../logging/log';
import { shutdown } from './shutdown';

/**
 * Limits how long the app may take to end its work; the process ends within 3 s of the signal. The limit is
 * longer than the 2 s that a command gets to end by itself, so that the app can kill a command that does not.
 */
const orderlyMs = 2_500;
const answeringMs = 100;

/**
 * Ends the process on SIGTERM, SIGINT or SIGHUP, or when the parent process is gone: accepts no new requests,
 * ends streams and work, then exits. Ignores further signals, because Ctrl+C reaches this process twice, from
 * the terminal and from the start command. SIGUSR1 does not open Node's inspector.
 */
export function endOnSignal(servers: readonly Server[]): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) return;
    isEnding = true;
    for (const server of servers) server.close();
    // A request that is being answered takes some milliseconds, and needs the database.
    await sleep(answeringMs);
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, orderlyMs));
    await Promise.race([shutdown.end?.().catch(() => undefined), deadline]);
    for (const server of servers) server.closeAllConnections();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end());
  // Without a listener, Node opens its inspector, through which every user of this machine can run code.
  process.on('SIGUSR1', () => log.warn('The signal SIGUSR1 came. The inspector stays closed.'));
  process.on('disconnect', () => void end());
  // The start command may have died before this process came here.
  if (process.send !== undefined && !process.connected) void end();
}
