import { describe, expect, it } from 'vitest';
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
    [240 * hour, '23 Sep'],
  ])('%d ms ago is %s', (ms, words) => {
    expect(formatAge(ago(ms), now)).toBe(words);
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
    expect(formatClock(ago(24 * hour), now)).toBe('2 Oct, 14:02');
  });

  it('a date names its year when it is not this one', () => {
    expect(formatDate(ago(0), now)).toBe('3 Oct');
    expect(formatDate(new Date(2025, 11, 31, 23, 59).toISOString(), now)).toBe('31 Dec 2025');
  });

  it('the complete time leaves nothing out', () => {
    expect(formatFull(new Date(2026, 9, 3, 4, 2, 5).toISOString())).toBe('Saturday 3 Oct 2026, 04:02:05');
  });
});
