import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Cost, measureInRounds } from './measure';

const names = ['bare', 'storing', 'ours'];
const warmUps = 20;
const rounds = 30;

/**
 * Measures the loops in young processes, one for each, on the schedule of the comparison of frameworks
 * (docs/performance.md): 20 jobs, then 30 rounds of four, of which it measures three. It does so several
 * times, with new processes.
 */
export async function measureYoung(
  baseUrl: string,
  folder: string,
  { steps, times }: { steps: number; times: number },
): Promise<Map<string, Cost[]>> {
  const all = new Map<string, Cost[]>(names.map((name) => [name, []]));
  for (let time = 0; time < times; time += 1) {
    const loops = await Promise.all(
      names.map((name) => startLoop(name, baseUrl, path.join(folder, `${time}-${name}`))),
    );
    for (const loop of loops) await loop.work(warmUps, steps);
    const costs = await measureInRounds(loops, rounds, async (loop) => {
      await loop.work(1, steps);
      return loop.work(3, steps);
    });
    for (const [name, some] of costs) all.get(name)?.push(...some);
    for (const loop of loops) await loop.close();
  }
  return all;
}

async function startLoop(name: string, baseUrl: string, folder: string) {
  await mkdir(folder, { recursive: true });
  const child = fork(path.join(import.meta.dirname, 'young-worker.mjs'), [name, baseUrl, folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    name,
    async work(jobs: number, steps: number): Promise<Cost> {
      child.send({ jobs, steps });
      const [cost] = (await once(child, 'message')) as [Cost];
      return cost;
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
