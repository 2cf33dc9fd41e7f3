import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Counter } from './counter.port';

/** Keeps the counts in this process. It forgets a client when its minute is over. */
export function createMemoryCounter(): Counter {
  const limiters = new Map<string, RateLimiterMemory>();
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
  };
}
