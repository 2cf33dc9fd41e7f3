import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillPending } from '../testing/fill-pending';
import { examineSqlite } from './doctor';

/** `KILL_ROUNDS=100` kills a hundred repairs. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 5);
const prismaDir = path.resolve('prisma/sqlite');

let folder: string;
const data = () => path.join(folder, 'data');
const file = () => path.join(data(), 'countersign.db');
let damaged = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-killed-repair-'));
  await mkdir(path.join(folder, 'before'));
  const before = path.join(folder, 'before', 'countersign.db');
  await fillPending(before, 1_000);
  const database = new Sqlite(before);
  database.exec("UPDATE Approval SET status = 'maybe' WHERE rowid % 50 = 0");
  database.close();
  await cp(path.join(folder, 'before'), data(), { recursive: true });
  damaged = await describeDatabase();
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function describeDatabase(): Promise<string> {
  const { rows, faults, findings } = await examineSqlite(file(), prismaDir);
  return `${rows['Run']} runs, ${faults.length} faults, ${findings.length} findings`;
}

function startRepair() {
  const script = path.resolve('lib/db/upkeep/testing/repair-on-request.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, file(), data(), prismaDir]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const says = () => new Promise((resolve) => child.stdout.once('data', resolve));
  return { ended, says, kill: () => child.kill('SIGKILL') };
}

const repaired = '980 runs, 0 faults, 0 findings';

it(`a repair that is killed leaves the database as it was or without what is damaged, and that in a whole file, ${rounds} times`, {
  timeout: 600_000,
}, async () => {
  expect(damaged).toBe('1000 runs, 0 faults, 20 findings');
  const outcomes = new Set<string>();
  let longestMs = 400;
  for (let round = 0; round < rounds; round += 1) {
    await rm(data(), { recursive: true });
    await cp(path.join(folder, 'before'), data(), { recursive: true });
    const repair = startRepair();
    await repair.says();
    const begun = performance.now();
    void repair.says().then(() => {
      longestMs = performance.now() - begun;
    });
    // The first repair runs to its end and shows how long one takes.
    if (round > 0) {
      await sleep((longestMs * (round - 1 + Math.random())) / (rounds - 1));
      repair.kill();
    }
    await repair.ended;
    const found = await describeDatabase();
    expect([damaged, repaired]).toContain(found);
    outcomes.add(found);
    const exported = (await readdir(data())).filter((name) => /^damaged-.*json$/.test(name));
    if (found === repaired) expect(exported).not.toEqual([]);
    for (const name of exported) {
      const { groups } = JSON.parse(await readFile(path.join(data(), name), 'utf8'));
      expect(groups).toHaveLength(20);
    }
  }
  expect(outcomes).toEqual(new Set([damaged, repaired]));
});
