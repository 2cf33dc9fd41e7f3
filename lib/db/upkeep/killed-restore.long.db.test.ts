import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillPending } from '../testing/fill-pending';
import { backUpSqlite, restoreSqlite } from './backup-sqlite';

/** `KILL_ROUNDS=100` kills a hundred restores. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 6);
const prismaDir = path.resolve('prisma/sqlite');

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
const file = () => at('data', 'countersign.db');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-killed-restore-'));
  await fillPending(at('backed-up.db'), 3_000);
  await backUpSqlite(at('backed-up.db'), at('backup.db'));
  await mkdir(at('present'));
  await fillPending(at('present', 'countersign.db'), 2_000);
  // A killed server leaves its last rows only in the write-ahead log, as here.
  const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.pragma('journal_mode=WAL');
    db.exec("INSERT INTO Setting VALUES ('late', hex(zeroblob(1000000)), 'usr_local', 0)"); process.kill(process.pid, 'SIGKILL')`;
  const dying = spawn(process.execPath, ['-e', script, at('present', 'countersign.db')]);
  await new Promise((resolve) => dying.once('exit', resolve));
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Tells which of the two databases it is, and whether it is complete. */
function describeDatabase(): string {
  const database = new Sqlite(file());
  try {
    const check = database.pragma('integrity_check', { simple: true });
    const runs = database.prepare('SELECT count(*) FROM Run').pluck().get();
    const events = database.prepare('SELECT count(*) FROM RunEvent').pluck().get();
    const late = database.prepare("SELECT count(*) FROM Setting WHERE key = 'late'").pluck().get();
    return `${check}, ${runs} runs, ${events} events, ${late} late`;
  } finally {
    database.close();
  }
}

async function putPresentInPlace(): Promise<void> {
  await rm(at('data'), { recursive: true, force: true });
  await cp(at('present'), at('data'), { recursive: true });
}

const restoring = (backup: string) => {
  const script = path.resolve('lib/db/upkeep/testing/restore-on-request.ts');
  return [process.execPath, '--import', 'tsx', script, backup, file(), prismaDir];
};
const end = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
const listAside = async () =>
  (await readdir(at('data'))).filter((name) => /before-restore-20.*Z$/.test(name));

const present = 'ok, 2000 runs, 6000 events, 1 late';
const restored = 'ok, 3000 runs, 9000 events, 0 late';

it(`a restore that is killed leaves the present database or the backup, ${rounds} times`, {
  timeout: 600_000,
}, async () => {
  const outcomes = new Set<string>();
  let longestMs = 400;
  for (let round = 0; round < rounds; round += 1) {
    await putPresentInPlace();
    const [command = '', ...words] = restoring(at('backup.db'));
    const child = spawn(command, words);
    const ended = end(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const begun = performance.now();
    child.stdout.once('data', () => {
      longestMs = performance.now() - begun;
    });
    // The first restore runs to its end and shows how long one takes.
    if (round > 0) {
      await sleep((longestMs * (round - 1 + Math.random())) / (rounds - 1));
      child.kill('SIGKILL');
    }
    await ended;
    const found = describeDatabase();
    expect([present, restored]).toContain(found);
    outcomes.add(found);
    await restoreSqlite(at('backup.db'), file(), prismaDir);
    expect(describeDatabase()).toBe(restored);
    expect((await readdir(at('data'))).filter((name) => name.includes('restoring'))).toEqual([]);
  }
  expect(outcomes).toEqual(new Set([present, restored]));
});

it('a restore that finds no room for what must be kept leaves the present database, with what its log has', async () => {
  await fillPending(at('few.db'), 10);
  await backUpSqlite(at('few.db'), at('small.db'));
  await putPresentInPlace();
  const limitKb = Math.floor((await stat(file())).size / 2_048);
  await end(spawn('bash', ['-c', `ulimit -f ${limitKb}; exec "$0" "$@"`, ...restoring(at('small.db'))]));
  expect(describeDatabase()).toBe(present);
  expect(await listAside()).toEqual([]);
});

it('a copy of the present database has its name when it is complete', async () => {
  await putPresentInPlace();
  const database = new Sqlite(file());
  database.exec("INSERT INTO Setting VALUES ('large', CAST(zeroblob(200000000) AS TEXT), 'usr_local', 0)");
  database.close();
  const [command = '', ...words] = restoring(at('backup.db'));
  const child = spawn(command, words);
  let hasEnded = false;
  const ended = end(child).then(() => {
    hasEnded = true;
  });
  while (!hasEnded && (await listAside()).length === 0) await sleep(1);
  child.kill('SIGKILL');
  await ended;
  const [aside = ''] = await listAside();
  expect((await stat(at('data', aside))).size).toBeGreaterThan(200_000_000);
});
