/**
 * Runs the commands for an installation: `npm run backup -- FILE`, `npm run restore -- FILE`,
 * `npm run doctor` and `npm run doctor -- --repair`. Exit codes: 0 it worked, and nothing is damaged; 1 it
 * failed, or the doctor found damage; 2 the doctor could not look.
 */
import path from 'node:path';
import { ConfigError, loadConfig } from '../lib/config/config';
import { explainSystemError } from '../lib/db/opening/explain-system-error';
import { adviseOnOutage, describeOutage } from '../lib/db/ports/database-unavailable.port';
import type { FileReport } from '../lib/db/sqlite/inspect-file';
import { NewerDatabase } from '../lib/db/sqlite/migrate-sqlite';
import { toUnavailable } from '../lib/db/sqlite/to-unavailable';
import { BackupRefused, backUpSqlite, requireReadable, restoreSqlite } from '../lib/db/upkeep/backup-sqlite';
import { examineSqlite, repairSqlite } from '../lib/db/upkeep/doctor';
import type { Examination } from '../lib/db/upkeep/examine';
import { lockPlaces } from '../lib/server/lock-places';
import { countOf } from '../lib/shared/quantities';

const [command = '', ...given] = process.argv.slice(2);
const prismaDir = path.resolve('prisma');

type Places = { dataDir: string; file: string };

const commands: Record<string, (places: Places) => Promise<void>> = {
  async backup({ dataDir, file }) {
    const target = requireFile('npm run backup -- FILE');
    const report = await backUpSqlite(file, target);
    console.log(`Backed up ${describeRows(report)} to ${target}.`);
    console.log(
      `Keys of models in it open only with ${path.join(dataDir, 'secret.key')}, which is not part of the backup: keep a copy of that file, too.`,
    );
  },
  async restore({ dataDir, file }) {
    const backup = requireFile('npm run restore -- FILE');
    const lock = await lockPlaces(dataDir, file);
    try {
      const { report, aside } = await restoreSqlite(backup, file, prismaDir);
      console.log(`Restored ${describeRows(report)} from ${backup}.`);
      if (aside) console.log(`The database that was there is kept as ${aside}.`);
    } finally {
      await lock.release();
    }
  },
  async doctor(places) {
    if (given.some((word) => word !== '--repair') || given.length > 1)
      throw new BackupRefused('Usage: npm run doctor, or npm run doctor -- --repair');
    await requireReadable(places.file, 'database');
    const isSound = given.length === 0 ? await lookAtAll(places) : await repairAll(places);
    if (!isSound) process.exitCode = 1;
  },
};

async function lookAtAll({ file }: Places): Promise<boolean> {
  const found = await examineSqlite(file, prismaDir);
  console.log(describeExamination(file, found));
  if (found.findings.length > 0 && found.faults.length === 0)
    console.log('\nTo set this aside, stop Countersign and run: npm run doctor -- --repair');
  return isSound(found);
}

async function repairAll({ dataDir, file }: Places): Promise<boolean> {
  const lock = await lockPlaces(dataDir, file);
  try {
    const { before, aside, exported, groups } = await repairSqlite(file, dataDir, prismaDir);
    console.log(describeExamination(file, before));
    if (exported === null) return isSound(before);
    console.log(`\nSet aside ${countOf(groups.length, 'item')}:`);
    for (const { what, rows } of groups) console.log(`- ${what} (${countOf(sum(rows), 'row')})`);
    console.log(`They are in ${exported}. The database as it was is kept as ${aside}.`);
    const after = await examineSqlite(file, prismaDir);
    console.log(isSound(after) ? 'Nothing is damaged now.' : describeExamination(file, after));
    return isSound(after);
  } finally {
    await lock.release();
  }
}

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, some) => total + some, 0);

const isSound = ({ faults, findings }: Examination) => faults.length + findings.length === 0;

function describeExamination(file: string, { rows, faults, findings }: Examination): string {
  const total = sum(rows);
  const read =
    `Read ${countOf(total, 'row')} in ${Object.keys(rows).length} tables of ${file}, ` +
    `and added up the events of ${countOf(rows['Run'] ?? 0, 'run')}.`;
  if (faults.length > 0)
    return [
      read,
      'The file itself is damaged. Stop Countersign and restore a backup: npm run restore -- FILE',
      ...faults.map((fault) => `- ${fault}`),
    ].join('\n');
  if (findings.length === 0) return `${read} Nothing is damaged.`;
  const list = findings.map(({ table, name, problem }) => `- ${table} ${name}: ${problem}`);
  return [read, `${countOf(findings.length, 'fault')} found:`, ...list].join('\n');
}

function requireFile(usage: string): string {
  const [name] = given;
  if (!name || given.length > 1) throw new BackupRefused(`Give one file name: ${usage}`);
  return path.resolve(name);
}

function describeRows({ rows, migrations }: FileReport): string {
  const count = (table: string) => rows[table] ?? 0;
  const total = sum(rows);
  return (
    `${countOf(count('Conversation'), 'conversation')}, ${countOf(count('Run'), 'run')} and ${countOf(count('Approval'), 'request')} ` +
    `(${countOf(total, 'row')} in ${Object.keys(rows).length} tables, schema ${migrations.at(-1) ?? 'none'})`
  );
}

/** Explains an error to a person. Only a bug shows its stack. */
function explain(error: unknown): string {
  const isExpected = [BackupRefused, NewerDatabase, ConfigError].some((kind) => error instanceof kind);
  if (isExpected) return (error as Error).message;
  const { file } = findPlaces();
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

function findPlaces(): Places {
  const { dataDir, databaseUrl } = loadConfig(process.env);
  return { dataDir, file: databaseUrl.replace(/^file:/, '') };
}

try {
  const run = commands[command];
  if (!run)
    throw new BackupRefused(
      `There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`,
    );
  await run(findPlaces());
} catch (error) {
  console.error(`\n${explain(error)}`);
  process.exitCode = command === 'doctor' ? 2 : 1;
}
