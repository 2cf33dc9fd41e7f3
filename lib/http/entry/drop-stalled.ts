import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** This is longer than the pause between two heartbeats, so an event stream is never quiet for this long. */
const defaultStalledMs = 20_000;
const unansweredMs = 120_000;
const lookEveryMs = 1_000;
/** Bytes that wait for readers that take nothing may fill this much memory. */
const defaultMaxStuckBytes = 16_000_000;

type Options = { stalledMs?: number; maxStuckBytes?: number };

/**
 * Ends a connection on which no byte moved for `stalledMs` while bytes wait for its reader, because waiting
 * bytes fill the memory. When `maxStuckBytes` wait for such readers, those with the most lose their connection
 * within two seconds. A request that the server still works on gets two minutes.
 */
export function dropStalled(
  server: Server,
  { stalledMs = defaultStalledMs, maxStuckBytes = defaultMaxStuckBytes }: Options = {},
): void {
  const answering = new Map<Socket, number>();
  server.on('request', ({ socket }, response) => {
    answering.set(socket, -1);
    response.once('close', () => answering.delete(socket));
  });
  server.timeout = stalledMs;
  server.on('timeout', (socket) => {
    const isWorking = answering.has(socket) && socket.writableLength === 0;
    if (isWorking && socket.timeout !== unansweredMs) socket.setTimeout(unansweredMs);
    else socket.destroy();
  });
  const look = setInterval(() => {
    dropMost(findStuck(answering), maxStuckBytes);
  }, lookEveryMs);
  look.unref();
  server.once('close', () => clearInterval(look));
}

/** Returns the sockets that took nothing since the last look, and notes how far each one is. */
function findStuck(answering: Map<Socket, number>): Socket[] {
  const stuck: Socket[] = [];
  for (const [socket, takenBefore] of answering) {
    const taken = socket.bytesWritten - socket.writableLength;
    if (socket.writableLength > 0 && taken === takenBefore) stuck.push(socket);
    answering.set(socket, taken);
  }
  return stuck;
}

function dropMost(stuck: Socket[], maxBytes: number): void {
  let waiting = stuck.reduce((bytes, socket) => bytes + socket.writableLength, 0);
  for (const socket of stuck.sort((one, other) => other.writableLength - one.writableLength)) {
    if (waiting <= maxBytes) return;
    waiting -= socket.writableLength;
    socket.destroy();
  }
}
