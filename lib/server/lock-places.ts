import path from 'node:path';
import { lockDatabase, lockDataFolder } from '../db/open-database';
import type { DataFolderLock } from '../db/opening/instance';
import { openConfiguredFolder } from './open-configured-folder';

/** Names the setting that decides in which folder the database is. */
export function databaseSetting(dataDir: string, databaseFile: string): 'DATA_DIR' | 'DATABASE_URL' {
  return path.resolve(path.dirname(databaseFile)) === path.resolve(dataDir) ? 'DATA_DIR' : 'DATABASE_URL';
}

/**
 * Locks the data folder, and the databases that are files: null stands for one that is not. Throws `ConfigError`
 * when another Countersign holds one of them, or when one cannot be used.
 */
export async function lockPlaces(
  dataDir: string,
  databaseFiles: readonly (string | null)[],
  port: number | null = null,
): Promise<DataFolderLock> {
  const folder = await openConfiguredFolder('DATA_DIR', dataDir, () => lockDataFolder(dataDir, port));
  const locks: DataFolderLock[] = [folder];
  const release = async () => {
    for (const lock of locks.toReversed()) await lock.release();
  };
  try {
    for (const file of databaseFiles.filter((each) => each !== null)) {
      const lock = await openConfiguredFolder(databaseSetting(dataDir, file), path.dirname(file), () =>
        lockDatabase(file, folder, port),
      );
      if (lock) locks.push(lock);
    }
  } catch (error) {
    await release();
    throw error;
  }
  return { isHeld: () => locks.every((lock) => lock.isHeld()), release };
}
