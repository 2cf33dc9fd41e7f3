import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { explainRefusal } from './explain-refusal';
import { toConfig } from './pools';

/**
 * Tells whether two addresses lead to one database, however they are written. It writes nothing and needs no
 * rights: a lock that is taken through one address is in the way of the other one only in the same database.
 * Throws `OpeningRefused` with a sentence for a person.
 */
export async function isSamePostgresql(one: string, other: string): Promise<boolean> {
  const key = randomInt(2 ** 47);
  return inTransaction(one, async (first) => {
    await first.query('SELECT pg_advisory_xact_lock($1)', [key]);
    return inTransaction(other, async (second) => {
      const query = 'SELECT pg_try_advisory_xact_lock($1) AS "isFree"';
      const { rows } = await second.query<{ isFree: boolean }>(query, [key]);
      // A connection that broke meanwhile has lost its lock, and this statement fails.
      await first.query('SELECT 1');
      return rows[0]?.isFree === false;
    });
  });
}

/** A pooler may lend a connection to others between transactions, but never within one. */
async function inTransaction<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  let client: Client | null = null;
  try {
    client = new Client(toConfig(url));
    // The driver also reports a broken connection to the statement that waits for it.
    client.on('error', () => {});
    await client.connect();
    await client.query('BEGIN');
    return await work(client);
  } catch (error) {
    throw explainRefusal(error, url) ?? error;
  } finally {
    await client?.end().catch(() => {});
  }
}
