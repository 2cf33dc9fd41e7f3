import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Counter } from './counter.port';

const lockSeconds = 15 * 60;

/** Keeps the counts in this process. It forgets a client when its minute, or its lock, is over. */
export function createMemoryCounter(): Counter {
  const limiters = new Map<string, RateLimiterMemory>();
  const wrong = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: lockSeconds });
  const locks = new RateLimiterMemory({ points: 1, duration: lockSeconds });
  return {
    async count(name, client, most) {
      const limiter = limiters.get(name) ?? new RateLimiterMemory({ points: most, duration: 60 });
      limiters.set(name, limiter);
      try {
        await limiter.consume(client);
        return 0;
      } catch (counted) {
        if (!(counted instanceof RateLimiterRes)) throw counted;
        return Math.max(1, counted.msBeforeNext);
      }
    },
    async countWrong(client, most) {
      const { consumedPoints } = await wrong.consume(client);
      if (consumedPoints < most) return;
      await wrong.delete(client);
      await locks.set(client, 1, lockSeconds);
    },
    lockedFor: async (client) => (await locks.get(client))?.msBeforeNext ?? 0,
  };
}
