import path from 'node:path';
import { explainSystemError } from '../opening/explain-system-error';
import { OpeningRefused } from '../opening/opening-refused';
import { adviseOnOutage, describeOutage } from '../ports/database-unavailable.port';
import { toUnavailable } from '../sqlite/to-unavailable';

/** Explains to a person why the upkeep of the database in `file` failed. Only a bug shows its stack. */
export function explainUpkeepError(error: unknown, file: string): string {
  if (error instanceof OpeningRefused) return error.message;
  const fault = explainSystemError(error);
  if (fault) {
    const { dest, path: place = file } = error as { dest?: string; path?: string };
    const folder = path.dirname(dest ?? place);
    return `The folder ${folder} cannot be used: ${fault.reason}. ${fault.remedy ?? 'Correct that'}, and run the command again.`;
  }
  const outage = toUnavailable(error, 'write');
  if (outage) return `${describeOutage(outage)} It is ${file}. ${adviseOnOutage(outage)}`;
  return String((error as Error).stack);
}
