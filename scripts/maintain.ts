/** What a person does with an installation from the command line: `npm run backup -- FILE`, `npm run restore -- FILE`. */
import path from 'node:path';
import { ConfigError, loadConfig } from '../lib/config/config';
import { BackupRefused, backUpSqlite, restoreSqlite } from '../lib/db/sqlite/backup-sqlite';
import type { FileReport } from '../lib/db/sqlite/inspect-file';
import { DataFolderInUse, lockDataFolder } from '../lib/db/sqlite/instance-lock';
import { NewerDatabase } from '../lib/db/sqlite/migrate-sqlite';
import { toUnavailable } from '../lib/db/sqlite/to-unavailable';

const [command = '', ...given] = process.argv.slice(2);
const { dataDir, databaseUrl } = loadConfig(process.env);
const file = databaseUrl.replace(/^file:/, '');

const commands: Record<string, () => Promise<void>> = {
  async backup() {
    const target = requireFile('npm run backup -- FILE');
    const report = await backUpSqlite(file, target);
    console.log(`Backed up ${describeRows(report)} to ${target}.`);
    console.log(
      `The API key of the model in it opens only with ${path.join(dataDir, 'secret.key')}, which is not part of the backup.`,
    );
  },
  async restore() {
    const backup = requireFile('npm run restore -- FILE');
    const lock = await lockDataFolder(dataDir);
    try {
      const { report, aside } = await restoreSqlite(backup, file, path.resolve('prisma'));
      console.log(`Restored ${describeRows(report)} from ${backup}.`);
      if (aside) console.log(`The database that was there is kept as ${aside}.`);
    } finally {
      await lock.release();
    }
  },
};

function requireFile(usage: string): string {
  const [name] = given;
  if (!name || given.length > 1) throw new BackupRefused(`Name one file: ${usage}`);
  return path.resolve(name);
}

function describeRows({ rows, migrations }: FileReport): string {
  const count = (table: string) => rows[table] ?? 0;
  const total = Object.values(rows).reduce((sum, some) => sum + some, 0);
  return (
    `${count('Conversation')} conversations, ${count('Run')} runs and ${count('Approval')} requests ` +
    `(${total} rows in ${Object.keys(rows).length} tables, schema ${migrations.at(-1) ?? 'none'})`
  );
}

function explain(error: unknown): string {
  const isExpected = [BackupRefused, NewerDatabase, DataFolderInUse, ConfigError].some(
    (kind) => error instanceof kind,
  );
  if (isExpected) return (error as Error).message;
  return toUnavailable(error, 'write')?.message ?? String((error as Error).stack);
}

try {
  const run = commands[command];
  if (!run)
    throw new BackupRefused(
      `There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`,
    );
  await run();
} catch (error) {
  console.error(`\n${explain(error)}`);
  process.exitCode = 1;
}
