import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localActor, strangerActor } from '../../domain/actor';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled } from '../testing/write-runs';

/** Tests the promises of `AccountStore` about codes, passkeys and tries, on any database. */
export function describeAccountSecrets(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  const now = new Date();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const minuteMs = 60_000;
  const addCode = (codeHash: string, expiresAt = later(60 * minuteMs)) =>
    stores.accounts.addCode({ codeHash, kind: 'passkey', data: { a: ['ß'] }, expiresAt }, strangerActor);

  describe('a one-time code', () => {
    it('works once, for its kind, until it ends, however many try at once', async () => {
      await addCode('code');
      await addCode('late', later(-1));
      stores = await stores.reopen();
      expect(await stores.accounts.takeCode('code', 'provider', now)).toEqual({ problem: 'unknown' });
      expect(await stores.accounts.takeCode('late', 'passkey', now)).toEqual({ problem: 'expired' });
      expect(await stores.accounts.findCode('code', 'passkey', later(60 * minuteMs))).toEqual({
        problem: 'expired',
      });
      const results = await atOnce(8, () => stores.accounts.takeCode('code', 'passkey', now));
      const used = fulfilled(results).filter((one) => 'code' in one);
      expect(used).toMatchObject([{ code: { data: { a: ['ß'] }, createdBy: strangerActor.id } }]);
      expect(await stores.accounts.findCode('code', 'passkey', now)).toEqual({ problem: 'used' });
      const { items } = await stores.audit.list({ by: null, kind: null, cursor: null, limit: 9 });
      expect(items).toEqual([]);
    });

    it('that anyone may ask for is forgotten an hour later, when another is made', async () => {
      for (const [code, minutes] of [
        ['old', -61],
        ['recent', -59],
        ['new', 0],
      ] as const) {
        vi.useFakeTimers({ toFake: ['Date'], now: later(minutes * minuteMs) });
        await addCode(code, later((minutes + 5) * minuteMs));
      }
      vi.useRealTimers();
      const find = (code: string) => stores.accounts.findCode(code, 'passkey', now);
      expect(await find('old')).toEqual({ problem: 'unknown' });
      expect(await find('recent')).toEqual({ problem: 'expired' });
    });
  });

  describe('a passkey', () => {
    const passkey = (id: string) => ({
      id,
      actorId: localActor.id,
      name: `Phone ${id}`,
      publicKey: 'key',
      counter: 1,
      createdAt: now,
    });
    const owner = { name: 'Ada', email: 'ada@example.com', passwordHash: null, providerId: null };
    beforeEach(() => stores.accounts.addOwner(owner));

    it('is one of at most so many, is known once, and belongs to somebody with an account', async () => {
      const results = await atOnce(6, (index) =>
        stores.accounts.addPasskey(passkey(`${index}`), 3, localActor),
      );
      expect(fulfilled(results).filter((isAdded) => isAdded)).toHaveLength(3);
      const [one] = await stores.accounts.passkeys(localActor.id);
      expect(await stores.accounts.addPasskey(passkey(one?.id ?? ''), 9, localActor)).toBe(false);
      const others = { ...passkey('other'), actorId: 'usr_nobody' as const };
      expect(await stores.accounts.addPasskey(others, 9, localActor)).toBe(false);
      expect(await stores.accounts.removePasskey('usr_nobody', one?.id ?? '', localActor)).toBe(false);
      expect(await stores.accounts.removePasskey(localActor.id, one?.id ?? '', localActor)).toBe(true);
      expect(await stores.accounts.removePasskey(localActor.id, one?.id ?? '', localActor)).toBe(false);
      expect(await stores.accounts.findPasskey(one?.id ?? '')).toBeNull();
      const { items } = await stores.audit.list({ by: null, kind: null, cursor: null, limit: 9 });
      expect(items.map(({ kind, subject }) => [kind, subject])).toEqual([
        ['passkey_removed', one?.name],
        ...Array.from({ length: 3 }, () => ['passkey_added', expect.stringMatching(/^Phone \d$/)]),
        ['owner_created', 'ada@example.com'],
      ]);
    });

    it('is used with a counter that only grows, or is always 0', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(3), fc.array(fc.nat(5), { maxLength: 8 }), async (first, counters) => {
          const id = `pk ${first} ${counters.join()}`;
          await stores.accounts.removePasskey(localActor.id, id, localActor);
          await stores.accounts.addPasskey({ ...passkey(id), counter: first }, 1_000, localActor);
          let known = first;
          for (const counter of counters) {
            const isRight = counter > known || (counter === 0 && known === 0);
            expect(await stores.accounts.notePasskeyUse(id, counter, now)).toBe(isRight);
            if (isRight) known = counter;
          }
          expect((await stores.accounts.findPasskey(id))?.counter).toBe(known);
        }),
        { numRuns: 30 },
      );
      expect(await stores.accounts.notePasskeyUse('nobody’s', 9, now)).toBe(false);
    });
  });

  describe('the tries of an address', () => {
    const lockMs = 15 * minuteMs;
    const count = (at = now, hash = 'hash') => stores.accounts.countTry(hash, at);
    const countMany = async (times: number, at = now) => {
      for (let index = 0; index < times; index += 1) expect(await count(at)).toBe(0);
    };

    it('are ten, also when all are made at once, and then none for fifteen minutes', async () => {
      const results = await atOnce(25, () => count());
      expect(fulfilled(results).filter((lockedMs) => lockedMs === 0)).toHaveLength(10);
      stores = await stores.reopen();
      expect(await count(later(lockMs - 1))).toBe(1);
      expect(await count(now, 'another hash')).toBe(0);
      await countMany(10, later(lockMs));
      expect(await count(later(lockMs + 1))).toBe(lockMs - 1);
    });

    it('are forgotten after a right password, and after a quarter of an hour without one', async () => {
      await countMany(9);
      await stores.accounts.forgetFailures('hash');
      await countMany(9);
      await countMany(9, later(lockMs));
      await countMany(1, later(lockMs + 1));
      expect(await count(later(lockMs + 2))).toBe(lockMs - 1);
      await stores.accounts.forgetFailures('hash');
      expect(await count(later(lockMs + 2))).toBe(0);
    });
  });
}
