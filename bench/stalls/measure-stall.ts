import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Samples of the delay are this far apart, and each contains the distance. */
const resolutionMs = 1;

/** The longest time that the event loop did not turn, and the time that the work took: medians of the rounds. */
export async function measureStall(
  work: () => Promise<unknown>,
  rounds: number,
): Promise<{ stallMs: number; wallMs: number }> {
  const stalls: number[] = [];
  const walls: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: resolutionMs });
    delay.enable();
    await turns(3);
    delay.reset();
    // The first sample after a reset only starts the clock.
    await turns(3);
    const from = performance.now();
    await work();
    walls.push(performance.now() - from);
    // A stall is sampled when the loop turns again.
    await turns(3);
    delay.disable();
    stalls.push(delay.max / 1e6 - resolutionMs);
  }
  return { stallMs: median(stalls), wallMs: median(walls) };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 2 * resolutionMs));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
