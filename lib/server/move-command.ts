import path from 'node:path';
import { readDatabaseUrl, toDatabaseFile } from '../config/read-database-url';
import { moveRows } from '../db/moving/move-rows';
import { UnreadableRows } from '../db/moving/table-rows';
import { openDatabase } from '../db/open-database';
import type { Database } from '../db/ports/database';
import { BackupRefused } from '../db/upkeep/backup-file';
import { countOf } from '../shared/quantities';
import type { Output } from './check-model-command';
import { lockPlaces } from './lock-places';
import { nameDatabase } from './name-database';
import { requireStopped } from './require-stopped';
import { sayProgress } from './say-progress';

const usage =
  'Give the address of the new database: npm run move-database -- --to postgresql://user:password@host/name';

type MoveTask = { dataDir: string; databaseUrl: string; given: string[]; say: Output['say'] };

/**
 * Copies everything from the database of the settings to another one, and compares it. It changes nothing in the
 * first one. Returns true, or throws why not.
 */
export async function moveDatabase({ dataDir, databaseUrl, given, say }: MoveTask): Promise<true> {
  const [option, address = ''] = given;
  if (option !== '--to' || given.length !== 2) throw new BackupRefused(usage);
  const target = readDatabaseUrl(address);
  if ('problem' in target) throw new BackupRefused(target.problem.replace('DATABASE_URL', 'The new address'));
  if (target.url === databaseUrl) throw new BackupRefused('The new address is that of the present database.');
  // This proves that no server runs on the file of either database.
  const lock = await lockPlaces(dataDir, [databaseUrl, target.url].map(toDatabaseFile));
  const opened: Database[] = [];
  const open = async (url: string) => {
    const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
    opened.push(database);
    return database;
  };
  try {
    const [from, to] = [await open(databaseUrl), await open(target.url)];
    await requireStopped(from);
    await requireStopped(to);
    say(`Moving ${nameDatabase(databaseUrl)} to ${nameDatabase(target.url)} …`);
    const { rows } = await moveRows(from, to, {
      fromName: nameDatabase(databaseUrl),
      requireStopped: () => requireStopped(from),
      onProgress: sayProgress(say),
    });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    say(`Moved and compared ${countOf(total, 'row')} in ${Object.keys(rows).length} tables.`);
    say(`The old database is as it was. Set DATABASE_URL to the new address, and start Countersign.`);
    return true;
  } catch (error) {
    if (error instanceof UnreadableRows)
      throw new BackupRefused(`${error.message} Nothing is lost. Set it aside: npm run doctor -- --repair`, {
        cause: error,
      });
    throw error;
  } finally {
    for (const database of opened) await database.close();
    await lock.release();
  }
}
