import { afterEach, describe, expect, it, vi } from 'vitest';
import { createId, isId } from './ids';

afterEach(() => vi.useRealTimers());

describe('an id', () => {
  it('is new each time, also in one millisecond', () => {
    vi.useFakeTimers({ now: 1_795_000_000_000 });
    const ids = Array.from({ length: 1_000 }, () => createId('run'));
    expect(new Set(ids).size).toBe(1_000);
    for (const id of ids) expect(isId('run', id)).toBe(true);
  });

  it('sorts after those that were made before it', () => {
    vi.useFakeTimers({ now: 0 });
    const ids = [0, 15, 16, 4_095, 1_795_000_000_000, 2 ** 48 - 1].map((now) => {
      vi.setSystemTime(now);
      return createId('run');
    });
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(isId('run', id)).toBe(true);
  });
});
