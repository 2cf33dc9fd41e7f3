import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../logging/log';
import { describeDrain } from './describe-drain';
import { type EndingApp, shutdown } from './shutdown';

/**
 * Limits how long the app may take to end its work when it waits for no tool any longer. The limit is longer
 * than the 2 s that a command gets to end by itself, so that the app can kill a command that does not.
 */
const orderlyMs = 2_500;
const answeringMs = 100;

/** The start command sends this for each Ctrl+C. */
export const pressMessage = 'Ctrl+C';

/**
 * Ends the process on SIGTERM, SIGINT or SIGHUP, or when the parent process is gone. First the server drains:
 * it still answers, but hands its runs over and waits up to `drainMs` for tools that run. Then it ends. A
 * second SIGINT ends the wait at once. Other signals that come twice change nothing, because a service
 * manager signals the start command too, which passes the signal on.
 *
 * With `hasLauncher`, SIGINT does nothing: a terminal sends it to every process of the start, and the start
 * command sends one message for each press. SIGUSR1 does not open Node's inspector.
 */
export function endOnSignal(
  servers: readonly Server[],
  { drainMs, hasLauncher }: { drainMs: number; hasLauncher: boolean },
): void {
  const toolsMustEnd = new AbortController();
  const tooLate = new Promise<null>((resolve) => {
    toolsMustEnd.signal.addEventListener('abort', () => setTimeout(() => resolve(null), orderlyMs));
  });
  const end = async () => {
    if (shutdown.hasBegun) return;
    shutdown.hasBegun = true;
    setTimeout(() => toolsMustEnd.abort(), drainMs);
    // An app that is starting first comes to its end, which takes its locks and runs.
    const app = await Promise.race([shutdown.app?.catch(() => null) ?? null, tooLate]);
    if (app) await Promise.race([drain(app, toolsMustEnd.signal), tooLate]);
    for (const server of servers) server.close();
    // A request that is being answered takes some milliseconds, and needs the database.
    await sleep(answeringMs);
    toolsMustEnd.abort();
    await Promise.race([app?.shutDown().catch(() => undefined), tooLate]);
    for (const server of servers) server.closeAllConnections();
    process.exit(0);
  };
  let isPressed = false;
  const press = async () => {
    if (isPressed) return toolsMustEnd.abort();
    isPressed = true;
    void end();
    const wait = describeDrain((await shutdown.app?.catch(() => null))?.runningTools() ?? []);
    if (wait) process.stdout.write(`\n  ${wait}\n`);
  };
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
  process.on('SIGINT', () => void (hasLauncher || press()));
  process.on('message', (message) => void (message === pressMessage && press()));
  // Without a listener, Node opens its inspector, through which every user of this machine can run code.
  process.on('SIGUSR1', () => log.warn('The signal SIGUSR1 came. The inspector stays closed.'));
  process.on('disconnect', () => void end());
  // The start command may have died before this process came here.
  if (process.send !== undefined && !process.connected) void end();
}

async function drain(app: EndingApp, toolsMustEnd: AbortSignal): Promise<void> {
  const tools = app.runningTools();
  if (tools.length > 0) log.info({ tools }, 'The server ends when these tools have finished');
  await app.drain(toolsMustEnd).catch((error) => log.error({ err: error }, 'The server could not drain'));
}
