import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSteadyClock } from './steady-clock';

afterEach(() => vi.useRealTimers());

describe('the clock by which requests expire', () => {
  it.each([-1, 1])('goes on by itself when the computer’s time is set by %d h', (hours) => {
    const clock = createSteadyClock();
    const before = clock.now().getTime();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    const passedMs = clock.now().getTime() - before;
    expect(passedMs).toBeGreaterThanOrEqual(0);
    expect(passedMs).toBeLessThan(60_000);
  });

  it('goes on from the time that it is given', () => {
    const start = new Date('2026-11-29T12:00:00Z');
    const passedMs = +createSteadyClock(start).now() - +start;
    expect(passedMs).toBeGreaterThanOrEqual(-1);
    expect(passedMs).toBeLessThan(60_000);
  });
});
