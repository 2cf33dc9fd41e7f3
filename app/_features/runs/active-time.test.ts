import { describe, expect, it } from 'vitest';
import { activeMsAt } from './active-time';

const since = '2026-01-01T00:00:00.000Z';
const at = (ms: number) => new Date(Date.parse(since) + ms);

describe('active time', () => {
  it('does not change while the clock is stopped', () => {
    expect(activeMsAt({ activeMs: 1_500, maxActiveMs: 60_000, clockRunningSince: null }, at(9_000))).toBe(
      1_500,
    );
  });

  it('adds the time since the last update', () => {
    expect(activeMsAt({ activeMs: 1_500, maxActiveMs: 60_000, clockRunningSince: since }, at(2_000))).toBe(
      3_500,
    );
  });

  it('never exceeds the limit, and never decreases when clocks differ', () => {
    const clock = { activeMs: 1_500, maxActiveMs: 60_000, clockRunningSince: since };
    expect(activeMsAt(clock, at(90_000))).toBe(60_000);
    expect(activeMsAt(clock, at(-5_000))).toBe(1_500);
  });
});
