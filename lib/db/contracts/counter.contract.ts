import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Counter } from '../ports/counter.port';
import type { OpenStores, Stores } from '../testing/open-stores';

/** Tests the promises of `Counter` on any database. */
export function describeCounter(open: OpenStores): void {
  let stores: Stores;
  let counter: Counter;
  let client = '';
  let clients = 0;
  beforeAll(async () => {
    stores = await open();
    counter = stores.database.counter;
  });
  beforeEach(() => {
    clients += 1;
    client = `192.0.2.${clients}`;
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => vi.useRealTimers());
  afterAll(() => stores.close());

  const askTogether = (times: number, most: number) =>
    Promise.all(Array.from({ length: times }, () => counter.count('READS', client, most)));

  describe('a counter', () => {
    it.each([1, 7, 199, 250, 1_000])(
      'lets exactly %i requests of a minute pass, however many come at once',
      async (most) => {
        const waits = await askTogether(most + 50, most);
        expect(waits.filter((wait) => wait === 0)).toHaveLength(most);
        expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
        expect(await counter.count('CHANGES', client, most)).toBe(0);
        expect(await counter.count('READS', `${client}0`, most)).toBe(0);
      },
    );

    it('says how long the minute lasts, and begins again after it', async () => {
      expect(await askTogether(3, 2)).toEqual([0, 0, 60_000]);
      vi.advanceTimersByTime(45_000);
      expect(await counter.count('READS', client, 2)).toBe(15_000);
      vi.advanceTimersByTime(15_000);
      expect(await askTogether(3, 2)).toEqual([0, 0, 60_000]);
    });

    it('locks a client for 15 minutes after many wrong secrets, also when they come at once', async () => {
      await Promise.all(Array.from({ length: 4 }, () => counter.countWrong(client, 5)));
      expect(await counter.lockedFor(client)).toBe(0);
      vi.advanceTimersByTime(899_000);
      await counter.countWrong(client, 5);
      expect(await counter.lockedFor(client)).toBe(900_000);
      expect(await counter.lockedFor(`${client}0`)).toBe(0);
      vi.advanceTimersByTime(899_999);
      expect(await counter.lockedFor(client)).toBe(1);
      vi.advanceTimersByTime(1);
      expect(await counter.lockedFor(client)).toBe(0);
    });

    it('forgets wrong secrets of more than 15 minutes ago, and those before a lock', async () => {
      await counter.countWrong(client, 2);
      vi.advanceTimersByTime(900_000);
      await counter.countWrong(client, 2);
      expect(await counter.lockedFor(client)).toBe(0);
      await counter.countWrong(client, 2);
      expect(await counter.lockedFor(client)).toBe(900_000);
      vi.advanceTimersByTime(900_000);
      await counter.countWrong(client, 2);
      expect(await counter.lockedFor(client)).toBe(0);
    });
  });
}
