import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPostgresql } from '../lib/db/testing/postgresql';
import { startOurLoop } from '../tests/measured/our-loop';
import { figure, median } from './figure';
import { startModelServer } from './model';
import { treeOf } from './processes';
import { bareLoop, postgresqlStoringLoop } from './step/floors';
import { installLangGraph, langGraphLoop } from './step/langgraph';
import { type Cost, costOf, measureInRounds, ratioOf } from './step/measure';

/**
 * Measures the price of a durable step on PostgreSQL, which runs on this machine and writes to its disk. The
 * loops do the job of `step` and take turns. Beside the bare loop and ours: two commits a step without any
 * framework, and LangGraph with its own saver for PostgreSQL, with each of its two ways to store.
 */
const steps = 10;
const warmUps = 100;
const rounds = 30;
const atOnce = 32;

await installLangGraph();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'));
const database = await openPostgresql({ isDurable: true });
const server = await startModelServer();
const ours = await startOurLoop(server.baseUrl, folder, { DATABASE_URL: await database.createDatabase() });
const storing = await postgresqlStoringLoop(server.baseUrl, await database.createDatabase());
const peers = [
  await langGraphLoop(server.baseUrl, await database.createDatabase(), 'sync'),
  await langGraphLoop(server.baseUrl, await database.createDatabase(), 'async'),
];
const loops = [bareLoop(server.baseUrl), storing, ours, ...peers];
try {
  for (const loop of loops) for (let run = 0; run < warmUps; run += 1) await loop.run(steps);
  await measureOneAtATime();
  await measureManyAtOnce();
  await measureDatabase();
} finally {
  await Promise.all([ours.close(), storing.close(), ...peers.map((peer) => peer.close())]);
  server.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

async function measureOneAtATime(): Promise<void> {
  const costs = await measureInRounds(loops, rounds, (loop) => costOf(() => loop.run(steps)));
  for (const { name } of loops) {
    const perStep = (part: keyof Cost) => median((costs.get(name) ?? []).map((cost) => cost[part])) / steps;
    figure(`${name}: a step, wall`, perStep('wallMs'), 'ms');
    figure(`${name}: a step, processor of this process`, perStep('cpuMs'), 'ms');
    if (name === 'bare') continue;
    figure(`${name} / bare, wall`, ratioOf(costs, name, 'bare', 'wallMs'), '×');
    figure(`${name} / bare, processor of this process`, ratioOf(costs, name, 'bare', 'cpuMs'), '×');
  }
}

async function measureManyAtOnce(): Promise<void> {
  const costs = await measureInRounds(loops, 3, (loop) =>
    costOf(() => Promise.all(Array.from({ length: atOnce }, () => loop.run(steps)))),
  );
  for (const { name } of loops) {
    const wallMs = median((costs.get(name) ?? []).map((cost) => cost.wallMs));
    figure(`${name}: ${atOnce} runs at once`, (atOnce * steps * 1_000) / wallMs, 'steps/s');
  }
}

/** Measures what the server of the database works for a step, in all of its processes. */
async function measureDatabase(): Promise<void> {
  const parent = await database.processId();
  const times = 40;
  for (const loop of loops.slice(1)) {
    const before = treeOf(parent).processorMs;
    for (let run = 0; run < times; run += 1) await loop.run(steps);
    figure(
      `${loop.name}: PostgreSQL’s processor a step`,
      (treeOf(parent).processorMs - before) / times / steps,
      'ms',
    );
  }
}
