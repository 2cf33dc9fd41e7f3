import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Samples of the delay are this far apart, and each sample includes this distance. */
const resolutionMs = 1;
/** Linux writes the processor time of this process's first thread here. That thread has the event loop. */
const schedule = '/proc/self/schedstat';

export type Stall = {
  /**
   * This is the longest time that the event loop did not turn. On a busy machine, it includes the time that
   * others took.
   */
  delayMs: number;
  /**
   * This is the most processor time that the loop used in one piece, between two turns. It is null on a
   * system that does not tell.
   */
  workMs: number | null;
  wallMs: number;
};

/** Returns the medians of these rounds. */
export async function measureStall(work: () => Promise<unknown>, rounds: number): Promise<Stall> {
  const stalls: Stall[] = [];
  for (let round = 0; round < rounds; round += 1) stalls.push(await measureRound(work));
  const works = stalls.flatMap(({ workMs }) => (workMs === null ? [] : [workMs]));
  return {
    delayMs: median(stalls.map(({ delayMs }) => delayMs)),
    workMs: works.length === 0 ? null : median(works),
    wallMs: median(stalls.map(({ wallMs }) => wallMs)),
  };
}

async function measureRound(work: () => Promise<unknown>): Promise<Stall> {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  await turns(3);
  delay.reset();
  // The first sample after a reset only starts the clock.
  await turns(3);
  const turn = watchTurns();
  const from = performance.now();
  await work();
  const wallMs = performance.now() - from;
  // The monitor samples a stall when the loop turns again.
  await turns(3);
  delay.disable();
  return { delayMs: delay.max / 1e6 - resolutionMs, workMs: turn.stop(), wallMs };
}

function watchTurns(): { stop(): number | null } {
  if (!existsSync(schedule)) return { stop: () => null };
  const usedMs = () => Number(readFileSync(schedule, 'latin1').split(' ')[0]) / 1e6;
  let [last, longest] = [usedMs(), 0];
  const timer = setInterval(() => {
    const now = usedMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, resolutionMs);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 2 * resolutionMs));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
