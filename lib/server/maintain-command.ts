import path from 'node:path';
import { toLink } from '../auth/ask-door';
import { linkLastsMs } from '../auth/door';
import { createSecret, hashSecret } from '../auth/secret-text';
import { ConfigError, loadConfig } from '../config/config';
import { toDatabaseFile } from '../config/read-database-url';
import { readSharedKeyFile } from '../db/opening/key-file';
import { openSecretBox } from '../db/stores/secret-box';
import { BackupRefused, backUpSqlite, requireReadable, restoreSqlite } from '../db/upkeep/backup-sqlite';
import { examineSqlite, repairSqlite } from '../db/upkeep/doctor';
import type { Examination } from '../db/upkeep/examine';
import { explainUpkeepError } from '../db/upkeep/explain-upkeep-error';
import { localActor } from '../domain/actor';
import { countOf } from '../shared/quantities';
import { runAccounts } from './accounts-command';
import { workBeside } from './beside-server';
import type { Output } from './check-model-command';
import { findRunningPort } from './find-running-port';
import { lockPlaces } from './lock-places';
import { moveDatabase } from './move-command';
import { ownerTokenFile, writeOwnerToken } from './owner-token-file';

const prismaDir = path.resolve('prisma/sqlite');

type Places = {
  dataDir: string;
  secretFile: string | null;
  databaseUrl: string;
  publicUrl: string | null;
  profile: 'local' | 'team';
  port: number;
};
type Task = Places & { given: string[]; say: Output['say'] };

/** Each returns whether nothing is damaged. */
const commands: Record<string, (task: Task) => Promise<boolean>> = {
  async backup({ dataDir, databaseUrl, given, say }) {
    const file = requireSqlite(databaseUrl);
    const target = requireFile(given, 'npm run backup -- FILE');
    const report = await backUpSqlite(file, target);
    say(`Backed up ${describeRows(report)} to ${target}.`);
    say(
      `Keys of models in it open only with ${path.join(dataDir, 'secret.key')}, which is not part of the backup: keep a copy of that file, too.`,
    );
    return true;
  },
  async restore({ dataDir, databaseUrl, given, say }) {
    const file = requireSqlite(databaseUrl);
    const backup = requireFile(given, 'npm run restore -- FILE');
    const lock = await lockPlaces(dataDir, [file]);
    try {
      const { report, aside } = await restoreSqlite(backup, file, prismaDir);
      say(`Restored ${describeRows(report)} from ${backup}.`);
      if (aside) say(`The database that was there is kept as ${aside}.`);
      return true;
    } finally {
      await lock.release();
    }
  },
  async link(task) {
    const { dataDir, publicUrl, profile, databaseUrl, given, say } = task;
    if (given.some((word) => word !== '--new-token') || given.length > 1)
      throw new BackupRefused('Usage: npm run link, or npm run link -- --new-token');
    await requireThere(databaseUrl);
    if (profile === 'team' && given.length === 0)
      throw new BackupRefused(
        'People of a team sign in. For a first owner or a lost password, run: npm run accounts -- --help',
      );
    if (given.length === 1) return changeOwnerToken(task);
    const port = await findRunningPort(dataDir);
    if (port === null)
      throw new BackupRefused('Countersign is not running. Start it with npm start, which prints a link.');
    const code = createSecret();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + linkLastsMs);
    await workBeside(databaseUrl).addLink({
      codeHash: hashSecret(code),
      actorId: localActor.id,
      createdAt,
      expiresAt,
    });
    say(`Open this address within ten minutes. It lets one browser in, once:`);
    say(toLink(publicUrl ?? `http://localhost:${port}`, code));
    return true;
  },
  'move-database': moveDatabase,
  async accounts(task) {
    if (task.given[0] !== '--help') await requireThere(task.databaseUrl);
    return runAccounts(task);
  },
  async doctor(task) {
    const { given } = task;
    if (given.some((word) => word !== '--repair') || given.length > 1)
      throw new BackupRefused('Usage: npm run doctor, or npm run doctor -- --repair');
    const file = requireSqlite(task.databaseUrl);
    await requireReadable(file, 'database');
    return given.length === 0 ? lookAtAll(file, task) : repairAll(file, task);
  },
};

async function changeOwnerToken({ dataDir, secretFile, databaseUrl, say }: Task): Promise<boolean> {
  const shared = secretFile === null ? null : await readSharedKeyFile(secretFile);
  const key = shared ? shared.ok && shared.key : (await openSecretBox(dataDir)).key();
  if (!key)
    throw new BackupRefused(
      'The key file secret.key cannot be used, so there is no token. Start Countersign, which replaces the file.',
    );
  await writeOwnerToken(dataDir, key, await workBeside(databaseUrl).changeOwnerToken());
  say(`${ownerTokenFile(dataDir)} holds a new token. Programs with the old one are refused from now on.`);
  return true;
}

async function lookAtAll(file: string, { say }: Task): Promise<boolean> {
  const found = await examineSqlite(file, prismaDir);
  say(describeExamination(file, found));
  if (found.findings.length > 0 && found.faults.length === 0)
    say('\nTo set this aside, stop Countersign and run: npm run doctor -- --repair');
  return isSound(found);
}

async function repairAll(file: string, { dataDir, say }: Task): Promise<boolean> {
  const lock = await lockPlaces(dataDir, [file]);
  try {
    const { before, aside, exported, groups } = await repairSqlite(file, dataDir, prismaDir);
    say(describeExamination(file, before));
    if (exported === null) return isSound(before);
    say(`\nSet aside ${countOf(groups.length, 'item')}:`);
    for (const { what, rows } of groups) say(`- ${what} (${countOf(sum(rows), 'row')})`);
    say(`They are in ${exported}. The database as it was is kept as ${aside}.`);
    const after = await examineSqlite(file, prismaDir);
    say(isSound(after) ? 'Nothing is damaged now.' : describeExamination(file, after));
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

function requireFile(given: string[], usage: string): string {
  const [name] = given;
  if (!name || given.length > 1) throw new BackupRefused(`Give one file name: ${usage}`);
  return path.resolve(name);
}

function describeRows({ rows, migrations }: { rows: Record<string, number>; migrations: string[] }): string {
  const count = (table: string) => rows[table] ?? 0;
  const total = sum(rows);
  return (
    `${countOf(count('Conversation'), 'conversation')}, ${countOf(count('Run'), 'run')} and ${countOf(count('Approval'), 'request')} ` +
    `(${countOf(total, 'row')} in ${Object.keys(rows).length} tables, schema ${migrations.at(-1) ?? 'none'})`
  );
}

/** Throws when DATABASE_URL names another kind of database. */
function requireSqlite(databaseUrl: string): string {
  const file = toDatabaseFile(databaseUrl);
  if (file !== null) return file;
  throw new BackupRefused(
    'This command looks after SQLite, and DATABASE_URL names a PostgreSQL database. Back it up with pg_dump, and restore it with pg_restore.',
  );
}

/** The server of another kind of database says by itself what is missing. */
async function requireThere(databaseUrl: string): Promise<void> {
  const file = toDatabaseFile(databaseUrl);
  if (file !== null) await requireReadable(file, 'database');
}

/** Names the database without its password. */
const describePlace = (databaseUrl: string): string =>
  toDatabaseFile(databaseUrl) ?? 'the database of DATABASE_URL';

function findPlaces(): Places {
  const { dataDir, secretFile, databaseUrl, publicUrl, profile, port } = loadConfig(process.env);
  return { dataDir, secretFile, databaseUrl, publicUrl, profile, port };
}

/**
 * Runs a command for an installation: `npm run backup -- FILE`, `npm run restore -- FILE`, `npm run link`,
 * `npm run accounts`, `npm run move-database`, `npm run doctor` and `npm run doctor -- --repair`. Returns the exit
 * code: 0 it worked, and nothing is damaged; 1 it failed, or the doctor found damage; 2 the doctor could not look.
 */
export async function maintain(words: string[], { say, complain }: Output): Promise<number> {
  const [command = '', ...given] = words;
  try {
    const run = commands[command];
    if (!run)
      throw new BackupRefused(
        `There is no command ${command}. There are: ${Object.keys(commands).join(', ')}.`,
      );
    return (await run({ ...findPlaces(), given, say })) ? 0 : 1;
  } catch (error) {
    const isRefusal = error instanceof BackupRefused || error instanceof ConfigError;
    complain(
      `\n${isRefusal ? error.message : explainUpkeepError(error, describePlace(findPlaces().databaseUrl))}`,
    );
    return command === 'doctor' ? 2 : 1;
  }
}
