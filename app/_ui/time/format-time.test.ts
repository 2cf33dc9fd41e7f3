import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  formatAge,
  formatClock,
  formatDate,
  formatDuration,
  formatElapsed,
  formatFull,
  formatLeft,
  formatLimit,
  formatWaiting,
} from './format-time';

const now = new Date(2026, 9, 3, 14, 2, 0);
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
const minute = 60_000;
const hour = 60 * minute;

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('times in words', () => {
  it.each([
    [0, '0 ms'],
    [40.4, '40 ms'],
    [1_240, '1.2 s'],
    [9_999, '9.9 s'],
    [42_000, '42 s'],
    [125_000, '2 min 05 s'],
    [3_840_000, '1 h 04 min'],
  ])('%d ms took %s', (ms, words) => {
    expect(formatDuration(ms)).toBe(words);
  });

  it('a running clock shows full seconds', () => {
    expect(formatElapsed(929)).toBe('0 s');
    expect(formatElapsed(59_999)).toBe('59 s');
    expect(formatElapsed(125_900)).toBe('2 min 05 s');
  });

  it('a limit has one unit', () => {
    expect(formatLimit(300_000)).toBe('5 min');
    expect(formatLimit(60_000)).toBe('1 min');
    expect(formatLimit(90_000)).toBe('90 s');
  });

  it.each([
    [1_000, 'just now'],
    [3 * minute, '3 min ago'],
    [5 * hour, '5 h ago'],
    [25 * hour, 'yesterday'],
    [72 * hour, '3 days ago'],
    [240 * hour, 'Sep 23'],
  ])('%d ms ago is %s', (ms, words) => {
    expect(formatAge(ago(ms), now)).toBe(words);
  });

  it.each([
    ['Monday, 22:00', '2 days ago', [2026, 8, 28, 22]],
    ['Monday, one minute before midnight', '2 days ago', [2026, 8, 28, 23, 59]],
    ['Tuesday, at midnight', 'yesterday', [2026, 8, 29]],
    ['Tuesday, 09:00', 'yesterday', [2026, 8, 29, 9]],
    ['Tuesday, 09:01', '24 h ago', [2026, 8, 29, 9, 1]],
    ['the Wednesday before', 'Sep 23', [2026, 8, 23, 23]],
    ['the Thursday before', '6 days ago', [2026, 8, 24]],
    ['a day of last year', 'Dec 31, 2025', [2025, 11, 31, 12]],
  ] as const)('on a Wednesday at 09:00, %s is “%s”', (_name, words, [year, month, date, ...time]) => {
    const [hours = 0, minutes = 0] = time;
    const then = new Date(year, month, date, hours, minutes);
    expect(formatAge(then.toISOString(), new Date(2026, 8, 30, 9))).toBe(words);
  });

  it.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'days ago are dates of the calendar, across changes of the clock and ends of months, in %s',
    (zone) => {
      vi.stubEnv('TZ', zone);
      const minutes = (count: number) => fc.integer({ min: 0, max: count });
      const tenYears = 10 * 365 * 24 * 60;
      fc.assert(
        fc.property(minutes(tenYears), minutes(9 * 24 * 60), (sinceStart, age) => {
          const now = new Date(Date.UTC(2020, 0, 1) + sinceStart * minute);
          const then = new Date(now.getTime() - age * minute);
          const words = formatAge(then.toISOString(), now);
          const days = words === 'yesterday' ? 1 : Number(/^(\d) days ago$/.exec(words)?.[1] ?? NaN);
          if (Number.isNaN(days)) return;
          const named = new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
          expect([now, named.toDateString()]).toEqual([now, then.toDateString()]);
        }),
        { numRuns: 2_000 },
      );
    },
  );

  it('on the day when the clocks go back, a time of the same date is never yesterday', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const lateThatDay = new Date('2026-10-25T23:50:00+01:00');
    expect(formatAge('2026-10-25T00:10:00+02:00', lateThatDay)).toBe('25 h ago');
  });

  it('a time ahead of our clock is never in the future', () => {
    expect(formatAge(ago(-5_000), now)).toBe('just now');
    expect(formatWaiting(ago(-5_000), now)).toBe('0 s');
  });

  it('waiting time uses one unit', () => {
    expect(formatWaiting(ago(20_000), now)).toBe('20 s');
    expect(formatWaiting(ago(3.9 * minute), now)).toBe('3 min');
    expect(formatWaiting(ago(30 * hour), now)).toBe('30 h');
    expect(formatWaiting(ago(120 * hour), now)).toBe('5 days');
  });

  it('the time that is left uses one unit, and ends at 0', () => {
    expect(formatLeft(ago(-30 * minute), now)).toBe('30 min');
    expect(formatLeft(ago(-12.4 * minute), now)).toBe('12 min');
    expect(formatLeft(ago(-61_200), now)).toBe('62 s');
    expect(formatLeft(ago(-3 * hour), now)).toBe('3 h');
    expect(formatLeft(ago(-14 * 24 * hour), now)).toBe('14 days');
    expect(formatLeft(ago(2_000), now)).toBe('0 s');
  });

  it('a time today shows only the clock', () => {
    expect(formatClock(ago(0), now)).toBe('14:02');
    expect(formatClock(ago(24 * hour), now)).toBe('Oct 2, 14:02');
  });

  it('a date names its year when it is not this one', () => {
    expect(formatDate(ago(0), now)).toBe('Oct 3');
    expect(formatDate(new Date(2025, 11, 31, 23, 59).toISOString(), now)).toBe('Dec 31, 2025');
  });

  it('the complete time leaves nothing out', () => {
    expect(formatFull(new Date(2026, 9, 3, 4, 2, 5).toISOString())).toBe('Saturday, Oct 3, 2026, 04:02:05');
  });
});
