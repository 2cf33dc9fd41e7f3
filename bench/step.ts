import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startOurLoop } from '../tests/measured/our-loop';
import { figure, median } from './figure';
import { startModelServer } from './model';
import { bareLoop, storingLoop, streamingLoop, streamingStoringLoop } from './step/floors';
import {
  type Cost,
  costOf,
  exponent,
  measureInRounds,
  ratioOf,
  storedBytes,
  writtenBytes,
} from './step/measure';
import { measureApprovalsOverHttp } from './step/over-http';
import { measureYoung } from './step/young';

/**
 * Measures the price of a durable step, in about a minute.
 *
 * Five loops do one job in this process: ten model calls over HTTP to a server that answers at once, and nine
 * tool calls.
 * - bare: the openai client; it stores nothing.
 * - streaming: the same, but it reads each reply while it arrives.
 * - storing: like bare, with two fsynced inserts a step.
 * - streaming, storing: both. A loop like ours can do no less.
 * - ours: the complete application through `startApp`, without HTTP in front.
 *
 * For "young", each loop has a process of its own that has done the job 20 to 140 times, as in the comparison
 * of frameworks. All other loops run in one process after 300 jobs, by when Node has optimized them.
 *
 * The loops take turns, and each ratio comes from one round, so a busy machine changes the ratios little.
 * Absolute figures hold for one machine.
 */
const steps = 10;
const rounds = 40;
const atOnce = 32;

const folder = await mkdtemp(path.join(tmpdir(), 'countersign-bench-'));
const server = await startModelServer();
await measureYoungProcesses();
const bare = bareLoop(server.baseUrl);
const streaming = streamingLoop(server.baseUrl);
const storing = storingLoop(server.baseUrl, path.join(folder, 'floor.db'));
const least = streamingStoringLoop(server.baseUrl, path.join(folder, 'least.db'));
const ours = await startOurLoop(server.baseUrl, folder);
const loops = [bare, streaming, storing, least, ours];
try {
  for (const loop of loops) for (let run = 0; run < 300; run += 1) await loop.run(steps);
  await measureOneAtATime();
  await measureManyAtOnce();
  await measureApprovals();
  await measureDisk();
  await measureGrowth();
} finally {
  await ours.close();
  storing.close();
  least.close();
}
const overHttp = await measureApprovalsOverHttp(server.baseUrl, 20);
server.close();
await rm(folder, { recursive: true, force: true });
figure('approve → tool, event stream over HTTP, p50', median(overHttp), 'ms', { most: 20 });

async function measureYoungProcesses(): Promise<void> {
  const costs = await measureYoung(server.baseUrl, folder, { steps, times: 3 });
  for (const [part, word] of [
    ['wallMs', 'wall'],
    ['cpuMs', 'processor'],
  ] as const) {
    figure(`young: durable step / bare step, ${word}`, ratioOf(costs, 'ours', 'bare', part), '×', {
      most: 2.5,
    });
    figure(`young: storing step / bare step, ${word}`, ratioOf(costs, 'storing', 'bare', part), '×');
  }
}

async function measureOneAtATime(): Promise<void> {
  const costs = await measureInRounds(loops, rounds, (loop) =>
    costOf(async () => {
      for (let run = 0; run < 2; run += 1) await loop.run(steps);
    }),
  );
  const ratio = (name: string, floor: string, part: keyof Cost) => ratioOf(costs, name, floor, part);
  figure('durable step / bare step, wall', ratio('ours', 'bare', 'wallMs'), '×', { most: 2.5 });
  figure('durable step / bare step, processor', ratio('ours', 'bare', 'cpuMs'), '×', { most: 2.5 });
  figure('storing step / bare step, wall', ratio('storing', 'bare', 'wallMs'), '×');
  figure('storing step / bare step, processor', ratio('storing', 'bare', 'cpuMs'), '×');
  figure('streaming, storing step / bare step, wall', ratio(least.name, 'bare', 'wallMs'), '×');
  figure('streaming, storing step / bare step, processor', ratio(least.name, 'bare', 'cpuMs'), '×');
  for (const floor of ['storing', 'streaming', least.name]) {
    figure(`durable step / ${floor} step, wall`, ratio('ours', floor, 'wallMs'), '×');
    figure(`durable step / ${floor} step, processor`, ratio('ours', floor, 'cpuMs'), '×');
  }
  for (const { name } of loops) {
    const perStep = (part: keyof Cost) =>
      median((costs.get(name) ?? []).map((cost) => cost[part])) / 2 / steps;
    figure(`${name}: a step, wall`, perStep('wallMs'), 'ms');
    figure(`${name}: a step, processor`, perStep('cpuMs'), 'ms');
  }
}

async function measureManyAtOnce(): Promise<void> {
  const costs = await measureInRounds(loops, 3, (loop) =>
    costOf(() => Promise.all(Array.from({ length: atOnce }, () => loop.run(steps)))),
  );
  for (const { name } of loops) {
    const wallMs = median((costs.get(name) ?? []).map((cost) => cost.wallMs));
    const bar = name === 'ours' ? { least: 400 } : null;
    figure(`${name}: ${atOnce} runs at once`, (atOnce * steps * 1_000) / wallMs, 'steps/s', bar);
  }
}

async function measureApprovals(): Promise<void> {
  const measured: number[] = [];
  for (let run = 0; run < 40; run += 1) measured.push(await ours.approve());
  figure('approve → tool, in process, p50', median(measured.slice(10)), 'ms', { most: 5 });
}

async function measureDisk(): Promise<void> {
  const runs = 20;
  const [writtenBefore, storedBefore] = [writtenBytes(), storedBytes(ours.databaseFile)];
  for (let run = 0; run < runs; run += 1) await ours.run(steps);
  const written = writtenBytes();
  const toKb = (bytes: number) => bytes / runs / steps / 1_024;
  if (written !== null && writtenBefore !== null)
    figure('written a step', toKb(written - writtenBefore), 'KB', { most: 40 });
  figure('stored a step', toKb(storedBytes(ours.databaseFile) - storedBefore), 'KB', { most: 3.5 });
}

/**
 * Measures how a run's cost grows with its steps. A file grows by complete pages, which only the sum of
 * several runs evens out. Long runs need a warm-up, too: until Node has optimized the code for long
 * transcripts, each of their steps costs a tenth more.
 */
async function measureGrowth(): Promise<void> {
  const sizes = [10, 20, 40, 80];
  const times = 20;
  for (let round = 0; round < times; round += 1) for (const size of sizes) await ours.run(size);
  const points = sizes.map((size) => ({ size, stored: [] as number[], cpuMs: [] as number[] }));
  for (let round = 0; round < times; round += 1) {
    for (const { size, stored, cpuMs } of points) {
      const before = storedBytes(ours.databaseFile);
      cpuMs.push((await costOf(() => ours.run(size))).cpuMs);
      stored.push(storedBytes(ours.databaseFile) - before);
    }
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const stored = exponent(points.map((point) => ({ size: point.size, value: sum(point.stored) })));
  const cpuMs = exponent(points.map((point) => ({ size: point.size, value: median(point.cpuMs) })));
  figure('exponent of stored bytes in steps', stored, '', { most: 1.05 });
  figure('exponent of processor time in steps', cpuMs, '', { most: 1.05 });
}
