import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** This is longer than the pause between two heartbeats, so an event stream is never quiet for this long. */
const defaultStalledMs = 20_000;
const unansweredMs = 120_000;

/**
 * Ends a connection on which no byte moved for `stalledMs` while bytes wait for its reader, because waiting
 * bytes fill the memory. A request that the server still works on gets two minutes.
 */
export function dropStalled(server: Server, stalledMs = defaultStalledMs): void {
  const answering = new WeakSet<Socket>();
  server.on('request', ({ socket }, response) => {
    answering.add(socket);
    response.once('close', () => answering.delete(socket));
  });
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    const isWorking = answering.has(socket) && socket.writableLength === 0;
    if (isWorking && socket.timeout !== unansweredMs) socket.setTimeout(unansweredMs);
    else socket.destroy();
  });
}
