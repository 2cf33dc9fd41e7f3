import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examineSqlite } from '../../lib/db/upkeep/doctor';
import { untilFrozen } from '../../lib/shared/testing/until-frozen';
import { type History, runCrowd } from './crowd';
import { isFull, noteFigures, tellProgress } from './figures';
import type { Fault } from './find-faults';
import { type JobModel, startJobModel } from './job-model';
import { compileServer, type ServerHandle } from './server-handle';
import { createWorld, newJobs, type World } from './world';

/** A few copies are the default. `npm run test:chaos` asks for all of them. */
const copies = isFull ? 30 : 3;
const runsAtOnce = 50;

let model: JobModel;
let world: World;
beforeAll(async () => {
  await compileServer();
  model = await startJobModel();
  world = await createWorld(model.baseUrl);
}, 120_000);
afterAll(async () => {
  await model.close();
  await world.remove();
});

/**
 * Copies what a power cut leaves at this moment if the disk kept what it confirmed: the database and its log,
 * without the log's index.
 */
async function copyAtOneMoment(
  server: ServerHandle,
  number: number,
): Promise<{ file: string; told: History }> {
  const folder = path.join(world.folder, `copy-${number}`);
  await mkdir(folder);
  server.signal('SIGSTOP');
  await untilFrozen(server.pid);
  // Messages that the server sent before the freeze arrive now.
  await setImmediate();
  const { started, approved, ended } = world.history;
  const told = { started: new Map(started), approved: new Map(approved), ended: new Set(ended) };
  for (const name of ['countersign.db', 'countersign.db-wal'])
    await copyFile(path.join(world.folder, 'data', name), path.join(folder, name));
  server.signal('SIGCONT');
  return { file: path.join(folder, 'countersign.db'), told };
}

/** Checks everything that people had been told by then, and every ledger. */
async function findLosses(file: string, told: History): Promise<Fault[]> {
  const { faults, findings } = await examineSqlite(file, path.resolve('prisma/sqlite'));
  const damage = [...faults, ...findings.map(({ table, name, problem }) => `${table} ${name}: ${problem}`)];
  const database = new Sqlite(file, { readonly: true });
  const count = (sql: string, id: string) => database.prepare<[string], number>(sql).pluck().get(id) ?? 0;
  const lost = [
    ...[...told.started.values()].filter(
      (id) => id !== null && count('SELECT count(*) FROM Run WHERE id = ?', id) !== 1,
    ),
    ...[...told.approved].flatMap(([id, times]) =>
      count("SELECT count(*) FROM RunEvent WHERE runId = ? AND type = 'approval_decided'", id) < times
        ? id
        : [],
    ),
    ...[...told.ended].filter(
      (id) => count("SELECT count(*) FROM Run WHERE id = ? AND status = 'completed'", id) !== 1,
    ),
  ];
  database.close();
  return [
    ...damage.map((text): Fault => ({ kind: 'spoiled', text })),
    ...lost.map((id): Fault => ({ kind: 'lost', text: `${file}: ${id}` })),
  ];
}

it('a copy of the database and its log, taken at any moment of 50 active runs, has all that was acknowledged by then', {
  timeout: 1_200_000,
}, async () => {
  const { history, start } = world;
  const faults: Fault[] = [];
  let compared = 0;
  const server = start();
  await server.readyMs;
  for (let copy = 0; copy < copies; copy += 1) {
    const open = history.started.size - history.ended.size;
    const crowd = runCrowd(server, history, newJobs(runsAtOnce - open));
    await sleep(Math.random() * 1_500);
    const { file, told } = await copyAtOneMoment(server, copy);
    compared +=
      [...told.started.values()].filter((id) => id !== null).length + told.approved.size + told.ended.size;
    faults.push(...(await findLosses(file, told)));
    await crowd;
    tellProgress('copy', copy + 1, copies);
  }
  server.signal('SIGKILL');
  await server.ended;
  noteFigures({
    part: 'copied without a checkpoint',
    done: { copies, acknowledgements: compared },
    faults,
    timesMs: {},
  });
  expect(compared).toBeGreaterThan(copies * 10);
  expect(faults).toEqual([]);
});
