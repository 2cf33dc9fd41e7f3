import path from 'node:path';
import type { Config } from '../config/config';
import { toDatabaseFile } from '../config/read-database-url';
import { openDatabase } from '../db/open-database';
import type { DataFolderLock } from '../db/opening/instance';
import type { Database } from '../db/ports/database';
import { log } from '../logging/log';
import { createRepeater } from '../runtime/repeat';
import type { Closers } from './closers';
import { getCompiledFolder } from './compiled-folder';
import { getListeningPort } from './listening-port';
import { databaseSetting, lockPlaces } from './lock-places';
import { openConfiguredFolder } from './open-configured-folder';
import type { Telemetry } from './open-telemetry';
import { openWorkspaceFolders } from './open-workspace-folders';

const lockLost =
  'The lock of the data folder was removed, so another Countersign may use the folder. This one ends, and leaves its runs to that one.';

/** `isOurs` is false when another server may have taken the data folder over. */
export type Places = { database: Database; isOurs: () => boolean };

/** Locks the data folder, opens its database and makes the workspaces ready. */
export async function openPlaces(
  config: Config,
  telemetry: Pick<Telemetry, 'onRepeat' | 'watchDatabase'>,
  closers: Closers,
): Promise<Places> {
  const url = config.databaseUrl;
  const file = toDatabaseFile(url);
  const { isHeld } = await holdPlaces(config.dataDir, file, closers);
  const compiled = getCompiledFolder();
  const template = compiled && path.join(compiled, 'without-rows.db');
  const { onRepeat } = telemetry;
  const open = () => openDatabase({ url, prismaDir: path.resolve('prisma'), template, onRepeat });
  const opened =
    file === null
      ? await open()
      : await openConfiguredFolder(databaseSetting(config.dataDir, file), path.dirname(file), open);
  closers.add(() => opened.close());
  await openWorkspaceFolders(config);
  return { database: telemetry.watchDatabase(opened), isOurs: isHeld };
}

async function holdPlaces(
  dataDir: string,
  databaseFile: string | null,
  closers: Closers,
): Promise<DataFolderLock> {
  const lock = await lockPlaces(dataDir, [databaseFile], getListeningPort());
  closers.add(() => lock.release());
  const watch = createRepeater({
    work: async () => {
      if (lock.isHeld()) return;
      log.error({ folder: dataDir }, lockLost);
      process.kill(process.pid, 'SIGTERM');
    },
    onError: (error) => log.error({ err: error }, 'The lock of the data folder could not be checked'),
    periodMs: 1_000,
  });
  closers.add(() => watch.stop());
  void watch.start();
  return lock;
}
