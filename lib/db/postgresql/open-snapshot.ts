import { Pool, type PoolClient } from 'pg';
import { OpeningRefused } from '../opening/opening-refused';
import type { Reader } from '../ports/database';
import { DatabaseUnavailable } from '../ports/database-unavailable.port';
import { describeAddress } from './address';
import { explainRefusal } from './explain-refusal';
import { compareMigrations } from './migrate-postgresql';
import { toConfig } from './pools';
import { requireSessions } from './require-sessions';
import { toUnavailable } from './server-error';
import { createClient, watchReads } from './write-client';

/** All reads see one moment of the database, in which every transaction is complete or has not begun. */
export type Snapshot = { read: Reader; close(): Promise<void> };

/** A slow reader must not lose its moment to a limit that is meant for other programs. */
const begin = [
  'SET statement_timeout = 0',
  'SET lock_timeout = 0',
  'SET idle_in_transaction_session_timeout = 0',
  'BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE',
];

/**
 * Opens the present moment of the PostgreSQL database at `url`, while servers may write. It changes nothing, and
 * no writer waits for it. Throws `OpeningRefused` for a database that this build does not know, or has not
 * migrated.
 */
export async function openSnapshot(url: string, prismaDir: string): Promise<Snapshot> {
  let hasBegun = false;
  const onConnect = async (client: Pick<PoolClient, 'query'>) => {
    // Another connection would show another moment.
    if (hasBegun) throw new DatabaseUnavailable('unreachable', 'read');
    hasBegun = true;
    for (const statement of begin) await client.query(statement);
  };
  const pool = new Pool({ ...toConfig(url), max: 1, idleTimeoutMillis: 0, onConnect });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const reader = createClient(pool);
  const close = async () => {
    await reader.$disconnect();
    await pool.end();
  };
  try {
    // The settings of this reader would stay with a connection that a pooler lends to the next one.
    await requireSessions(url);
    await requireNewest(pool, url, prismaDir);
  } catch (error) {
    await close();
    throw explainRefusal(error, url) ?? error;
  }
  const read = watchReads(reader, async (call) => {
    try {
      return await call();
    } catch (error) {
      throw toUnavailable(error, 'read') ?? error;
    }
  });
  return { read, close };
}

async function requireNewest(pool: Pool, url: string, prismaDir: string): Promise<void> {
  const { applied, missing } = await compareMigrations(pool, url, prismaDir);
  const { database, server } = describeAddress(url);
  if (applied.length === 0)
    throw new OpeningRefused(
      `The database ${database} at ${server} has no data of Countersign. Check DATABASE_URL, or start Countersign.`,
    );
  if (missing.length > 0)
    throw new OpeningRefused(
      `The database ${database} at ${server} was made by an older Countersign. Start this one once, or use the older one.`,
    );
}
