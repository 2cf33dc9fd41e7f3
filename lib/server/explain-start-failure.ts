import path from 'node:path';
import { type Config, ConfigError } from '../config/config';
import { findOpeningFault, OpeningRefused } from '../db/open-database';
import { adviseOnOutage, describeOutage } from '../db/ports/database-unavailable.port';
import { isDamage } from '../db/rows/sound-rows';

/**
 * Turns an error into a `ConfigError` that names the database's folder, what is wrong with it and what to do.
 * Returns any other error as it is.
 */
export function explainStartFailure(error: unknown, { databaseUrl }: Config): unknown {
  if (error instanceof ConfigError) return error;
  const folder = path.dirname(databaseUrl.replace(/^file:/, ''));
  if (isDamage(error))
    return new ConfigError(
      `A row of the database in the folder ${folder} is damaged. To set it aside, run “npm run doctor -- --repair”.`,
      { cause: error },
    );
  const fault = findOpeningFault(error);
  if (!fault) return error;
  if (fault instanceof OpeningRefused) return new ConfigError(fault.message, { cause: error });
  return new ConfigError(`${describeOutage(fault)} It is in the folder ${folder}. ${adviseOnOutage(fault)}`, {
    cause: error,
  });
}
