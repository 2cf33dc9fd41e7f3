import type { AddressInfo } from 'node:net';
import { parse } from 'node:url';
import next from 'next';
import { ConfigError, loadConfig } from '../../config/config';
import { createEntry } from './create-entry';
import { endOnSignal } from './end-on-signal';

/** `node --import tsx lib/http/server/main.ts [--dev]`: serves the built app, or the app under development. */
async function main(): Promise<void> {
  const { host, port } = loadConfig(process.env);
  if (!['127.0.0.1', 'localhost', '::1'].includes(host)) {
    throw new ConfigError(
      `HOST=${host} would open Countersign to the network, and it has no accounts yet. Use 127.0.0.1 and reach it through an SSH tunnel.`,
    );
  }
  const isDevelopment = process.argv.includes('--dev');
  const app = next({ dev: isDevelopment, hostname: host, port });
  let listeningPort = port;
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createEntry({
    handler: (request, response) => handle(request, response, parse(request.url ?? '/', true)),
    port: () => listeningPort,
    isDevelopment,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  listeningPort = (server.address() as AddressInfo).port;
  endOnSignal(server);
  await untilHealthy(listeningPort);
  process.stdout.write(`Countersign is ready: http://127.0.0.1:${listeningPort}\n`);
}

/** The framework starts the application beside its own start: ready is when a request is really answered. */
async function untilHealthy(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/health`);
  if (!response.ok) throw new Error(`The application answered ${response.status} to its first request.`);
}

main().catch((error: NodeJS.ErrnoException) => {
  const message =
    error.code === 'EADDRINUSE'
      ? 'The port is taken by another program. Stop it, or choose another: PORT=3001 npm start'
      : error instanceof ConfigError
        ? error.message
        : (error.stack ?? String(error));
  process.stderr.write(`\nCountersign cannot start: ${message}\n`);
  process.exit(1);
});
