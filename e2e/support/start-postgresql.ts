import { openPostgresql } from '@/lib/db/testing/postgresql';
import { databaseVariable, isOnPostgresql } from './test-database';

/** Starts the PostgreSQL server of a whole pass through the browser, and ends it after the pass. */
export default async function startPostgresql(): Promise<(() => Promise<void>) | undefined> {
  if (!isOnPostgresql()) return undefined;
  const server = await openPostgresql();
  process.env[databaseVariable] = await server.createDatabase();
  return () => server.close();
}
