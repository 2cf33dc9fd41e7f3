import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible';
import type { Counter } from '../ports/counter.port';

const minuteSeconds = 60;
const lockSeconds = 15 * 60;
/** After a failure, the counts of all servers are not asked for so long, so that nobody waits for them again. */
const restMs = 5_000;

/** Keeps counts. One that is shared rejects while its database is away. */
export type Limiter = Pick<RateLimiterAbstract, 'penalty' | 'get' | 'set' | 'delete'>;

/** So many requests of one client may pass until this time. `isLast` means that this minute has no more. */
type Share = { left: number; isLast: boolean; endsAt: number };

/**
 * Counts in this process and, if there are `shared` counts, in these, too. Those of all servers decide. While
 * they cannot be asked, those of this process do.
 */
export function createCounter(shared: Limiter | null = null): Counter {
  const own = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: minuteSeconds });
  const shares = new Map<string, Promise<Share>>();
  let restUntil = 0;

  const askShared = async <T>(call: (limiter: Limiter) => Promise<T>): Promise<T | null> => {
    if (shared === null || Date.now() < restUntil) return null;
    try {
      return await call(shared);
    } catch {
      restUntil = Date.now() + restMs;
      return null;
    }
  };
  const add = async (key: string, points: number, customDuration: number) => {
    const inProcess = await own.penalty(key, points, { customDuration });
    return (await askShared((limiter) => limiter.penalty(key, points, { customDuration }))) ?? inProcess;
  };
  const takeShare = async (key: string, most: number): Promise<Share> => {
    const size = Math.max(1, Math.floor(most / 100));
    const { consumedPoints, msBeforeNext } = await add(key, size, minuteSeconds);
    return {
      left: Math.min(size, most - (consumedPoints - size)),
      isLast: consumedPoints >= most,
      endsAt: Date.now() + Math.max(1, msBeforeNext),
    };
  };
  const askForShare = (key: string, most: number): Promise<Share> => {
    const asked = takeShare(key, most);
    shares.set(key, asked);
    const forget = () => {
      if (shares.get(key) === asked) shares.delete(key);
    };
    void asked.then(({ endsAt }) => setTimeout(forget, endsAt - Date.now()).unref());
    return asked;
  };
  return {
    async count(name, client, most) {
      const key = `${name} ${client}`;
      for (;;) {
        // Requests that come together wait for one share, and then take from it in turn.
        const asked = shares.get(key) ?? askForShare(key, most);
        const share = await asked;
        const now = Date.now();
        if (now < share.endsAt && share.left > 0) {
          share.left -= 1;
          return 0;
        }
        if (now < share.endsAt && share.isLast) return share.endsAt - now;
        if (shares.get(key) === asked) shares.delete(key);
      }
    },
    async countWrong(client, most) {
      const [wrong, locked] = [wrongKey(client), lockKey(client)];
      const { consumedPoints } = await add(wrong, 1, lockSeconds);
      if (consumedPoints < most) return;
      const lock = async (limiter: Limiter) => {
        await limiter.set(locked, 1, lockSeconds);
        await limiter.delete(wrong);
      };
      await lock(own);
      await askShared(lock);
    },
    async lockedFor(client) {
      const key = lockKey(client);
      const known = (await own.get(key))?.msBeforeNext ?? 0;
      if (known > 0) return known;
      const found = (await askShared((limiter) => limiter.get(key)))?.msBeforeNext ?? 0;
      // A flood of guesses need not ask the database again.
      if (found > 0) await own.set(key, 1, found / 1_000);
      return found;
    },
  };
}

const wrongKey = (client: string) => `wrong ${client}`;
const lockKey = (client: string) => `locked ${client}`;
