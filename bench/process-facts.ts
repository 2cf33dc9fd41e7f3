import { readFileSync } from 'node:fs';

const clockTicksPerSecond = 100;

export type ProcessFacts = { processorMs: number; residentMb: number };

/** Reads what all threads of a process have used so far (Linux only). */
export function readProcess(pid: number): ProcessFacts {
  // The last bracket ends the name of the process, which may have spaces.
  const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = Number(facts[11]) + Number(facts[12]);
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { processorMs: (ticks / clockTicksPerSecond) * 1_000, residentMb: Number(kilobytes) / 1_024 };
}
