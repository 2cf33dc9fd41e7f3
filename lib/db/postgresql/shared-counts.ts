import { Pool } from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Limiter } from '../counts/create-counter';
import { toConfig } from './pools';

const mostConnections = 3;
/** A request waits at most so long for a count. */
const waitMs = 2_000;
const clearEveryMs = 60_000;

/**
 * Keeps the counts of all servers in a table that no crash of PostgreSQL keeps, on connections of its own: a
 * count waits for no transaction, and conflicts with none. Each call rejects while the database is away.
 */
export function openSharedCounts(url: string): { limiter: Limiter; close(): Promise<void> } {
  const pool = new Pool({
    ...toConfig(url),
    max: mostConnections,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    points: 1,
    // Each call says how long it counts.
    duration: 0,
    schemaName: 'countersign_counts',
    tableName: 'counts',
    // A migration created it.
    tableCreated: true,
    // The package would remove nothing until an hour later, and could not be told to stop.
    clearExpiredByTimeout: false,
  });
  const clearing = setInterval(() => {
    pool
      .query('DELETE FROM "countersign_counts"."counts" WHERE "expire" <= $1', [Date.now()])
      .catch(() => {});
  }, clearEveryMs).unref();
  return {
    limiter,
    async close() {
      clearInterval(clearing);
      await pool.end();
    },
  };
}
