import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Invited } from '../../domain/account';
import { type Actor, localActor, scriptActor } from '../../domain/actor';
import { roleNames } from '../../domain/role';
import { type ActorId, createId } from '../../shared/ids';
import type { OpenStores, Stores } from '../testing/open-stores';
import { atOnce, fulfilled } from '../testing/write-runs';

/** Tests the promises of `AccountStore` about people and links, on any database. */
export function describeAccountStore(open: OpenStores): void {
  let stores: Stores;
  beforeAll(async () => {
    stores = await open();
  });
  beforeEach(() => stores.clear());
  afterAll(() => stores.close());

  const now = new Date();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const owner = { name: 'Ada', email: 'Ada@example.com', passwordHash: 'hash', providerId: null };
  const newcomer = (name: string) => ({
    actorId: createId('usr'),
    name,
    passwordHash: 'hash',
    providerId: null,
  });
  const invite = async (
    codeHash: string,
    invited: Invited,
    by: Actor = localActor,
    expiresAt = later(3_600_000),
  ) =>
    (await stores.accounts.addCode({ codeHash, kind: 'invitation', data: invited, expiresAt }, by)) ?? 'none';
  const add = async (email: string, role: Invited['role'] = 'viewer'): Promise<ActorId> => {
    await invite(`of ${email}`, { email, role });
    const joined = await stores.accounts.join(`of ${email}`, newcomer(email), now);
    if ('problem' in joined) throw new Error(joined.problem);
    return joined.person.actorId;
  };
  const addReset = (codeHash: string, actorId: ActorId, by: Actor = localActor) =>
    stores.accounts.addCode(
      { codeHash, kind: 'reset', data: { actorId, email: 'x' }, expiresAt: later(3_600_000) },
      by,
    );
  /** Lists the entries. Those of the same millisecond have no order. */
  const audited = async () => {
    const { items } = await stores.audit.list({ by: null, kind: null, cursor: null, limit: 100 });
    return items.reverse().map(({ kind, by, subject, before, after }) => [kind, by, subject, before, after]);
  };
  const emails = async () => (await stores.accounts.list()).map(({ email }) => email);

  describe('the first owner', () => {
    it('is one of many at once, is the person of the local profile, and is found by their address', async () => {
      expect(await stores.accounts.hasOwner()).toBe(false);
      const results = await atOnce(6, (index) =>
        stores.accounts.addOwner({ ...owner, email: `Owner${index}@example.com` }),
      );
      expect(fulfilled(results).filter((isAdded) => isAdded)).toHaveLength(1);
      stores = await stores.reopen();
      expect(await stores.accounts.hasOwner()).toBe(true);
      const [one] = await stores.accounts.list();
      expect(one).toMatchObject({ actorId: localActor.id, name: 'Ada', role: 'admin', lastSeenAt: null });
      expect(await stores.accounts.findByEmail(one?.email.toUpperCase() ?? '')).toEqual(one);
      expect(await stores.actors.find(localActor.id)).toMatchObject({ name: 'Ada', role: 'admin' });
      expect(await audited()).toEqual([['owner_created', localActor.id, one?.email, null, 'admin']]);
    });

    it('ends every way in of the local profile, because anyone with one would act as this person', async () => {
      const link = {
        codeHash: 'link',
        actorId: localActor.id,
        expiresAt: new Date(now.getTime() + 3_600_000),
      };
      await stores.sessions.addLink(link);
      const token = {
        id: 'tok_1',
        actorId: localActor.id,
        name: 'Old',
        scope: 'start',
        tokenHash: 't',
      } as const;
      const times = { createdAt: now, expiresAt: link.expiresAt, lastUsedAt: null };
      await stores.apiTokens.add({ ...token, ...times }, 9, localActor);
      await stores.accounts.addOwner(owner);
      const opened = { tokenHash: 's', keyHash: 'k', device: 'Firefox' };
      expect(await stores.sessions.redeem('link', opened, now)).toEqual({ problem: 'unknown' });
      expect(await stores.apiTokens.list(localActor.id)).toEqual([]);
    });
  });

  describe('a name', () => {
    beforeEach(() => stores.accounts.addOwner(owner));

    it('is one person’s, also when they left, whatever its case and the alphabet of its letters', async () => {
      await invite('code', { email: 'ben@example.com', role: 'operator' });
      expect(await stores.accounts.join('code', newcomer('ADA'), now)).toEqual({ problem: 'name_taken' });
      expect(await stores.accounts.join('code', newcomer('Аda'), now)).toEqual({ problem: 'name_taken' });
      const joined = await stores.accounts.join('code', newcomer('Ben'), now);
      const ben = 'person' in joined ? joined.person.actorId : localActor.id;
      expect(await stores.accounts.rename(ben, 'ada', localActor)).toBe(false);
      expect(await stores.accounts.rename(ben, 'adа', localActor)).toBe(false);
      expect(await stores.accounts.rename(ben, 'BEN', localActor)).toBe(true);
      await stores.accounts.remove(ben, localActor);
      await invite('later', { email: 'ben@example.org', role: 'viewer' });
      expect(await stores.accounts.join('later', newcomer('Ben'), now)).toEqual({ problem: 'name_taken' });
      const byProvider = { ...newcomer('Ben'), providerId: 'https://id.example 1' };
      expect(await stores.accounts.joinByEmail('ben@example.org', byProvider, now)).toMatchObject({
        person: { name: 'ben@example.org' },
      });
    });

    it('that was chosen for somebody is theirs alone, also when their address looks like a name', async () => {
      await add('al@example.com');
      const names = [];
      for (const email of ['a1@example.com', 'aI@example.com', 'ian@example.com']) {
        await invite(`of ${email}`, { email, role: 'viewer' });
        const byProvider = { ...newcomer('Ada'), providerId: `https://id.example ${email}` };
        const joined = await stores.accounts.joinByEmail(email, byProvider, now);
        names.push('person' in joined ? joined.person.name : joined.problem);
      }
      expect(names).toEqual(['a1@example.com (2)', 'aI@example.com (3)', 'ian@example.com']);
    });
  });

  describe('a session', () => {
    const open = (actorId: ActorId, checkedHash?: string) =>
      stores.sessions.open(actorId, { tokenHash: 's', keyHash: 'k', device: 'Firefox', checkedHash }, now);

    it('opens for an account that still has the password that was checked, and for no other', async () => {
      expect(await open(localActor.id)).toBeNull();
      await stores.accounts.addOwner({ ...owner, passwordHash: 'new' });
      expect(await open(localActor.id, 'old')).toBeNull();
      expect(await stores.sessions.list(localActor.id)).toEqual([]);
      expect(await open(localActor.id, 'new')).toMatchObject({ actorId: localActor.id });
    });
  });

  describe('an invitation', () => {
    beforeEach(() => stores.accounts.addOwner(owner));

    it('adds one person, however many accept it at once', async () => {
      await invite('code', { email: 'Ben@example.com', role: 'operator' });
      const results = await atOnce(6, () => stores.accounts.join('code', newcomer('Ben'), now));
      const joined = fulfilled(results).filter((one) => 'person' in one);
      expect(joined).toHaveLength(1);
      expect(await emails()).toEqual(['Ada@example.com', 'Ben@example.com']);
      const ben = await stores.accounts.findByEmail('ben@EXAMPLE.com');
      expect(ben).toMatchObject({ name: 'Ben', role: 'operator', passwordHash: 'hash' });
      expect(await stores.accounts.findCredentials('BEN@example.com')).toEqual({
        actorId: ben?.actorId,
        passwordHash: 'hash',
      });
      expect(await stores.accounts.findCode('code', 'invitation')).toEqual({ problem: 'used' });
      expect(await stores.accounts.listInvitations()).toEqual([]);
      const entries = await audited();
      expect(entries).toHaveLength(3);
      expect(entries).toContainEqual(['person_invited', localActor.id, 'Ben@example.com', null, 'operator']);
      expect(entries).toContainEqual(['person_joined', ben?.actorId, 'Ben@example.com', null, 'operator']);
    });

    it('replaces an open one of the same address, however it is typed', async () => {
      await invite('first', { email: 'ben@example.com', role: 'admin' });
      await invite('second', { email: 'BEN@example.com', role: 'viewer' });
      await invite('other', { email: 'cem@example.com', role: 'viewer' });
      const open = await stores.accounts.listInvitations();
      expect(open.map(({ data }) => (data as Invited).email).sort()).toEqual([
        'BEN@example.com',
        'cem@example.com',
      ]);
      expect(await stores.accounts.findCode('first', 'invitation')).toEqual({ problem: 'unknown' });
    });

    it('raced for one address adds one person', async () => {
      const results = await atOnce(6, async (index) => {
        await invite(`code ${index}`, { email: 'ben@example.com', role: 'viewer' });
        return stores.accounts.join(`code ${index}`, newcomer('Ben'), now);
      });
      expect(fulfilled(results).filter((one) => 'person' in one)).toHaveLength(1);
      expect(await emails()).toHaveLength(2);
    });

    it('is not made by a person who was removed, or lost the role, while they asked for it, and changes nobody', async () => {
      const actorOf = async (id: ActorId) => (await stores.actors.find(id)) ?? localActor;
      const [ben, cem] = [await add('ben@example.com', 'admin'), await add('cem@example.com', 'admin')];
      const askers = await Promise.all([ben, cem].map(actorOf));
      await stores.accounts.remove(ben, localActor);
      await stores.accounts.changeRole(cem, 'approver', localActor);
      const before = await audited();
      for (const by of askers) {
        expect(await invite(`by ${by.id}`, { email: 'dag@example.com', role: 'admin' }, by)).toBe('none');
        expect(await addReset(`reset by ${by.id}`, localActor.id, by)).toBeNull();
      }
      for (const by of askers) {
        expect(await stores.accounts.changeRole(cem, 'admin', by)).toBe('not_allowed');
        expect(await stores.accounts.remove(cem, by)).toBe('not_allowed');
      }
      expect(await stores.accounts.listInvitations()).toEqual([]);
      expect(await audited()).toEqual(before);
    });

    it('that was used, is late, was withdrawn or never was adds nobody, and says why', async () => {
      await add('ben@example.com');
      await invite('late', { email: 'cem@example.com', role: 'viewer' }, localActor, now);
      const id = await invite('withdrawn', { email: 'dag@example.com', role: 'viewer' });
      expect(await stores.accounts.withdrawInvitation(id, scriptActor)).toBe(true);
      expect(await stores.accounts.withdrawInvitation(id, scriptActor)).toBe(false);
      await addReset('reset', localActor.id);
      const join = (code: string) => stores.accounts.join(code, newcomer('Somebody'), now);
      expect(await join('of ben@example.com')).toEqual({ problem: 'used' });
      expect(await join('late')).toEqual({ problem: 'expired' });
      for (const code of ['withdrawn', 'never', '', 'reset'])
        expect(await join(code)).toEqual({ problem: 'unknown' });
      expect(await emails()).toEqual(['Ada@example.com', 'ben@example.com']);
      expect(await audited()).toContainEqual([
        'invitation_withdrawn',
        scriptActor.id,
        'dag@example.com',
        null,
        null,
      ]);
    });

    it('of an address that has an account stays unused, and so does one for a known place at the provider', async () => {
      await invite('code', { email: 'ADA@example.com', role: 'viewer' });
      expect(await stores.accounts.join('code', newcomer('Eve'), now)).toEqual({ problem: 'email_taken' });
      const place = { providerId: 'https://id.example 1', checkedId: null };
      await stores.accounts.linkProvider(localActor.id, place, 'Example', localActor);
      await invite('other', { email: 'ben@example.com', role: 'viewer' });
      const same = { ...newcomer('Ben'), passwordHash: null, providerId: 'https://id.example 1' };
      const joined = await stores.accounts.joinByEmail('ben@example.com', same, now);
      expect(joined).toEqual({ problem: 'email_taken' });
      expect(await stores.accounts.findCode('other', 'invitation')).toHaveProperty('code');
    });

    it('is found by its address for somebody whom a provider knows', async () => {
      await invite('code', { email: 'ben@example.com', role: 'approver' });
      const person = { ...newcomer('Ben'), passwordHash: null, providerId: 'https://id.example 2' };
      expect(await stores.accounts.joinByEmail('cem@example.com', person, now)).toEqual({
        problem: 'unknown',
      });
      const joined = await stores.accounts.joinByEmail('Ben@Example.com', person, now);
      expect(joined).toMatchObject({ person: { role: 'approver' } });
      expect(await stores.accounts.findByProvider('https://id.example 2')).toMatchObject({ name: 'Ben' });
      expect(await stores.accounts.findByProvider('https://id.example 3')).toBeNull();
    });
  });

  describe('a person', () => {
    beforeEach(() => stores.accounts.addOwner(owner));

    it('gets another name and role at once, and each change is in the audit log', async () => {
      const ben = await add('ben@example.com');
      await stores.accounts.rename(ben, 'Benjamin', localActor);
      await stores.accounts.rename(ben, 'Benjamin', localActor);
      expect(await stores.accounts.changeRole(ben, 'approver', localActor)).toBe('done');
      expect(await stores.accounts.changeRole(ben, 'approver', localActor)).toBe('done');
      expect(await stores.actors.find(ben)).toEqual({ id: ben, name: 'Benjamin', role: 'approver' });
      const entries = await audited();
      expect(entries).toHaveLength(5);
      expect(entries).toContainEqual(['person_renamed', localActor.id, '', 'ben@example.com', 'Benjamin']);
      expect(entries).toContainEqual([
        'person_role_changed',
        localActor.id,
        'Benjamin',
        'viewer',
        'approver',
      ]);
      expect(await stores.accounts.changeRole('usr_nobody', 'viewer', localActor)).toBe('unknown');
    });

    it('who is removed keeps the name, and nothing lets them in', async () => {
      const ben = await add('ben@example.com', 'admin');
      const device = { tokenHash: 'token', keyHash: 'key', device: 'Firefox' };
      await stores.sessions.open(ben, device, now);
      await stores.sessions.addLink({ codeHash: 'link', actorId: ben, expiresAt: later(3_600_000) });
      const token = { id: createId('tok'), actorId: ben, name: 'Nightly', scope: 'read' as const };
      const times = { createdAt: now, expiresAt: later(3_600_000), lastUsedAt: null };
      await stores.apiTokens.add({ ...token, ...times, tokenHash: 'api' }, 10, localActor);
      const passkey = { id: 'pk', actorId: ben, name: 'Phone', publicKey: 'k', counter: 0, createdAt: now };
      await stores.accounts.addPasskey(passkey, 10, localActor);
      const byBen: Actor = { id: ben, name: 'Ben', role: 'admin' };
      await invite('his', { email: 'eve@example.com', role: 'admin' }, byBen);
      await addReset('for ben', ben);
      await addReset('by ben', localActor.id, byBen);
      expect(await stores.accounts.remove(ben, localActor)).toBe('done');
      expect(await stores.accounts.remove(ben, localActor)).toBe('unknown');
      expect(await stores.actors.find(ben)).toEqual({ id: ben, name: 'ben@example.com', role: 'removed' });
      expect(await emails()).toEqual(['Ada@example.com']);
      expect(await stores.accounts.findCredentials('ben@example.com')).toBeNull();
      expect(await stores.sessions.find('token')).toBeNull();
      expect(await stores.sessions.redeem('link', { ...device, tokenHash: 'other' }, now)).toEqual({
        problem: 'unknown',
      });
      expect(await stores.apiTokens.find('api')).toBeNull();
      expect(await stores.accounts.findPasskey('pk')).toBeNull();
      expect(await stores.accounts.findCode('his', 'invitation')).toEqual({ problem: 'unknown' });
      for (const code of ['for ben', 'by ben'])
        expect(await stores.accounts.findCode(code, 'reset')).toEqual({ problem: 'unknown' });
      expect(await audited()).toContainEqual([
        'person_removed',
        localActor.id,
        'ben@example.com',
        'ben@example.com',
        null,
      ]);
    });

    it('is seen with their latest browser, and signed out of all of them at once', async () => {
      const open = (tokenHash: string, at: Date) =>
        stores.sessions.open(localActor.id, { tokenHash, keyHash: 'key', device: 'Firefox' }, at);
      await open('one', later(1));
      await open('two', later(3));
      await open('three', later(2));
      expect((await stores.accounts.find(localActor.id))?.lastSeenAt).toEqual(later(3));
      expect(await stores.accounts.signOut(localActor.id, scriptActor)).toBe(true);
      expect(await stores.sessions.list(localActor.id)).toEqual([]);
      expect(await stores.accounts.signOut('usr_nobody', scriptActor)).toBe(false);
      expect(await audited()).toContainEqual(['person_signed_out', scriptActor.id, 'Ada', null, null]);
    });

    it('whose row is damaged is left out, and takes nobody with them', async () => {
      const cem = await add('cem@example.com', 'admin');
      await add('dag@example.com');
      await invite('sound', { email: 'eve@example.com', role: 'viewer' });
      await invite('damaged', { email: 'fay@example.com', role: 'viewer' });
      await stores.database.write(async (transaction) => {
        await transaction.$executeRaw`UPDATE "Actor" SET "role" = 'king' WHERE "id" = ${cem}`;
        await transaction.$executeRaw`UPDATE "OneTimeCode" SET "dataJson" = '{}' WHERE "codeHash" = 'damaged'`;
      });
      stores = await stores.reopen();
      expect(await emails()).toEqual(['Ada@example.com', 'dag@example.com']);
      expect(await stores.accounts.hasOwner()).toBe(true);
      const open = await stores.accounts.listInvitations();
      expect(open.map(({ data }) => (data as Invited).email)).toEqual(['eve@example.com']);
      expect(await stores.accounts.findCode('damaged', 'invitation')).toEqual({ problem: 'unknown' });
      expect(await stores.accounts.changeRole(localActor.id, 'viewer', localActor)).toBe('last_admin');
    });

    it('has a place at the provider that nobody else has', async () => {
      const ben = await add('ben@example.com');
      const place = { providerId: 'https://id.example 1', checkedId: null };
      const link = (id: ActorId) => stores.accounts.linkProvider(id, place, 'Example', localActor);
      await Promise.all([link(localActor.id), link(ben)]);
      await link(ben);
      const linked = (await stores.accounts.list()).filter(({ providerId }) => providerId !== null);
      expect(linked).toHaveLength(1);
      expect((await audited()).filter(([kind]) => kind === 'provider_linked')).toHaveLength(1);
    });

    it('gets one place of those that were checked at once, and another one in place of the checked one', async () => {
      const link = (id: number, checkedId: string | null) => {
        const place = { providerId: `https://id.example ${id}`, checkedId };
        return stores.accounts.linkProvider(localActor.id, place, 'Example', localActor);
      };
      const linked = async () => (await stores.accounts.find(localActor.id))?.providerId ?? null;
      await atOnce(5, (index) => link(index, null));
      expect((await audited()).filter(([kind]) => kind === 'provider_linked')).toHaveLength(1);
      const first = await linked();
      await link(6, 'https://id.example 7');
      expect(await linked()).toBe(first);
      await link(6, first);
      expect(await linked()).toBe('https://id.example 6');
    });

    it('no sequence of changes leaves a team without an admin, also when they are made at once', async () => {
      const change = fc.record({
        who: fc.nat(3),
        role: fc.constantFrom(...roleNames, null),
        isAtOnce: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
          await stores.clear();
          await stores.accounts.addOwner(owner);
          const ids = [localActor.id];
          for (const name of ['b', 'c', 'd']) ids.push(await add(`${name}@example.com`, 'admin'));
          const pending: Promise<unknown>[] = [];
          for (const { who, role, isAtOnce } of changes) {
            const id = ids[who] ?? localActor.id;
            const made =
              role === null
                ? stores.accounts.remove(id, localActor)
                : stores.accounts.changeRole(id, role, localActor);
            pending.push(made);
            if (!isAtOnce) await made;
          }
          await Promise.all(pending);
          expect((await stores.accounts.list()).some(({ role }) => role === 'admin')).toBe(true);
        }),
        { numRuns: 25 },
      );
    });
  });

  describe('a reset link', () => {
    beforeEach(() => stores.accounts.addOwner(owner));

    it('sets one password, once, and signs every browser out', async () => {
      await stores.sessions.open(localActor.id, { tokenHash: 't', keyHash: 'k', device: 'Firefox' }, now);
      await addReset('earlier', localActor.id);
      await addReset('code', localActor.id, scriptActor);
      expect(await stores.accounts.findCode('earlier', 'reset')).toEqual({ problem: 'unknown' });
      const results = await atOnce(5, (index) => stores.accounts.resetPassword('code', `new ${index}`, now));
      const done = fulfilled(results).flatMap((one, index) => ('person' in one ? [index] : []));
      expect(done).toHaveLength(1);
      expect((await stores.accounts.find(localActor.id))?.passwordHash).toBe(`new ${done[0]}`);
      expect(await stores.sessions.list(localActor.id)).toEqual([]);
      const entries = (await audited()).map(([kind, by]) => [kind, by]);
      expect(entries).toContainEqual(['reset_link_made', scriptActor.id]);
      expect(entries.filter(([kind]) => kind === 'password_reset')).toEqual([
        ['password_reset', localActor.id],
      ]);
    });

    it('is useless when its person has a new password, and a change keeps one browser', async () => {
      const open = (tokenHash: string) =>
        stores.sessions.open(localActor.id, { tokenHash, keyHash: 'k', device: 'Firefox' }, now);
      const kept = await open('kept');
      await open('other');
      await addReset('code', localActor.id);
      const checked = { checkedHash: 'hash', keep: kept?.id ?? null };
      expect(await stores.accounts.setPassword(localActor.id, 'changed', localActor, checked)).toBe(true);
      expect(await stores.accounts.resetPassword('code', 'x', now)).toEqual({ problem: 'unknown' });
      expect((await stores.sessions.list(localActor.id)).map(({ id }) => id)).toEqual([kept?.id]);
      expect((await stores.accounts.find(localActor.id))?.passwordHash).toBe('changed');
    });

    it('is not undone by a change whose password was checked before, or whose browser was signed out', async () => {
      const open = (tokenHash: string) =>
        stores.sessions.open(localActor.id, { tokenHash, keyHash: 'k', device: 'Firefox' }, now);
      const out = await open('out');
      await addReset('code', localActor.id);
      await stores.accounts.resetPassword('code', 'reset', now);
      const kept = await open('kept');
      await addReset('next', localActor.id);
      const change = (checkedHash: string | null, keep = kept?.id ?? null) =>
        stores.accounts.setPassword(localActor.id, 'changed', localActor, { checkedHash, keep });
      expect([await change('hash'), await change(null), await change('reset', out?.id)]).toEqual(
        Array(3).fill(false),
      );
      expect((await stores.accounts.find(localActor.id))?.passwordHash).toBe('reset');
      expect(await stores.sessions.list(localActor.id)).toHaveLength(1);
      expect(await stores.accounts.findCode('next', 'reset')).toHaveProperty('code');
      expect((await audited()).filter(([kind]) => kind === 'password_changed')).toEqual([]);
    });
  });

  it('the first password of a person is one, however many are chosen at once', async () => {
    await stores.accounts.addOwner({ ...owner, passwordHash: null });
    const checked = { checkedHash: null, keep: null };
    const results = await atOnce(5, (index) =>
      stores.accounts.setPassword(localActor.id, `first ${index}`, localActor, checked),
    );
    expect(fulfilled(results).filter((isSet) => isSet)).toHaveLength(1);
    expect((await audited()).filter(([kind]) => kind === 'password_changed')).toHaveLength(1);
  });
}
