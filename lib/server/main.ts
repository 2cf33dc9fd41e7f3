import { Server } from 'node:http';
import path from 'node:path';
import next from 'next';
import { metricsAddress } from '../auth/door-paths';
import { ConfigError, loadConfig } from '../config/config';
import { apiRoutes } from '../http/entry/api-routes';
import { callEntrypoints } from '../http/entry/call-entrypoints';
import { createEntry } from '../http/entry/create-entry';
import { createLimits } from '../http/entry/limits';
import type { Handler } from '../http/entry/pass-door';
import { toSourceStack } from '../logging/to-source-stack';
import { noteCompiledFolder } from './compiled-folder';
import { describePortHolder } from './describe-port-holder';
import { doorKeeper } from './door-keeper';
import { endOnSignal } from './end-on-signal';
import { listenOnHost } from './listen-on-host';
import { noteListeningPort } from './listening-port';
import { shutdown } from './shutdown';

/**
 * Runs as `node dist/server/main.mjs [--dev] [--launched]`, compiled by `scripts/lib/compile-server.mjs`, and
 * serves the built app or the app under development. The start command says `--launched`. The server listens
 * first, to report a port in use before it touches anything else. Requests wait until the app is there. The
 * server prints one line when the app has answered a request.
 */
async function main(): Promise<void> {
  noteCompiledFolder(import.meta.dirname);
  const config = loadConfig(process.env);
  const { host, port, dataDir, publicUrl, trustedProxy, requestLimits, drainMs } = config;
  // Without figures, their address is like any other that does not exist.
  const routes = config.hasMetrics
    ? apiRoutes
    : apiRoutes.filter(({ address }) => address !== metricsAddress);
  // One count for all addresses that the server listens on.
  const limits = createLimits(requestLimits, doorKeeper.counter);
  const isDevelopment = process.argv.includes('--dev');
  // A request that arrives during the start waits for the app, because the browser would take an answer about
  // the start for the page.
  let markPrepared: (handler: Handler) => void = () => undefined;
  const prepared = new Promise<Handler>((resolve) => {
    markPrepared = resolve;
  });
  let listeningPort = port;
  // The framework attaches its upgrade handler to this server, which never listens: only the entry passes
  // upgrades on.
  const upgrades = new Server();
  const create = () =>
    createEntry({
      handler: async (request, response) => (await prepared)(request, response),
      port: () => listeningPort,
      publicUrl,
      trustedProxy,
      limits,
      isDevelopment,
      isEnding: () => shutdown.hasBegun,
      routes,
      askDoor: async (request) => (await doorKeeper.appointed).ask(request),
      ...(isDevelopment ? { upgrade: (...facts) => void upgrades.emit('upgrade', ...facts) } : {}),
    });
  const toAddress = (onPort: number) => `http://localhost:${onPort}`;
  const listening = await listenOnHost(create, port, host).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(await describePortHolder(toAddress(port), port, dataDir));
  });
  listeningPort = listening.port;
  noteListeningPort(listeningPort);
  endOnSignal(listening.servers, { drainMs, hasLauncher: process.argv.includes('--launched') });

  const app = next({ dev: isDevelopment, hostname: 'localhost', port: listeningPort, httpServer: upgrades });
  await app.prepare();
  const router = app.getRequestHandler();
  markPrepared(isDevelopment ? router : callEntrypoints(apiRoutes, path.resolve('.next/server'), router));
  await untilHealthy(toAddress(listeningPort));
  // Suites outside this repository read this line (docs/testing.md).
  process.stdout.write(
    `Countersign is ready: http://${host.includes(':') ? `[${host}]` : host}:${listeningPort}\n`,
  );
  const address = publicUrl ?? toAddress(listeningPort);
  process.send?.({ isReady: true });
  // The start command asks how to get in, because it knows where it writes. A log never gets a secret.
  process.on('message', async (message) => {
    const isTerminal = message === 'entrance for a terminal';
    if (!isTerminal && message !== 'entrance for a log') return;
    const keeper = await doorKeeper.appointed;
    process.send?.(await keeper.describeEntrance(address, isTerminal));
  });
}

/** The framework starts the app in parallel, so the app is ready only when it answers a request. */
async function untilHealthy(address: string): Promise<void> {
  const response = await fetch(`${address}/api/health`);
  if (!response.ok) throw new Error(`The application answered ${response.status} to its first request.`);
}

function explain(error: NodeJS.ErrnoException & { port?: number }): string {
  if (error.code === 'EACCES' && error.port)
    return `Port ${error.port} needs administrator rights. Choose a port from 1024 on: PORT=3000 npm start`;
  return error instanceof ConfigError ? error.message : toSourceStack(error.stack ?? String(error));
}

main().catch((error) => {
  // A start that is told to end may fail in any place, and nobody waits for it.
  if (shutdown.hasBegun) return;
  process.stderr.write(`\nCountersign cannot start: ${explain(error)}\n`);
  process.exit(1);
});
