import { createTestDatabase } from '@/lib/db/testing/postgresql';

/** The workers read here where the server of this pass is. */
export const databaseVariable = 'COUNTERSIGN_TEST_DATABASE_URL';

/** `npm run test:all` runs the pass through the browser a second time, on PostgreSQL. */
export const isOnPostgresql = (): boolean => process.env['COUNTERSIGN_TEST_DATABASE'] === 'postgresql';

/** Returns the setting of an app whose database is empty, or the empty text for a file in its data folder. */
export async function newDatabaseUrl(): Promise<string> {
  const url = process.env[databaseVariable];
  return isOnPostgresql() && url ? createTestDatabase(url) : '';
}
