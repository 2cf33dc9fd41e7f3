import path from 'node:path';
import { type Config, ConfigError } from '../config/config';
import { toDatabaseFile } from '../config/read-database-url';
import { findOpeningFault, OpeningRefused } from '../db/open-database';
import { adviseOnOutage, describeOutage } from '../db/ports/database-unavailable.port';
import { isDamage } from '../db/rows/sound-rows';

/**
 * Turns an error into a `ConfigError` that names the database's folder, what is wrong with it and what to do.
 * Returns any other error as it is.
 */
export function explainStartFailure(error: unknown, { databaseUrl }: Config): unknown {
  if (error instanceof ConfigError) return error;
  const file = toDatabaseFile(databaseUrl);
  const place =
    file === null ? 'the database of DATABASE_URL' : `the database in the folder ${path.dirname(file)}`;
  if (isDamage(error))
    return new ConfigError(
      `A row of ${place} is damaged. To set it aside, run “npm run doctor -- --repair”.`,
      { cause: error },
    );
  const fault = findOpeningFault(error);
  if (!fault) return error;
  if (fault instanceof OpeningRefused) return new ConfigError(fault.message, { cause: error });
  const where = file === null ? 'It is that of DATABASE_URL.' : `It is in the folder ${path.dirname(file)}.`;
  return new ConfigError(`${describeOutage(fault)} ${where} ${adviseOnOutage(fault)}`, { cause: error });
}
