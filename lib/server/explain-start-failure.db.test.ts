import '../logging/testing/quiet-log';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../config/config';
import { startApp } from './app';

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

/** What is wrong with the data folder, and the words that a person reads. */
const faults: [string, () => Promise<unknown>, RegExp[]][] = [
  [
    'a database file that is none',
    () => writeFile(file(), 'no database '.repeat(100)),
    [/file is damaged/, /npm run restore/],
  ],
  [
    'a database file that is a folder',
    () => mkdir(file()),
    [/cannot be used: a file that belongs in it is a folder/],
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
