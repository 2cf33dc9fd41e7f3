import { Pool, type PoolClient, type PoolConfig } from 'pg';

/** A server of PostgreSQL takes 100 connections by default. */
export const mostConnections = 10;
const connectMs = 10_000;
/** A connection that is quiet for so long shows that the server is still there. The default is two hours. */
const quietMs = 10_000;

export type Pools = { writing: Pool; reading: Pool; close(): Promise<void> };

/**
 * Opens connections for transactions that write, and others for reads. A transaction waits for its reads, so a
 * read must never wait for a transaction's connection.
 */
export function openPools(connectionString: string): Pools {
  const open = (settings: string) => {
    const pool = new Pool({ ...toConfig(connectionString), max: mostConnections, onConnect: set(settings) });
    // A connection that breaks while it is idle leaves the pool. The next statement opens another one.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const writing = open('TRANSACTION ISOLATION LEVEL SERIALIZABLE');
  const reading = open('TRANSACTION READ ONLY');
  return {
    writing,
    reading,
    async close() {
      await Promise.all([writing.end(), reading.end()]);
    },
  };
}

/** Names the connections of Countersign among those of the server. */
export const toConfig = (connectionString: string): PoolConfig => ({
  connectionString,
  application_name: 'countersign',
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: quietMs,
});

const set = (characteristics: string) => async (client: Pick<PoolClient, 'query'>) => {
  await client.query(`SET SESSION CHARACTERISTICS AS ${characteristics}`);
};
