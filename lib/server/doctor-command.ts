import path from 'node:path';
import { toDatabaseFile } from '../config/read-database-url';
import { BackupRefused, requireReadable } from '../db/upkeep/backup-file';
import { examineSqlite, type Repair, repairSqlite } from '../db/upkeep/doctor';
import { examinePostgresql, lookAroundPostgresql, repairPostgresql } from '../db/upkeep/doctor-postgresql';
import type { Examination } from '../db/upkeep/examine';
import { countOf } from '../shared/quantities';
import { prismaDir, toUpkeep, type UpkeepTask } from './backup-commands';
import { describeSurroundings } from './describe-surroundings';
import { lockPlaces } from './lock-places';
import { nameDatabase } from './name-database';

/**
 * Looks for damage, or sets it aside (`--repair`). Returns whether nothing is damaged. Throws when it cannot look.
 */
export async function doctor(task: UpkeepTask): Promise<boolean> {
  const { given, databaseUrl } = task;
  if (given.some((word) => word !== '--repair') || given.length > 1)
    throw new BackupRefused('Usage: npm run doctor, or npm run doctor -- --repair');
  const file = toDatabaseFile(databaseUrl);
  const patient = file === null ? ofPostgresql(task) : await ofSqlite(file, task);
  return given.length === 0 ? lookAtAll(patient, task) : repairAll(patient, task);
}

/** A patient is a database that the doctor looks at. `name` names it for a person. */
type Patient = {
  name: string;
  /** Says what is around the database. Returns whether nothing is wrong there. */
  lookAround(): Promise<boolean>;
  examine(): Promise<Examination>;
  repair(): Promise<Repair>;
};

async function ofSqlite(file: string, { dataDir }: UpkeepTask): Promise<Patient> {
  await requireReadable(file, 'database');
  const sqliteDir = path.join(prismaDir, 'sqlite');
  return {
    name: file,
    // A file has nothing around it.
    lookAround: async () => true,
    examine: () => examineSqlite(file, sqliteDir),
    repair: () => repairSqlite(file, dataDir, sqliteDir),
  };
}

function ofPostgresql(task: UpkeepTask): Patient {
  const upkeep = toUpkeep(task);
  return {
    name: nameDatabase(task.databaseUrl),
    async lookAround() {
      const { lines, isSound } = describeSurroundings(await lookAroundPostgresql(upkeep, task.secretFile));
      for (const line of lines) task.say(line);
      return isSound;
    },
    examine: () => examinePostgresql(upkeep),
    repair: () => repairPostgresql(upkeep),
  };
}

async function lookAtAll({ name, lookAround, examine }: Patient, { say }: UpkeepTask): Promise<boolean> {
  const isAroundSound = await lookAround();
  const found = await examine();
  say(describeExamination(name, found));
  if (found.findings.length > 0 && found.faults.length === 0)
    say('\nTo set this aside, stop Countersign and run: npm run doctor -- --repair');
  return isAroundSound && isSound(found);
}

async function repairAll(
  { name, examine, repair }: Patient,
  { dataDir, databaseUrl, say }: UpkeepTask,
): Promise<boolean> {
  const lock = await lockPlaces(dataDir, [toDatabaseFile(databaseUrl)]);
  try {
    const { before, aside, exported, groups } = await repair();
    say(describeExamination(name, before));
    if (exported === null) return isSound(before);
    say(`\nSet aside ${countOf(groups.length, 'item')}:`);
    for (const { what, rows } of groups) say(`- ${what} (${countOf(sum(rows), 'row')})`);
    say(`They are in ${exported}. The database as it was is kept as ${aside}.`);
    const after = await examine();
    say(isSound(after) ? 'Nothing is damaged now.' : describeExamination(name, after));
    return isSound(after);
  } finally {
    await lock.release();
  }
}

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, some) => total + some, 0);

const isSound = ({ faults, findings }: Examination) => faults.length + findings.length === 0;

function describeExamination(name: string, { rows, faults, findings }: Examination): string {
  const total = sum(rows);
  const read =
    `Read ${countOf(total, 'row')} in ${Object.keys(rows).length} tables of ${name}, ` +
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
