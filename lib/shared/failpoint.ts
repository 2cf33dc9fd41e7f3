import { oncePerProcess } from './once-per-process';

/**
 * A test can have this process killed at these places. [testing.md](../../docs/testing.md#failpoints)
 * describes each.
 */
export const failpoints = [
  'migrating',
  'migrated',
  'run_created',
  'run_claimed',
  'lease_renewed',
  'mid_reply',
  'pause_uncommitted',
  'pause_committed',
  'decision_uncommitted',
  'decision_committed',
  'call_uncommitted',
  'call_committed',
  'result_uncommitted',
  'inside_transaction',
  'turn_uncommitted',
  'turn_committed',
  'unannounced',
  'change_noted',
  'temporary_written',
  'file_linked',
  'file_in_place',
] as const;

export type Failpoint = (typeof failpoints)[number];

/** The process dies at arrival number `hit` at the failpoint, counted from 1. */
export type ArmedFailpoint = { name: Failpoint; hit: number };

type Seam = { armed: ArmedFailpoint | null; signal: NodeJS.Signals; hits: number };

const seam = oncePerProcess('failpoint', (): Seam => ({ armed: null, signal: 'SIGKILL', hits: 0 }));

/** Arms one failpoint, which then kills or freezes this process. No other failpoint does anything. */
export function armFailpoint(armed: ArmedFailpoint, signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL'): void {
  Object.assign(seam, { armed, signal, hits: 0 });
}

/** Reads `name` or `name:hit`. Returns null when the text names no failpoint. */
export function parseFailpoint(text: string): ArmedFailpoint | null {
  const [, written, hit = '1'] = /^([a-z_]+)(?::([1-9]\d{0,5}))?$/.exec(text) ?? [];
  const name = failpoints.find((known) => known === written);
  return name === undefined ? null : { name, hit: Number(hit) };
}

/** Ends this process as `kill -9` does, or freezes it, if a test armed this failpoint. */
export function failpoint(name: Failpoint): void {
  if (seam.armed?.name !== name) return;
  seam.hits += 1;
  if (seam.hits === seam.armed.hit) process.kill(process.pid, seam.signal);
}
