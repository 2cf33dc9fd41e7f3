import path from 'node:path';
import { readDatabaseUrl, toDatabaseFile } from '../config/read-database-url';
import { endOwnMove, moveRows } from '../db/moving/move-rows';
import { UnreadableRows } from '../db/moving/table-rows';
import { isSameDatabase, openDatabase } from '../db/open-database';
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
 * first one. With `--end`, it ends a move of the database to itself, which an older build began. Returns true, or
 * throws why not.
 */
export async function moveDatabase(task: MoveTask): Promise<true> {
  const [option, address = ''] = task.given;
  if (option === '--end' && task.given.length === 1) return endMove(task);
  if (option !== '--to' || task.given.length !== 2) throw new BackupRefused(usage);
  return moveTo(task, address);
}

async function moveTo({ dataDir, databaseUrl, say }: MoveTask, address: string): Promise<true> {
  const target = readDatabaseUrl(address);
  if ('problem' in target) throw new BackupRefused(target.problem.replace('DATABASE_URL', 'The new address'));
  if (target.url === databaseUrl) throw new BackupRefused('The new address is that of the present database.');
  if (await isSameDatabase(databaseUrl, target.url))
    throw new BackupRefused(
      'The new address is that of the present database, written differently. Nothing was changed. Name another database.',
    );
  return withDatabases(dataDir, [databaseUrl, target.url], async (open) => {
    const [from, to] = [await open(databaseUrl), await open(target.url)];
    const fromName = nameDatabase(databaseUrl);
    say(`Moving ${fromName} to ${nameDatabase(target.url)} …`);
    const { rows, hadEnded } = await moveRows(from, to, {
      fromName,
      requireStopped: () => requireStopped(from),
      onProgress: sayProgress(say),
    });
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const compared = `${countOf(total, 'row')} in ${Object.keys(rows).length} tables`;
    if (hadEnded) say('This move has ended before, and the new database is still the same as the old one.');
    say(hadEnded ? `Compared ${compared}.` : `Moved and compared ${compared}.`);
    say('The old database is as it was. Set DATABASE_URL to the new address, and start Countersign.');
  });
}

function endMove({ dataDir, databaseUrl, say }: MoveTask): Promise<true> {
  return withDatabases(dataDir, [databaseUrl], async (open) => {
    await endOwnMove(await open(databaseUrl), nameDatabase(databaseUrl));
    say('The move of this database to itself has ended. It had changed nothing. Start Countersign.');
  });
}

/** Opens databases on which no server works, and closes them again. */
async function withDatabases(
  dataDir: string,
  urls: readonly string[],
  work: (open: (url: string) => Promise<Database>) => Promise<void>,
): Promise<true> {
  // This proves that no server runs on the file of any of these databases.
  const lock = await lockPlaces(dataDir, urls.map(toDatabaseFile));
  const opened: Database[] = [];
  const open = async (url: string) => {
    const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
    opened.push(database);
    await requireStopped(database);
    return database;
  };
  try {
    await work(open);
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
