import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findMove } from '../db/moving/move-rows';
import { type Table, tables } from '../db/moving/table-keys';
import { readAfter } from '../db/moving/table-rows';
import { openDatabase } from '../db/open-database';
import { fillPending } from '../db/testing/fill-pending';
import { openPostgresql, type TestServer } from '../db/testing/postgresql';

/** `KILL_ROUNDS=20` kills a move in each direction twenty times at each of these moments. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 1);
/** The command says these words before the first row, while it copies or compares, and after the last commit. */
const moments = ['Moving', '… 20 %', '… 40 %', '… 80 %', 'Moved and compared'];

let server: TestServer;
let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
beforeAll(async () => {
  server = await openPostgresql();
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-killed-move-'));
  await mkdir(at('data'));
  await fillPending(at('filled.db'), 400);
}, 120_000);
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

type Move = { child: ChildProcess; ended: Promise<number | null>; said(): string };

/** Moves in a process of its own, as `npm run move-database` does. */
function startMove(from: string, to: string): Move {
  const words = ['--import', 'tsx', path.resolve('scripts/maintain.ts'), 'move-database', '--to', to];
  const places = { DATA_DIR: at('data'), WORKSPACE_DIR: at('files'), DATABASE_URL: from };
  const child = spawn(process.execPath, words, { env: { ...process.env, ...places } });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more) => {
      text += more;
    });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, ended, said: () => text };
}

async function moveToEnd(from: string, to: string): Promise<string> {
  const { ended, said } = startMove(from, to);
  expect(await ended, said()).toBe(0);
  return said();
}

/** Kills a move a moment after it has said these words. */
async function killAt(moment: string, from: string, to: string): Promise<void> {
  const { child, ended, said } = startMove(from, to);
  await vi.waitFor(() => expect(said()).toContain(moment), { timeout: 60_000, interval: 1 });
  await sleep(20 * Math.random());
  child.kill('SIGKILL');
  await ended;
}

/** Returns all rows, and whether a move into the database has not ended. */
async function readAll(url: string): Promise<{ rows: Record<string, string[]>; isMoving: boolean }> {
  const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
  const rows: Record<string, string[]> = {};
  const read = async (table: Table) =>
    (await readAfter(database.read, table, null, 100_000)).map((row) => JSON.stringify(row)).sort();
  for (const table of tables) rows[table] = await read(table);
  const isMoving = (await findMove(database)) !== null;
  await database.close();
  return { rows, isMoving };
}

/** Kills moves to fresh databases, and lets each go on to its end. */
async function killManyTimes(from: string, createTarget: () => Promise<string>): Promise<void> {
  const { rows } = await readAll(from);
  let interrupted = 0;
  for (const moment of Array.from({ length: rounds }, () => moments).flat()) {
    const target = await createTarget();
    await killAt(moment, from, target);
    const { isMoving } = await readAll(target);
    if (isMoving) interrupted += 1;
    const said = await moveToEnd(from, target);
    // A move that was killed after the last commit reads that nothing is left to do.
    if (moment === moments.at(-1)) expect(said).toContain('This move has ended before');
    expect(await readAll(target), moment).toEqual({ rows, isMoving: false });
    expect((await readAll(from)).rows).toEqual(rows);
  }
  expect(interrupted).toBeGreaterThanOrEqual(rounds);
}

it('a move to PostgreSQL that is killed goes on until every row is there', {
  timeout: 900_000,
}, async () => {
  await killManyTimes(`file:${at('filled.db')}`, () => server.createDatabase());
});

it('a move to SQLite that is killed goes on until every row is there', {
  timeout: 900_000,
}, async () => {
  const from = await server.createDatabase();
  await moveToEnd(`file:${at('filled.db')}`, from);
  let files = 0;
  await killManyTimes(from, async () => {
    files += 1;
    return `file:${at(`target-${files}.db`)}`;
  });
});
