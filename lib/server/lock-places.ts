import path from 'node:path';
import { lockDatabase, lockDataFolder } from '../db/open-database';
import type { DataFolderLock } from '../db/opening/instance';
import { openConfiguredFolder } from './open-configured-folder';

/** Names the setting that decides in which folder the database is. */
export function databaseSetting(dataDir: string, databaseFile: string): 'DATA_DIR' | 'DATABASE_URL' {
  return path.resolve(path.dirname(databaseFile)) === path.resolve(dataDir) ? 'DATA_DIR' : 'DATABASE_URL';
}

/**
 * Locks the data folder, and the file of the database if it has one. Throws `ConfigError` when another
 * Countersign holds one of them, or when one cannot be used.
 */
export async function lockPlaces(
  dataDir: string,
  databaseFile: string | null,
  port: number | null = null,
): Promise<DataFolderLock> {
  const folder = await openConfiguredFolder('DATA_DIR', dataDir, () => lockDataFolder(dataDir, port));
  if (databaseFile === null) return folder;
  const setting = databaseSetting(dataDir, databaseFile);
  try {
    return await openConfiguredFolder(setting, path.dirname(databaseFile), () =>
      lockDatabase(databaseFile, folder, port),
    );
  } catch (error) {
    await folder.release();
    throw error;
  }
}
