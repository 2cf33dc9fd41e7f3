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

  it('of a request for approval has 128 random bits, and those of older builds stay valid', () => {
    const id = createId('apr');
    expect(id).toMatch(/^apr_[0-9a-f]{12}[0-9a-f]{32}$/);
    for (const known of [id, id.slice(0, 36)]) expect(isId('apr', known)).toBe(true);
    for (const odd of [`${id}0`, id.slice(0, 40), id.slice(0, 35)]) expect(isId('apr', odd)).toBe(false);
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
