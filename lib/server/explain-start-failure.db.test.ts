import '../logging/testing/quiet-log';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../config/config';
import { openDatabase } from '../db/open-database';
import { DamagedRow } from '../db/ports/damaged-row.port';
import { startApp } from './app';
import { explainStartFailure } from './explain-start-failure';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-words-'));
  dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => path.join(dataDir, 'countersign.db');

async function startAndRead(): Promise<string> {
  const environment = { DATA_DIR: dataDir, WORKSPACE_DIR: path.join(folder, 'files') };
  try {
    await (await startApp({ environment })).shutDown();
    return 'started';
  } catch (error) {
    return error instanceof ConfigError ? error.message : `Not explained: ${error}`;
  }
}

/** Each fault breaks the data folder in one way, and lists the words that a person reads. */
const faults: [string, () => Promise<unknown>, RegExp[]][] = [
  [
    'a database file that is none',
    () => writeFile(file(), 'no database '.repeat(100)),
    [/file is damaged/, /npm run restore/],
  ],
  [
    'a database file that is a folder',
    () => mkdir(file()),
    [/countersign\.db is not a regular file/, /Move it away/],
  ],
  [
    'a database of a newer build',
    async () => {
      const database = new Sqlite(file());
      database.exec(`CREATE TABLE _prisma_migrations (migration_name TEXT, finished_at INTEGER, rolled_back_at INTEGER);
        INSERT INTO _prisma_migrations VALUES ('29990101000000_later', 1, NULL)`);
      database.close();
    },
    [/made by a newer Countersign/, /Update Countersign/],
  ],
  [
    'a lock file that is damaged',
    () => writeFile(path.join(dataDir, 'instance.lock'), 'x'.repeat(200)),
    [/damaged/],
  ],
];

describe('a start', () => {
  it.each(faults)(
    'with %s says which folder, what is wrong and what to do',
    async (_name, prepare, words) => {
      await prepare();
      const message = await startAndRead();
      for (const part of [...words, new RegExp(dataDir)]) expect(message).toMatch(part);
      expect(message).not.toMatch(/Another Countersign|\n {4}at /);
    },
  );

  it('that meets a row that it cannot go on without says how to set it aside', async () => {
    expect(await startAndRead()).toBe('started');
    const sqlite = new Sqlite(file());
    sqlite.exec("UPDATE SystemPrompt SET title = x'ff00fe'");
    sqlite.close();
    const config = loadConfig({ DATA_DIR: dataDir, WORKSPACE_DIR: path.join(folder, 'files') });
    const database = await openDatabase({ url: config.databaseUrl, prismaDir: path.resolve('prisma') });
    const unreadable = await database.read.systemPrompt.findMany().catch((error: unknown) => error);
    await database.close();
    for (const error of [unreadable, new DamagedRow('Run', 'run_1', 'it is missing')]) {
      const explained = explainStartFailure(error, config);
      expect(explained).toBeInstanceOf(ConfigError);
      expect((explained as Error).message).toBe(
        `A row of the database in the folder ${dataDir} is damaged. To set it aside, run “npm run doctor -- --repair”.`,
      );
    }
  });

  it('while another program writes to the database says that it is busy', async () => {
    expect(await startAndRead()).toBe('started');
    const script = `const db = new (require('better-sqlite3'))(process.argv[1]);
      db.exec('BEGIN EXCLUSIVE'); process.stdout.write('held'); setInterval(() => {}, 1000)`;
    const holder = spawn(process.execPath, ['-e', script, file()]);
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const message = await startAndRead();
    holder.kill('SIGKILL');
    expect(message).toContain('The database cannot be written: another program keeps it busy.');
    expect(message).toContain(dataDir);
  }, 60_000);
});
