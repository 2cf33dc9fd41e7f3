import type { Server } from 'node:http';

/** How long the app may take to end its work in order; the whole process ends within 3 s of the signal. */
const orderlyMs = 2_500;

/** On SIGTERM or SIGINT: no new requests, streams and work end in order, then the process does. */
export function endOnSignal(server: Server): void {
  let isEnding = false;
  const end = async () => {
    if (isEnding) process.exit(0);
    isEnding = true;
    server.close();
    const shutDown = (globalThis as unknown as Record<symbol, (() => Promise<void>) | undefined>)[
      Symbol.for('countersign.shutdown')
    ];
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, orderlyMs).unref());
    await Promise.race([shutDown?.().catch(() => undefined), deadline]);
    server.closeAllConnections();
    process.exit(0);
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}
