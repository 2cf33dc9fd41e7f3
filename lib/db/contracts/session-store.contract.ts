import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localActor, scriptActor } from '../../domain/actor';
import type { Redeemed } from '../ports/session-store.port';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled } from '../testing/write-runs';

/** Tests the promises of `SessionStore` on any database. */
export function describeSessionStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  const now = new Date('2026-11-28T12:00:00Z');
  const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const add = (codeHash: string, minutes = 10) =>
    stores.sessions.addLink({ codeHash, actorId: localActor.id, expiresAt: later(minutes) });
  const redeem = (codeHash: string, tokenHash: string, at = now) =>
    stores.sessions.redeem(
      codeHash,
      { tokenHash, keyHash: `key of ${tokenHash}`, device: 'Firefox/144.0' },
      at,
    );
  const sessionOf = (redeemed: Redeemed) => {
    if ('problem' in redeemed) throw new Error(redeemed.problem);
    return redeemed.session;
  };

  describe('a link', () => {
    it('lets one browser in, once, within its time, and says why it lets no other in', async () => {
      await add('one');
      const session = sessionOf(await redeem('one', 'token'));
      expect(session).toMatchObject({
        actorId: localActor.id,
        keyHash: 'key of token',
        device: 'Firefox/144.0',
      });
      expect(await redeem('one', 'other')).toEqual({ problem: 'used' });
      await add('two', 10);
      expect(await redeem('two', 'late', later(10))).toEqual({ problem: 'expired' });
      expect(await redeem('never made', 'stranger')).toEqual({ problem: 'unknown' });
      stores = await stores.reopen();
      expect(await stores.sessions.find('token')).toEqual(session);
      for (const refused of ['other', 'late', 'stranger'])
        expect(await stores.sessions.find(refused)).toBeNull();
    });

    it('lets one in, however many use it at once', async () => {
      await add('race');
      const results = fulfilled(await atOnce(10, (index) => redeem('race', `token ${index}`)));
      expect(results).toHaveLength(10);
      const opened = results.filter((result) => !('problem' in (result as Redeemed)));
      expect(opened).toHaveLength(1);
      expect(await stores.sessions.list(localActor.id)).toHaveLength(1);
    });

    it('is forgotten a day after its end, and not before', async () => {
      await add('old', 10);
      await stores.sessions.forgetOver(later(10 + 24 * 60));
      expect(await redeem('old', 'token', later(20))).toEqual({ problem: 'expired' });
      await stores.sessions.forgetOver(later(11 + 24 * 60));
      expect(await redeem('old', 'token', later(20))).toEqual({ problem: 'unknown' });
    });
  });

  describe('a session', () => {
    it('is forgotten 401 days after it began, and not before, however often its browser came', async () => {
      await add('one');
      const { id, createdAt } = sessionOf(await redeem('one', 'token'));
      const daysLater = (days: number) => new Date(createdAt.getTime() + days * 86_400_000);
      await stores.sessions.touch(id, daysLater(399));
      await stores.sessions.forgetOver(daysLater(400));
      expect(await stores.sessions.find('token')).not.toBeNull();
      await stores.sessions.forgetOver(daysLater(402));
      expect(await stores.sessions.find('token')).toBeNull();
    });

    it('ends when its person signs it out, and nobody else can', async () => {
      await add('one');
      const { id } = sessionOf(await redeem('one', 'token'));
      const { remove } = stores.sessions;
      expect(await remove('usr_other', { id }, scriptActor)).toBe(0);
      expect(await remove('usr_other', { allBut: null }, scriptActor)).toBe(0);
      expect(await stores.sessions.find('token')).not.toBeNull();
      expect(await remove(localActor.id, { id }, scriptActor)).toBe(1);
      expect(await remove(localActor.id, { id }, scriptActor)).toBe(0);
      expect(await stores.sessions.find('token')).toBeNull();
      const { items } = await stores.audit.list({ by: null, kind: null, cursor: null, limit: 10 });
      expect(items).toEqual([
        expect.objectContaining({
          kind: 'browser_signed_out',
          by: scriptActor.id,
          objectId: id,
          subject: 'Firefox',
        }),
      ]);
    });

    it('ends with all others of its person, or with all but one, each with its entry', async () => {
      const open = async (name: string) => {
        await add(name);
        return sessionOf(await redeem(name, name)).id;
      };
      const ids = [await open('a'), await open('b'), await open('c')] as const;
      expect(await stores.sessions.remove(localActor.id, { allBut: ids[1] }, localActor)).toBe(2);
      expect((await stores.sessions.list(localActor.id)).map(({ id }) => id)).toEqual([ids[1]]);
      expect(await stores.sessions.remove(localActor.id, { allBut: null }, localActor)).toBe(1);
      expect(await stores.sessions.list(localActor.id)).toEqual([]);
      const { items } = await stores.audit.list({ by: null, kind: null, cursor: null, limit: 10 });
      expect(items.map(({ objectId }) => objectId).sort()).toEqual([...ids].sort());
    });

    it('is listed with the others of its person, the last one seen first', async () => {
      for (const name of ['a', 'b', 'c']) {
        await add(name);
        await redeem(name, name);
      }
      const found = await stores.sessions.find('b');
      if (!found) throw new Error('The session is gone');
      await stores.sessions.touch(found.id, later(5));
      const listed = await stores.sessions.list(localActor.id);
      expect(listed.map(({ keyHash }) => keyHash)[0]).toBe('key of b');
      expect(listed).toHaveLength(3);
      expect(await stores.sessions.list('usr_other')).toEqual([]);
    });

    it('keeps no more than a beginning of what the browser says of itself', async () => {
      await add('one');
      const device = `${'x'.repeat(299)}\u{1F600}${'y'.repeat(5_000)}`;
      const redeemed = await stores.sessions.redeem('one', { tokenHash: 't', keyHash: 'k', device }, now);
      expect(sessionOf(redeemed).device).toBe(`${'x'.repeat(299)}\ufffd`);
    });
  });
}
