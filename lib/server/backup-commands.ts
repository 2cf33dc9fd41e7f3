import path from 'node:path';
import { toDatabaseFile } from '../config/read-database-url';
import { BackupRefused } from '../db/upkeep/backup-file';
import { backUpPostgresql, restorePostgresql, type Upkeep } from '../db/upkeep/backup-postgresql';
import { backUpSqlite, restoreSqlite } from '../db/upkeep/backup-sqlite';
import { countOf } from '../shared/quantities';
import type { Output } from './check-model-command';
import { lockPlaces } from './lock-places';
import { requireStopped } from './require-stopped';
import { sayProgress } from './say-progress';

/** `secretFile` is null when the key is in the data folder. `given` has the words after the command. */
export type UpkeepTask = {
  dataDir: string;
  secretFile: string | null;
  databaseUrl: string;
  given: string[];
  say: Output['say'];
};

export const prismaDir = path.resolve('prisma');

/** Writes a backup of the database of either kind, while servers work. */
export async function backup(task: UpkeepTask): Promise<true> {
  const { dataDir, secretFile, databaseUrl, given, say } = task;
  const target = requireFile(given, 'npm run backup -- FILE');
  const file = toDatabaseFile(databaseUrl);
  const report =
    file === null ? await backUpPostgresql(toUpkeep(task), target) : await backUpSqlite(file, target);
  say(`Backed up ${describeRows(report)} to ${target}.`);
  const keyFile = secretFile ?? path.join(dataDir, 'secret.key');
  say(
    `Keys of models in it open only with ${keyFile}, which is not part of the backup: keep a copy of that file, too.`,
  );
  return true;
}

/** Replaces the database of either kind by a backup of either kind, while no server works. */
export async function restore(task: UpkeepTask): Promise<true> {
  const { dataDir, databaseUrl, given, say } = task;
  const source = requireFile(given, 'npm run restore -- FILE');
  const file = toDatabaseFile(databaseUrl);
  const lock = await lockPlaces(dataDir, [file]);
  try {
    const { report, aside } =
      file === null
        ? await restorePostgresql(toUpkeep(task), source)
        : await restoreSqlite(source, file, path.join(prismaDir, 'sqlite'));
    say(`Restored ${describeRows(report)} from ${source}.`);
    if (aside) say(`The database that was there is kept as ${aside}.`);
    return true;
  } finally {
    await lock.release();
  }
}

/** Names what the upkeep of a PostgreSQL database needs. */
export const toUpkeep = ({ databaseUrl, dataDir, say }: UpkeepTask): Upkeep => ({
  url: databaseUrl,
  dataDir,
  prismaDir,
  requireStopped,
  onProgress: sayProgress(say),
});

function requireFile(given: string[], usage: string): string {
  const [name] = given;
  if (!name || given.length > 1) throw new BackupRefused(`Give one file name: ${usage}`);
  return path.resolve(name);
}

function describeRows({ rows, migrations }: { rows: Record<string, number>; migrations: string[] }): string {
  const count = (table: string) => rows[table] ?? 0;
  const total = Object.values(rows).reduce((sum, some) => sum + some, 0);
  return (
    `${countOf(count('Conversation'), 'conversation')}, ${countOf(count('Run'), 'run')} and ${countOf(count('Approval'), 'request')} ` +
    `(${countOf(total, 'row')} in ${Object.keys(rows).length} tables, schema ${migrations.at(-1) ?? 'none'})`
  );
}
