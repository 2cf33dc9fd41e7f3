import type { Server } from 'node:http';
import { Session } from 'node:inspector';

const lookEveryMs = 5_000;
const worthBytes = 32_000_000;

/**
 * Gives the memory of a burst of requests back. Node collects garbage when it needs space, and a server that
 * nobody asks needs none: what 100 large answers left would stay for minutes.
 */
export function collectWhenQuiet(servers: readonly Server[]): void {
  let requests = 0;
  for (const server of servers) {
    server.on('request', () => {
      requests += 1;
    });
  }
  const needsCollection = createQuietWatch();
  setInterval(() => {
    if (needsCollection(requests, process.memoryUsage.rss())) collectGarbage();
  }, lookEveryMs).unref();
}

/**
 * Returns a function that gets the number of requests so far and the memory at each look, and tells whether
 * to collect garbage: no request came since the last look, and the memory has grown by 32 MB since it was
 * lowest. What a collection leaves counts as the lowest from then on, so a burst has one collection.
 */
export function createQuietWatch(): (requests: number, bytes: number) => boolean {
  let requestsBefore = 0;
  let lowestBytes = Number.POSITIVE_INFINITY;
  let hasCollected = false;
  return (requests, bytes) => {
    const isQuiet = requests === requestsBefore;
    requestsBefore = requests;
    lowestBytes = hasCollected ? bytes : Math.min(lowestBytes, bytes);
    hasCollected = isQuiet && bytes - lowestBytes > worthBytes;
    return hasCollected;
  };
}

/** A session inside the process opens no port. */
function collectGarbage(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage', () => session.disconnect());
}
