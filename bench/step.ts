import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { bareLoop, storingLoop, streamingLoop, streamingStoringLoop } from './step/floors';
import { startModelServer } from './step/job';
import {
  type Cost,
  costOf,
  exponent,
  measureInRounds,
  median,
  ratioOf,
  storedBytes,
  writtenBytes,
} from './step/measure';
import { startOurLoop } from './step/our-loop';
import { measureApprovalsOverHttp } from './step/over-http';
import { measureYoung } from './step/young';

/**
 * Measures the price of a durable step. `npm run bench` prints a table and writes `bench/step.json`, in about
 * a minute.
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
 * Absolute figures hold for one machine. Approvals through HTTP need a build (`npm run build`). "must" and
 * "aim" are the bars of docs/performance.md.
 */
const steps = 10;
const rounds = 40;
const atOnce = 32;

type Row = { name: string; value: number | null; unit: string; must: number | null; aim: number | null };
const rows: Row[] = [];
const add = (name: string, value: number | null, unit: string, must: number | null = null, aim = must) =>
  rows.push({ name, value, unit, must, aim });

const startedAt = performance.now();
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
add('approve → tool, event stream over HTTP, p50', overHttp && median(overHttp), 'ms', 20, 10);
await report();

async function measureYoungProcesses(): Promise<void> {
  const costs = await measureYoung(server.baseUrl, folder, { steps, times: 3 });
  for (const [part, word] of [
    ['wallMs', 'wall'],
    ['cpuMs', 'processor'],
  ] as const) {
    add(`young: durable step / bare step, ${word}`, ratioOf(costs, 'ours', 'bare', part), '×', 2.5, 1.5);
    add(`young: storing step / bare step, ${word}`, ratioOf(costs, 'storing', 'bare', part), '×');
  }
}

async function measureOneAtATime(): Promise<void> {
  const costs = await measureInRounds(loops, rounds, (loop) =>
    costOf(async () => {
      for (let run = 0; run < 2; run += 1) await loop.run(steps);
    }),
  );
  const ratio = (name: string, floor: string, part: keyof Cost) => ratioOf(costs, name, floor, part);
  add('durable step / bare step, wall', ratio('ours', 'bare', 'wallMs'), '×', 2.5, 1.5);
  add('durable step / bare step, processor', ratio('ours', 'bare', 'cpuMs'), '×', 2.5, 1.5);
  add('storing step / bare step, wall', ratio('storing', 'bare', 'wallMs'), '×');
  add('storing step / bare step, processor', ratio('storing', 'bare', 'cpuMs'), '×');
  add('streaming, storing step / bare step, wall', ratio(least.name, 'bare', 'wallMs'), '×');
  add('streaming, storing step / bare step, processor', ratio(least.name, 'bare', 'cpuMs'), '×');
  for (const floor of ['storing', 'streaming', least.name]) {
    add(`durable step / ${floor} step, wall`, ratio('ours', floor, 'wallMs'), '×');
    add(`durable step / ${floor} step, processor`, ratio('ours', floor, 'cpuMs'), '×');
  }
  for (const { name } of loops) {
    const perStep = (part: keyof Cost) =>
      median((costs.get(name) ?? []).map((cost) => cost[part])) / 2 / steps;
    add(`${name}: a step, wall`, perStep('wallMs'), 'ms');
    add(`${name}: a step, processor`, perStep('cpuMs'), 'ms');
  }
}

async function measureManyAtOnce(): Promise<void> {
  const costs = await measureInRounds(loops, 3, (loop) =>
    costOf(() => Promise.all(Array.from({ length: atOnce }, () => loop.run(steps)))),
  );
  for (const { name } of loops) {
    const wallMs = median((costs.get(name) ?? []).map((cost) => cost.wallMs));
    const bars: [number | null, number | null] = name === 'ours' ? [400, 700] : [null, null];
    add(`${name}: ${atOnce} runs at once`, (atOnce * steps * 1_000) / wallMs, 'steps/s', ...bars);
  }
}

async function measureApprovals(): Promise<void> {
  const measured: number[] = [];
  for (let run = 0; run < 40; run += 1) measured.push(await ours.approve());
  add('approve → tool, in process, p50', median(measured.slice(10)), 'ms', 5, 2);
}

async function measureDisk(): Promise<void> {
  const runs = 20;
  const [writtenBefore, storedBefore] = [writtenBytes(), storedBytes(ours.databaseFile)];
  for (let run = 0; run < runs; run += 1) await ours.run(steps);
  const written = writtenBytes();
  const toKb = (bytes: number) => bytes / runs / steps / 1_024;
  const hasCount = written !== null && writtenBefore !== null;
  add('written a step', hasCount ? toKb(written - writtenBefore) : null, 'KB', 40, 20);
  add('stored a step', toKb(storedBytes(ours.databaseFile) - storedBefore), 'KB', 3.5, 2);
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
  add('exponent of stored bytes in steps', stored, '', 1.05);
  add('exponent of processor time in steps', cpuMs, '', 1.05);
}

async function report(): Promise<void> {
  const isMore = (row: Row) => row.unit === 'steps/s';
  const meets = (row: Row, bar: number) =>
    row.value !== null && (isMore(row) ? row.value >= bar : row.value <= bar);
  const verdict = (row: Row) => {
    if (row.value === null || row.must === null || row.aim === null) return '';
    if (meets(row, row.aim)) return 'aim met';
    return meets(row, row.must) ? 'must met' : 'missed';
  };
  const format = (value: number | null) => (value === null ? '' : value.toFixed(value < 10 ? 2 : 0));
  console.log(
    `${'measure'.padEnd(46)}${'value'.padStart(10)}         ${'must'.padStart(6)}${'aim'.padStart(7)}`,
  );
  for (const row of rows) {
    const value = row.value === null ? 'not measured' : `${format(row.value)} ${row.unit}`.trim();
    console.log(
      `${row.name.padEnd(46)}${value.padStart(18)} ${format(row.must).padStart(6)}${format(row.aim).padStart(7)}  ${verdict(row)}`.trimEnd(),
    );
  }
  const machine = { cores: cpus().length, load: loadavg()[0], node: process.version };
  console.log(
    `${((performance.now() - startedAt) / 1_000).toFixed(0)} s on ${machine.cores} cores, load ${machine.load?.toFixed(1)}, Node ${machine.node}`,
  );
  if (overHttp === null) console.log('Approvals over HTTP need a build: npm run build');
  await writeFile(
    'bench/step.json',
    `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
  );
}
