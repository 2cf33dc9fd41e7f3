import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listMigrations } from '../opening/migrations';
import { migrateSqlite, readAppliedMigrations } from './migrate-sqlite';

const prismaDir = path.resolve('prisma/sqlite');
/** `KILL_ROUNDS=100` kills a hundred migrations. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 6);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-migrate-'));
  file = path.join(folder, 'countersign.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes the database of an older build as its server left it. A killed server left a write-ahead log. */
async function writeOlderDatabase({ isKilled = false } = {}): Promise<void> {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  const database = new Sqlite(file);
  database.exec(await readFile('prisma/fixtures/2026-11-22/database.sql', 'utf8'));
  database.close();
  if (!isKilled) return;
  const script = `const db = new (require('better-sqlite3'))(process.argv[1]); db.pragma('journal_mode=WAL');
    db.exec("INSERT INTO Setting VALUES ('late', '1', 0)"); process.kill(process.pid, 'SIGKILL')`;
  const dying = spawn(process.execPath, ['-e', script, file]);
  await new Promise((resolve) => dying.once('exit', resolve));
}

function countRows(): Record<string, number> {
  const database = new Sqlite(file);
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    const tables = ['Conversation', 'Run', 'RunEvent', 'ToolCall', 'Approval', 'PromptSnapshot'];
    const count = (table: string) =>
      database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get() as number;
    return Object.fromEntries(tables.map((table) => [table, count(table)]));
  } finally {
    database.close();
  }
}

const migrateInProcess = () =>
  spawn(process.execPath, [
    '--import',
    'tsx',
    path.resolve('lib/db/sqlite/testing/migrate-on-request.ts'),
    file,
    prismaDir,
  ]);

describe('a migration', () => {
  it('keeps what a killed server had only in its write-ahead log', async () => {
    await writeOlderDatabase({ isKilled: true });
    expect(await readdir(folder)).toContain('countersign.db-wal');
    expect((await migrateSqlite(file, prismaDir)).length).toBeGreaterThan(0);
    const database = new Sqlite(file);
    expect(database.prepare("SELECT valueJson FROM Setting WHERE key = 'late'").pluck().get()).toBe('1');
    database.close();
  });

  it(`leaves the old or the new database when its process is killed, ${rounds} times`, async () => {
    await writeOlderDatabase();
    const [rows, before] = [countRows(), readAppliedMigrations(file)];
    const known = await listMigrations(prismaDir);
    const outcomes = new Set<string>();
    let longestMs = 400;
    for (let round = 0; round < rounds; round += 1) {
      await writeOlderDatabase({ isKilled: round % 2 === 1 });
      const migrating = migrateInProcess();
      const ended = new Promise((resolve) => migrating.once('exit', resolve));
      await new Promise((resolve) => migrating.stdout.once('data', resolve));
      const begun = performance.now();
      migrating.stdout.once('data', () => {
        longestMs = performance.now() - begun;
      });
      await sleep((longestMs * (round + Math.random())) / rounds);
      migrating.kill('SIGKILL');
      await ended;

      const applied = readAppliedMigrations(file);
      expect([before, known]).toContainEqual(applied);
      outcomes.add(applied.length === known.length ? 'new' : 'old');
      expect(countRows()).toEqual(rows);
      await migrateSqlite(file, prismaDir);
      expect(readAppliedMigrations(file)).toEqual(known);
      expect(countRows()).toEqual(rows);
      expect((await readdir(folder)).filter((name) => name.includes('migrating'))).toEqual([]);
    }
    expect(outcomes).toContain('old');
  }, 600_000);
});
