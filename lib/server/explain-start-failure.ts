import path from 'node:path';
import { type Config, ConfigError } from '../config/config';
import { adviseOnOutage, describeOutage } from '../db/ports/database-unavailable.port';
import { isDamage } from '../db/rows/sound-rows';
import { NewerDatabase } from '../db/sqlite/migrate-sqlite';
import { toUnavailable } from '../db/sqlite/to-unavailable';

/**
 * Turns an error into a `ConfigError` that names the database's folder, what is wrong with it and what to do.
 * Returns any other error as it is.
 */
export function explainStartFailure(error: unknown, { databaseUrl }: Config): unknown {
  if (error instanceof ConfigError) return error;
  if (error instanceof NewerDatabase) return new ConfigError(error.message, { cause: error });
  const folder = path.dirname(databaseUrl.replace(/^file:/, ''));
  if (isDamage(error))
    return new ConfigError(
      `A row of the database in the folder ${folder} is damaged. To set it aside, run “npm run doctor -- --repair”.`,
      { cause: error },
    );
  const unavailable = toUnavailable(error, 'write');
  if (!unavailable) return error;
  return new ConfigError(
    `${describeOutage(unavailable)} It is in the folder ${folder}. ${adviseOnOutage(unavailable)}`,
    { cause: error },
  );
}
