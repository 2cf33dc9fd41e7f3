import { describe, expect, it } from 'vitest';
import { failure } from './explain-error';
import { nothingTried, planRetry } from './retry-plan';

const run = { timeLeftMs: 300_000, retryDelayMs: 1_000 };
const busy = failure('rate_limited', 'Busy.', true);
const loading = { ...failure('unavailable', 'Loading.', true), isLoading: true };

/** Returns the waits until the plan gives up, or the first `most` of them. */
function waits(failed: typeof busy, limits = run, most = 50): number[] {
  const found: number[] = [];
  let tried = nothingTried;
  let { timeLeftMs } = limits;
  while (found.length < most) {
    const retry = planRetry(failed, tried, { ...limits, timeLeftMs });
    if (!retry) return found;
    found.push(retry.waitMs);
    tried = retry.tried;
    timeLeftMs -= retry.waitMs;
  }
  return found;
}

describe('another try', () => {
  it('is not made after a failure that would come again', () => {
    expect(waits(failure('content_filter', 'No.'))).toEqual([]);
  });

  it('is made twice after a failure that may pass, each time a little later', () => {
    expect(waits(busy)).toEqual([1_000, 2_000]);
  });

  it('waits as long as the server asks, however long, if the run has the time', () => {
    expect(waits({ ...busy, retryAfterMs: 45_000 })).toEqual([
      45_000, 45_000, 45_000, 45_000, 45_000, 45_000,
    ]);
    expect(waits({ ...busy, retryAfterMs: 301_000 })).toEqual([]);
  });

  it('ends even if the server asks for short waits for ever', () => {
    expect(waits({ ...busy, retryAfterMs: 1_000 })).toHaveLength(10);
    expect(waits({ ...busy, retryAfterMs: 0 })).toEqual([0, 0]);
  });

  it('is made until the run’s time is used up while a model loads', () => {
    const found = waits(loading);
    expect(found.slice(0, 3)).toEqual([2_000, 3_000, 4_500]);
    expect(Math.max(...found)).toBe(10_000);
    const sum = found.reduce((total, wait) => total + wait, 0);
    expect(sum).toBeGreaterThan(run.timeLeftMs - 10_001);
    expect(sum).toBeLessThan(run.timeLeftMs);
  });

  it('looks at a loading model soon, even if the server names a long time', () => {
    expect(waits({ ...loading, retryAfterMs: 120_000 }, run, 2)).toEqual([10_000, 10_000]);
    expect(waits({ ...loading, retryAfterMs: 5_000 }, run, 2)).toEqual([5_000, 5_000]);
  });
});
