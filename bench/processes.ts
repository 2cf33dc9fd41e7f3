import { readdirSync, readFileSync } from 'node:fs';

const clockTicksPerSecond = 100;

/**
 * Adds up a process and its children: what they have used so far, those that ended included, and their memory
 * without the pages that they share (Linux only).
 */
export function treeOf(parent: number): { processorMs: number; privateMb: number; count: number } {
  const family = [
    parent,
    ...readdirSync('/proc')
      .map(Number)
      .filter((id) => parentOf(id) === parent),
  ];
  const processorTicks = family.reduce((sum, id) => sum + ticksOf(id, id === parent), 0);
  const privateKb = family.reduce((sum, id) => sum + privateOf(id), 0);
  return {
    processorMs: (processorTicks / clockTicksPerSecond) * 1_000,
    privateMb: privateKb / 1_024,
    count: family.length,
  };
}

const parentOf = (id: number): number | null => (Number.isInteger(id) ? Number(factsOf(id)[1]) : null);

/** The parent counts what its ended children used. */
function ticksOf(id: number, isParent: boolean): number {
  const [user, system, endedUser, endedSystem] = factsOf(id).slice(11, 15).map(Number);
  const own = (user ?? 0) + (system ?? 0);
  return isParent ? own + (endedUser ?? 0) + (endedSystem ?? 0) : own;
}

function factsOf(id: number): string[] {
  // The last bracket ends the name of the process, which may have spaces.
  return read(`/proc/${id}/stat`).split(') ').at(-1)?.split(' ') ?? [];
}

function privateOf(id: number): number {
  const sizes = [...read(`/proc/${id}/smaps_rollup`).matchAll(/^Private_\w+:\s+(\d+)/gm)];
  return sizes.reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0);
}

/** A process may end at any moment, and then no longer has facts. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
