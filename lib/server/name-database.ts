import { toDatabaseFile } from '../config/read-database-url';
import { describeAddress } from '../db/open-database';

/** Names a database without its user and password. */
export function nameDatabase(url: string): string {
  const file = toDatabaseFile(url);
  if (file !== null) return file;
  return `the PostgreSQL database ${describeAddress(url).database} at ${new URL(url).host}`;
}
