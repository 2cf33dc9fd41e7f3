import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inspectDatabaseFile } from '../sqlite/inspect-file';
import { fillPending } from '../testing/fill-pending';
import { openPostgresql, type TestServer } from '../testing/postgresql';
import { backUpPostgresql, restorePostgresql } from './backup-postgresql';
import { backUpSqlite } from './backup-sqlite';
import { examinePostgresql, repairPostgresql } from './doctor-postgresql';

/** `KILL_ROUNDS=100` kills each command a hundred times. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 6);

let server: TestServer;
let folder: string;
let url: string;
const at = (...names: string[]) => path.join(folder, ...names);
const upkeep = () => ({
  url,
  dataDir: at('data'),
  prismaDir: path.resolve('prisma'),
  requireStopped: async () => {},
  onProgress: () => {},
});

beforeAll(async () => {
  server = await openPostgresql();
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-killed-postgresql-'));
  for (const [name, count] of [
    ['first', 60],
    ['second', 90],
  ] as const) {
    await fillPending(at(`${name}.filled`), count);
    await backUpSqlite(at(`${name}.filled`), at(`${name}.db`));
  }
}, 120_000);
beforeEach(async () => {
  await rm(at('data'), { recursive: true, force: true });
  await mkdir(at('data'));
  url = await server.createDatabase();
  await restorePostgresql(upkeep(), at('first.db'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function query(sql: string): Promise<unknown> {
  const client = new Client(url);
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return Object.values(rows[0] ?? {}).join();
}

/** Tells which of two contents it is, and whether that is complete. */
const describeContent = () =>
  query(
    `SELECT concat_ws(',', (SELECT count(*) FROM "Run"), (SELECT count(*) FROM "RunEvent"), (SELECT count(*) FROM "Approval"))`,
  );
const first = '60,180,60';
const second = '90,270,90';

const end = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

/**
 * Runs a command many times and kills it at another moment each time. The first one runs to its end and shows how
 * long one takes.
 */
async function killManyTimes(words: string[], afterEach: () => Promise<void>): Promise<void> {
  let longestMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const script = path.resolve('lib/db/upkeep/testing/upkeep-on-request.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...words]);
    const ended = end(child);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const begun = performance.now();
    if (round > 0) {
      await sleep((longestMs * (round - 1 + Math.random())) / (rounds - 1));
      child.kill('SIGKILL');
    }
    await ended;
    if (round === 0) longestMs = performance.now() - begun;
    await afterEach();
  }
}

it(`a restore that is killed leaves the present rows or those of the backup, ${rounds} times`, {
  timeout: 600_000,
}, async () => {
  const outcomes = new Set<unknown>();
  await killManyTimes(['restore', url, at('data'), at('second.db')], async () => {
    const found = await describeContent();
    expect([first, second]).toContain(found);
    outcomes.add(found);
    // What was kept is complete, and the next restore works.
    for (const name of await readdir(at('data')))
      if (/before-restore-.*Z$/.test(name)) expect(inspectDatabaseFile(at('data', name)).faults).toEqual([]);
    await restorePostgresql(upkeep(), at('first.db'));
    expect(await describeContent()).toBe(first);
    const left = (await readdir(at('data'))).filter((name) => !/before-restore-.*Z$/.test(name));
    expect(left).toEqual([]);
  });
  expect(outcomes).toEqual(new Set([first, second]));
});

it(`a backup that is killed leaves no file under its name, or a complete one, ${rounds} times`, {
  timeout: 600_000,
}, async () => {
  const target = at('data', 'mine.db');
  await killManyTimes(['backup', url, at('data'), target], async () => {
    const isThere = (await readdir(at('data'))).includes('mine.db');
    if (isThere) expect(inspectDatabaseFile(target)).toMatchObject({ faults: [], rows: { RunEvent: 180 } });
    await rm(target, { force: true });
  });
  expect((await backUpPostgresql(upkeep(), target)).rows).toMatchObject({ Run: 60, RunEvent: 180 });
});

it(`a repair that is killed leaves the rows as they were, or without the damaged ones, ${rounds} times`, {
  timeout: 600_000,
}, async () => {
  const damage = `UPDATE "Run" SET "kind" = 'other' WHERE "id" = (SELECT min("id") FROM "Run")`;
  await query(damage);
  await killManyTimes(['repair', url, at('data')], async () => {
    expect([first, '59,177,59']).toContain(await describeContent());
    await repairPostgresql(upkeep());
    expect((await examinePostgresql(upkeep())).findings).toEqual([]);
    await restorePostgresql(upkeep(), at('first.db'));
    await query(damage);
  });
});
