import type { AccountStore } from '../ports/account-store.port';
import type { Database } from '../ports/database';

const maxTries = 10;
const lockMs = 15 * 60 * 1_000;
const forgetMs = 24 * 60 * 60 * 1_000;

/** Counts the passwords that are tried for an address, whether or not it has an account. */
export function createAccountTries({ write }: Database): Pick<AccountStore, 'countTry' | 'forgetFailures'> {
  return {
    countTry: (emailHash, now) =>
      write(async ({ signInTry }) => {
        await signInTry.deleteMany({ where: { lastAt: { lt: new Date(now.getTime() - forgetMs) } } });
        const where = { emailHash };
        const known = await signInTry.findUnique({ where });
        if (known?.lockedUntil && now < known.lockedUntil) return known.lockedUntil.getTime() - now.getTime();
        // Tries of long ago, and those before a lock that is over, no longer count.
        const isOver =
          !known || known.lockedUntil !== null || now.getTime() - known.lastAt.getTime() >= lockMs;
        const failures = isOver ? 1 : known.failures + 1;
        const lockedUntil = failures >= maxTries ? new Date(now.getTime() + lockMs) : null;
        const data = { failures, lastAt: now, lockedUntil };
        await signInTry.upsert({ where, create: { emailHash, ...data }, update: data });
        return 0;
      }),
    forgetFailures: (emailHash) =>
      write(async ({ signInTry }) => {
        await signInTry.deleteMany({ where: { emailHash } });
      }),
  };
}
