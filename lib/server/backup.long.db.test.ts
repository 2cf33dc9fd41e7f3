import '../logging/testing/quiet-log';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onDisk, onMount, withOwnDisks } from '../../tests/own-disk';
import { inspectDatabaseFile } from '../db/sqlite/inspect-file';
import { backUpSqlite, restoreSqlite } from '../db/upkeep/backup-sqlite';
import { localActor } from '../domain/actor';
import { createConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import { type App, startApp } from './app';

/** `RESTORE_ROUNDS=20` makes and restores twenty backups under load. */
const rounds = Number(process.env['RESTORE_ROUNDS'] ?? 2);

let folder: string;
let app: App | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-backup-'));
});
afterEach(async () => {
  await app?.shutDown();
  app = undefined;
  await rm(folder, { recursive: true, force: true });
});

const environment = (name = 'data') => ({
  DATA_DIR: path.join(folder, name),
  WORKSPACE_DIR: path.join(folder, 'files'),
});
const fileOf = (name = 'data') => path.join(folder, name, 'countersign.db');
const prismaDir = path.resolve('prisma/sqlite');

async function start(name?: string): Promise<App> {
  app = await startApp({ environment: environment(name) });
  return app;
}

/**
 * Runs `npm run backup` or a command of its kind as its own process. `surroundings` is a command that runs
 * it.
 */
async function maintain(
  command: string,
  file: string | null,
  variables: Partial<ReturnType<typeof environment>> = {},
  surroundings: string[] = [],
): Promise<{ ok: boolean; output: string }> {
  const env = { ...process.env, ...environment(), ...variables, NODE_ENV: 'production' as const };
  const [program = '', ...words] = [
    ...surroundings,
    ...[process.execPath, 'scripts/maintain.mjs', command, ...(file === null ? [] : [file])],
  ];
  try {
    const { stdout } = await promisify(execFile)(program, words, { env });
    return { ok: true, output: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, output: stdout + stderr };
  }
}

function readAllRows(file: string): Record<string, unknown[]> {
  const database = new Sqlite(file, { readonly: true });
  const tables = Object.keys(inspectDatabaseFile(file).rows);
  const rows = tables.map((table) => [
    table,
    database.prepare(`SELECT * FROM "${table}" ORDER BY 1, 2`).all(),
  ]);
  database.close();
  return Object.fromEntries(rows);
}

/** Expects each run's ledger to add up: its version is the number of its events. */
function expectLedgersToAddUp(file: string): void {
  const database = new Sqlite(file, { readonly: true });
  const broken = database
    .prepare('SELECT id FROM Run WHERE version <> (SELECT count(*) FROM RunEvent WHERE runId = Run.id)')
    .all();
  database.close();
  expect(broken).toEqual([]);
}

describe('a backup', () => {
  it(`made under load is one moment of the database, and is restored to the last row, ${rounds} times`, async () => {
    const { services } = await start();
    let isLoading = true;
    const load = Array.from({ length: 2 }, async () => {
      while (isLoading) {
        await sleep(50);
        // Without a title, both loaders could get the same conversation, which is blank for a moment.
        const { id } = await createConversation(services, localActor, { title: 'Load' });
        await sendMessage(services, localActor, { conversationId: id, text: 'Summarize the notes.' });
      }
    });
    try {
      for (let round = 0; round < rounds; round += 1) {
        const acknowledged = (await createConversation(services, localActor, { title: `Round ${round}` })).id;
        const target = path.join(folder, `backup-${round}.db`);
        const { rows } = await backUpSqlite(fileOf(), target);
        expect((await stat(target)).mode & 0o777).toBe(0o600);
        expectLedgersToAddUp(target);
        const restored = fileOf(`restored-${round}`);
        await mkdir(path.dirname(restored));
        const { report, aside } = await restoreSqlite(target, restored, prismaDir);
        expect([report.rows, aside]).toEqual([rows, null]);
        expect(readAllRows(restored)).toEqual(readAllRows(target));
        const database = new Sqlite(restored, { readonly: true });
        const found = database
          .prepare('SELECT title FROM Conversation WHERE id = ?')
          .pluck()
          .get(acknowledged);
        database.close();
        expect(found).toBe(`Round ${round}`);
      }
    } finally {
      isLoading = false;
      await Promise.all(load);
    }
  }, 600_000);

  it('is made while the server runs, and restored only when it does not', async () => {
    const { services } = await start();
    const before = await createConversation(services, localActor, { title: 'Before' });
    const target = path.join(folder, 'mine.db');
    const made = await maintain('backup', target);
    expect(made.output).toContain('Backed up 1 conversation, ');
    expect(made.output).toContain('secret.key, which is not part of the backup');
    await createConversation(services, localActor, { title: 'After' });

    const refused = await maintain('restore', target);
    expect([refused.ok, refused.output]).toEqual([
      false,
      expect.stringContaining('Another Countersign is running'),
    ]);
    await app?.shutDown();
    const restored = await maintain('restore', target);
    expect([restored.ok, restored.output]).toEqual([true, expect.stringContaining('is kept as')]);

    const next = await start();
    const list = await next.services.conversations.list({ search: null, cursor: null, limit: 10 });
    expect(list.items.map(({ id }) => id)).toEqual([before.id]);
    const aside = (await readdir(path.join(folder, 'data'))).find((name) => name.includes('before-restore'));
    expect(inspectDatabaseFile(path.join(folder, 'data', aside ?? '')).rows['Conversation']).toBe(2);
  });

  it('never replaces a file, and leaves none behind that is not complete', async () => {
    await start();
    const target = path.join(folder, 'mine.db');
    await writeFile(target, 'precious');
    expect(await maintain('backup', target)).toEqual({
      ok: false,
      output: `\nThe file ${target} exists. Choose another name.\n`,
    });
    expect(await readFile(target, 'utf8')).toBe('precious');
    expect(await maintain('backup', path.join(folder, 'nowhere', 'mine.db'))).toMatchObject({ ok: false });
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('leaves a person’s file alone, whatever its name, also one that appears while the backup is made', async () => {
    await start();
    const target = path.join(folder, 'mine.db');
    await writeFile(`${target}.partial`, 'precious');
    // Two backups run at a time, and one of them gets the name.
    const two = await Promise.allSettled([backUpSqlite(fileOf(), target), backUpSqlite(fileOf(), target)]);
    const [refusal] = two.filter((one) => one.status === 'rejected');
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(refusal?.reason).toMatchObject({ message: expect.stringContaining('Choose another name') });
    expect(inspectDatabaseFile(target).faults).toEqual([]);
    expect(await readFile(`${target}.partial`, 'utf8')).toBe('precious');
    const names = (await readdir(folder)).filter((name) => name.startsWith('mine.db'));
    expect(names).toEqual(['mine.db', 'mine.db.partial']);
  });

  it.each([
    ['is no database', 'no database '.repeat(100), /damaged, or no database/],
    ['is missing', null, /There is no backup/],
  ])('that %s is refused, and nothing changes', async (_name, content, words) => {
    await start();
    await app?.shutDown();
    app = undefined;
    const before = await readFile(fileOf());
    const backup = path.join(folder, 'bad.db');
    if (content !== null) await writeFile(backup, content);
    await expect(restoreSqlite(backup, fileOf(), prismaDir)).rejects.toThrow(words);
    expect(await readFile(fileOf())).toEqual(before);
    expect(await readdir(path.join(folder, 'data'))).not.toContain('countersign.db.restoring');
  });

  it('gives a database with larger pages those of a new one', async () => {
    const [older, backup] = [path.join(folder, 'older.db'), path.join(folder, 'smaller.db')];
    const database = new Sqlite(older);
    database.exec(await readFile('prisma/fixtures/2026-11-22/database.sql', 'utf8'));
    const pageBytesOf = (of: Sqlite.Database) => of.pragma('page_size', { simple: true });
    expect(pageBytesOf(database)).toBe(4_096);
    database.close();
    await backUpSqlite(older, backup);
    const smaller = new Sqlite(backup);
    expect(pageBytesOf(smaller)).toBe(1_024);
    smaller.close();
  });

  it('of a newer build is refused in plain words', async () => {
    await start();
    const backup = path.join(folder, 'newer.db');
    await backUpSqlite(fileOf(), backup);
    const database = new Sqlite(backup);
    database.exec("UPDATE _prisma_migrations SET migration_name = '29990101000000_later' WHERE rowid = 1");
    database.close();
    await expect(restoreSqlite(backup, fileOf('other'), prismaDir)).rejects.toThrow();
    await mkdir(path.join(folder, 'other'));
    await expect(restoreSqlite(backup, fileOf('other'), prismaDir)).rejects.toThrow(
      'made by a newer Countersign',
    );
  });
});

describe('a command that cannot do its work', () => {
  const at = (...names: string[]) => path.join(folder, ...names);
  const inGoodFolder = 'Name a file in a folder that exists and that you may write to.';
  const ofBackup = 'Give the name of a file that npm run backup has written.';
  const ofDatabase = 'Check DATA_DIR and DATABASE_URL, and run this as the user that runs Countersign.';

  /** Each case names the command, its file, the data folder and everything that the command says. */
  const cases: [command: string, file: string | null, dataDir: string, words: () => string][] = [
    [
      'backup',
      'nowhere/mine.db',
      'data',
      () =>
        `The backup cannot be written to ${at('nowhere/mine.db')}: there is no such folder. ${inGoodFolder}`,
    ],
    [
      'backup',
      'file/mine.db',
      'data',
      () =>
        `The backup cannot be written to ${at('file/mine.db')}: a part of the path is a file. ${inGoodFolder}`,
    ],
    [
      'backup',
      'loop/mine.db',
      'data',
      () =>
        `The backup cannot be written to ${at('loop/mine.db')}: its links lead in a circle. ${inGoodFolder}`,
    ],
    [
      'backup',
      'mine.db',
      'nowhere',
      () => `There is no database at ${at('nowhere/countersign.db')}. ${ofDatabase}`,
    ],
    [
      'backup',
      'mine.db',
      'damaged',
      () =>
        `The database ${at('damaged/countersign.db')} is damaged, or no database. Look at it with npm run doctor, or restore a backup: npm run restore -- FILE`,
    ],
    ['restore', 'data', 'data', () => `The backup ${at('data')} cannot be read: it is a folder. ${ofBackup}`],
    [
      'restore',
      'file',
      'data',
      () => `The backup ${at('file')} cannot be read: it is damaged, or no database. ${ofBackup}`,
    ],
    ['restore', 'nowhere', 'data', () => `There is no backup at ${at('nowhere')}. ${ofBackup}`],
    [
      'restore',
      'file/mine.db',
      'data',
      () => `The backup ${at('file/mine.db')} cannot be read: a part of the path is a file. ${ofBackup}`,
    ],
    [
      'restore',
      'file',
      'file',
      () =>
        `The folder ${at('file')} cannot be used: it is a file. Set DATA_DIR to a folder that this user may write to.`,
    ],
    [
      'restore',
      'file',
      'taken',
      () =>
        `The folder ${at('taken')} cannot be used: a file that belongs in it is a folder, ${at('taken/countersign.db.restoring')}. Move that folder away, and run the command again.`,
    ],
    [
      'doctor',
      null,
      'nowhere',
      () => `There is no database at ${at('nowhere/countersign.db')}. ${ofDatabase}`,
    ],
    [
      'doctor',
      null,
      'folders',
      () => `The database ${at('folders/countersign.db')} cannot be read: it is a folder. ${ofDatabase}`,
    ],
    [
      'doctor',
      '--repair',
      'nowhere',
      () => `There is no database at ${at('nowhere/countersign.db')}. ${ofDatabase}`,
    ],
  ];

  it.each(cases)(
    '%s %s with the data folder %s: the path, what is wrong and what to do',
    async (command, file, dataDir, words) => {
      await start();
      await app?.shutDown();
      app = undefined;
      await writeFile(at('file'), 'no database '.repeat(100));
      await symlink(at('loop'), at('loop'));
      await mkdir(at('damaged'));
      await copyFile(at('file'), at('damaged', 'countersign.db'));
      await mkdir(at('folders', 'countersign.db'), { recursive: true });
      await mkdir(at('taken', 'countersign.db.restoring'), { recursive: true });
      const given = file === null || file.startsWith('-') ? file : at(file);
      const { ok, output } = await maintain(command, given, { DATA_DIR: at(dataDir) });
      expect([ok, output]).toEqual([false, `\n${words()}\n`]);
      expect((await readdir(folder)).filter((name) => /partial|nowhere/.test(name))).toEqual([]);
    },
  );

  withOwnDisks('backup and restore on a full and a read-only disk', () => {
    const disk = () => at('disk');
    beforeEach(async () => {
      await mkdir(disk());
      await start();
      await app?.shutDown();
      app = undefined;
    });
    const freeSome = 'Free some space on that disk, ';

    it('a backup on a full disk names that one', async () => {
      const target = at('disk', 'mine.db');
      const { output } = await maintain('backup', target, {}, onDisk(disk(), 8_192));
      expect(output).toBe(
        `\nThe backup cannot be written to ${target}: the disk is full. ${freeSome}or ${inGoodFolder.replace('N', 'n')}\n`,
      );
    });

    it('a backup on a read-only disk names that one', async () => {
      const target = at('disk', 'mine.db');
      const { output } = await maintain(
        'backup',
        target,
        {},
        onMount(disk(), 'mount -t tmpfs -o ro tmpfs "$0"'),
      );
      expect(output).toBe(
        `\nThe backup cannot be written to ${target}: the disk is read-only. ${inGoodFolder}\n`,
      );
    });

    it.each([
      ['for the lock', 0, 'or set DATA_DIR to a folder that this user may write to.'],
      ['for the copy', 16_384, 'and run the command again.'],
    ])('a restore on a disk that has no room %s names that one', async (_name, freeBytes, advice) => {
      const { output } = await maintain('restore', fileOf(), { DATA_DIR: disk() }, onDisk(disk(), freeBytes));
      expect(output).toBe(`\nThe folder ${disk()} cannot be used: the disk is full. ${freeSome}${advice}\n`);
    });
  });
});
