import path from 'node:path';
import { ConfigError } from '../config/config';
import { createFolder } from '../db/opening/create-folder';
import { explainSystemError, type SystemFault } from '../db/opening/explain-system-error';
import { DataFolderInUse } from '../db/opening/instance';

const faults: Record<string, SystemFault> = {
  EEXIST: { reason: 'it is a file' },
  ENOENT: { reason: 'it is not there and could not be created' },
  SQLITE_CANTOPEN: { reason: 'no file could be opened in it' },
  SQLITE_READONLY: { reason: 'no file could be written in it' },
};

/**
 * Calls `use` with a folder from the settings. Throws `ConfigError` with the variable's name when the folder
 * cannot be used.
 */
export async function openConfiguredFolder<T>(
  variable: string,
  folder: string,
  use: () => Promise<T>,
): Promise<T> {
  try {
    await createFolder(path.dirname(folder));
    return await use();
  } catch (error) {
    if (error instanceof DataFolderInUse) throw new ConfigError(error.message);
    const fault = explainSystemError(error, faults);
    if (!fault) throw error;
    const advice = fault.remedy ? `${fault.remedy}, or set` : 'Set';
    throw new ConfigError(
      `The folder ${folder} cannot be used: ${fault.reason}. ${advice} ${variable} to a folder that this user may write to.`,
      { cause: error },
    );
  }
}
