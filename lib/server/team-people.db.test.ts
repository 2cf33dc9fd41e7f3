import '../logging/testing/quiet-log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import type { RoleName } from '../contracts/accounts';
import { type Actor, caretakerActor, localActor, strangerActor } from '../domain/actor';
import type { AppError } from '../shared/app-error';
import { createId } from '../shared/ids';
import { changePassword, getAccount, renameSelf } from '../use-cases/account';
import { createToken } from '../use-cases/api-tokens';
import { invitePerson, makeResetLink, withdrawInvitation } from '../use-cases/invite-person';
import { listAudit } from '../use-cases/list-audit';
import { changeRole, listPeople, removePerson, signOutPerson } from '../use-cases/people';
import { acceptReset } from '../use-cases/reset-password';
import { signIn } from '../use-cases/sign-in';
import { getSigning } from '../use-cases/signing';
import { startApp } from './app';
import { attempt, codeOf, device, goodPassword, openTeam } from './testing/open-team';

let team: Awaited<ReturnType<typeof openTeam>>;
let owner: Awaited<ReturnType<typeof team.addOwner>>;
beforeEach(async () => {
  team = await openTeam();
  owner = await team.addOwner();
});
afterEach(() => team.close());

const changeToViewer: typeof removePerson = (services, by, { id }) =>
  changeRole(services, by, { id, role: 'viewer' });
const host = 'localhost:3000';
const enter = (email: string, password: string) =>
  signIn(team.services, strangerActor, { email, password, device });

describe('an admin', () => {
  it('changes a role, which counts with the next request', async () => {
    const ben = await team.addPerson(owner.actor, 'ben@example.com', 'viewer');
    await changeRole(team.services, owner.actor, { id: ben.actor.id, role: 'approver' });
    expect(await team.identify(ben)).toMatchObject({ role: 'approver' });
  });

  it('removes a person, whose browsers and tokens are out at once, and whose name stays', async () => {
    const ben = await team.addPerson(owner.actor, 'ben@example.com', 'admin');
    const wish = {
      name: 'Nightly',
      scope: 'read' as const,
      expiresAt: new Date(Date.now() + 1e8).toISOString(),
    };
    const { token } = await createToken(team.services, ben.actor, wish);
    const byToken = () => team.app.identify(new Headers({ authorization: `Bearer ${token}` }));
    expect(await byToken()).toMatchObject({ actor: { id: ben.actor.id } });
    expect(await team.identify(ben)).not.toBeNull();
    const { people } = await removePerson(team.services, owner.actor, { id: ben.actor.id });
    expect(people.map(({ name }) => name)).toEqual(['Ada']);
    expect([await byToken(), await team.identify(ben)]).toEqual([null, null]);
    expect((await team.services.actors.names())(ben.actor.id)).toBe('ben@example.com');
    expect(await attempt(enter('ben@example.com', goodPassword))).toMatch(/^forbidden: /);
    await expect(team.addPerson(owner.actor, 'ben@example.com', 'viewer')).rejects.toThrow('had this name');
    const again = await team.addPerson(owner.actor, 'ben@example.com', 'viewer', 'Ben again');
    expect(again.actor.id).not.toBe(ben.actor.id);
  });

  it('signs a person out everywhere, at once', async () => {
    const ben = await team.addPerson(owner.actor, 'ben@example.com', 'viewer');
    const other = await enter('ben@example.com', goodPassword);
    for (const one of [ben, other]) expect(await team.identify(one)).not.toBeNull();
    await signOutPerson(team.services, owner.actor, { id: ben.actor.id });
    for (const one of [ben, other]) expect(await team.identify(one)).toBeNull();
    expect(await team.identify(owner)).not.toBeNull();
  });

  it('has the private runs of a removed person stopped', async () => {
    const ben = await team.addPerson(owner.actor, 'ben@example.com', 'operator');
    const stopped: string[] = [];
    const stopPrivateRuns = async (ownerId: string, by: Actor) => {
      stopped.push(ownerId, by.id);
    };
    await removePerson({ ...team.services, stopPrivateRuns }, owner.actor, { id: ben.actor.id });
    expect(stopped).toEqual([ben.actor.id, owner.actor.id]);
  });

  it('has the private runs stopped of a person whose new role stops none', async () => {
    const ben = await team.addPerson(owner.actor, 'ben@example.com', 'admin');
    const stopped: string[] = [];
    const stopPrivateRuns = async (ownerId: string, by: Actor) => {
      stopped.push(ownerId, by.id);
    };
    const give = (role: RoleName) =>
      changeRole({ ...team.services, stopPrivateRuns }, owner.actor, { id: ben.actor.id, role });
    for (const role of ['approver', 'operator'] as const) await give(role);
    expect(stopped).toEqual([]);
    await give('viewer');
    expect(stopped).toEqual([ben.actor.id, owner.actor.id]);
  });

  it('is told in a sentence what cannot be done', async () => {
    const { services } = team;
    const by = owner.actor;
    const lastAdmin = 'forbidden: This is the only admin. Make someone else an admin first.';
    expect(await attempt(changeRole(services, by, { id: by.id, role: 'viewer' }))).toBe(lastAdmin);
    expect(await attempt(removePerson(services, by, { id: by.id }))).toBe(
      'forbidden: Ask another admin to remove you.',
    );
    expect(await attempt(removePerson(services, caretakerActor, { id: by.id }))).toBe(lastAdmin);
    const gone = 'not_found: This person was removed or never existed.';
    for (const id of ['', 'usr_', createId('usr'), caretakerActor.id, 'usr_system', '\u0000', '%'])
      for (const change of [changeToViewer, removePerson, signOutPerson, makeResetLink])
        expect(await attempt(change(services, by, { id }))).toBe(gone);
    expect(await attempt(invitePerson(services, by, { email: 'ADA@example.com', role: 'viewer' }))).toBe(
      'invalid_body: This address has an account. Change its role in the list of people.',
    );
    for (const id of ['', createId('otc'), by.id])
      expect(await attempt(withdrawInvitation(services, by, { id }))).toMatch(/^not_found: This invitation/);
  });

  it('sees open invitations with who made them, and withdraws one', async () => {
    const invited = { email: 'ben@example.com', role: 'operator' } as const;
    const { invitations } = await invitePerson(team.services, caretakerActor, invited);
    expect(invitations).toMatchObject([{ ...invited, invitedBy: 'Owner’s token', isExpired: false }]);
    const left = await withdrawInvitation(team.services, owner.actor, { id: invitations[0]?.id ?? '' });
    expect(left.invitations).toEqual([]);
  });
});

describe('a person', () => {
  it('changes their name and password: other browsers are signed out, and this one stays', async () => {
    const { services } = team;
    const session = await team.app.identify(new Headers({ cookie: owner.cookie.split(';', 1)[0] ?? '' }));
    const other = await enter('ada@example.com', goodPassword);
    expect(await team.identify(other)).not.toBeNull();
    const change = (current: string | undefined) =>
      attempt(
        changePassword(services, owner.actor, {
          ...(current !== undefined && { current }),
          password: 'a new long password',
          session: session?.session ?? null,
          host,
        }),
      );
    expect(await change(undefined)).toBe('invalid_body: Enter your current password.');
    expect(await change('wrong')).toBe('invalid_body: The current password is wrong.');
    expect(await team.identify(other)).not.toBeNull();
    expect(await change(goodPassword)).toBe('done');
    expect(await team.identify(other)).toBeNull();
    expect(await team.identify(owner)).not.toBeNull();
    expect((await renameSelf(services, owner.actor, { name: 'Ada L.', host })).name).toBe('Ada L.');
    expect(await team.identify(owner)).toMatchObject({ name: 'Ada L.' });
    expect(await getAccount(services, owner.actor, { host })).toMatchObject({
      email: 'ada@example.com',
      role: 'admin',
      hasPassword: true,
      provider: null,
      passkeys: [],
    });
  });

  it('keeps the password of a reset link that somebody with the earlier password changes meanwhile', async () => {
    const { services } = team;
    const ben = await team.addPerson(owner.actor, 'ben@example.com', 'viewer');
    const { address } = await makeResetLink(services, owner.actor, { id: ben.actor.id });
    const thief = await enter('ben@example.com', goodPassword);
    const by = await team.app.identify(new Headers({ cookie: thief.cookie.split(';', 1)[0] ?? '' }));
    const reset = { code: codeOf(address), password: 'the password of Ben', device };
    const theft = { current: goodPassword, password: 'the password of the thief', host };
    const results = await Promise.all([
      attempt(changePassword(services, ben.actor, { ...theft, session: by?.session ?? null })),
      attempt(acceptReset(services, strangerActor, reset)),
    ]);
    expect(results).toEqual(['forbidden: The current password is wrong.', 'done']);
    expect(await attempt(enter('ben@example.com', reset.password))).toBe('done');
    expect(await attempt(enter('ben@example.com', theft.password))).toMatch(/^forbidden: /);
  });

  it('who has no password chooses one without a current one', async () => {
    const { services } = team;
    const person = { actorId: createId('usr'), name: 'Ben', passwordHash: null, providerId: 'https://id 1' };
    await invitePerson(services, owner.actor, { email: 'ben@example.com', role: 'viewer' });
    await services.accounts.joinByEmail('ben@example.com', person, new Date());
    const ben = { id: person.actorId, name: 'Ben', role: 'viewer' };
    const changed = await changePassword(services, ben, { password: goodPassword, session: null, host });
    expect(changed).toMatchObject({ hasPassword: true });
    expect(await attempt(enter('ben@example.com', goodPassword))).toBe('done');
  });

  it('who tries too many wrong current passwords reads so at the field, and when to come back', async () => {
    const change = { current: 'wrong', password: 'a new long password', session: null, host };
    const fail = () =>
      changePassword(team.services, owner.actor, change).catch((error: unknown) => error as AppError);
    for (let time = 0; time < 10; time += 1) expect(await fail()).toMatchObject({ code: 'invalid_body' });
    const message = 'Too many wrong passwords. Wait 15 minutes.';
    expect(await fail()).toMatchObject({
      code: 'too_many_requests',
      message,
      details: { fields: { current: message }, retryAfterSeconds: expect.closeTo(900, -2) },
    });
  });

  it('is counted as a signer only while they can come in', async () => {
    const count = async () => (await getSigning(team.services, owner.actor)).signers;
    expect(await count()).toBe(1);
    const ben = await team.addPerson(owner.actor, 'ben@example.com', 'approver');
    await team.addPerson(owner.actor, 'cem@example.com', 'operator');
    expect(await count()).toBe(2);
    await removePerson(team.services, owner.actor, { id: ben.actor.id });
    expect(await count()).toBe(1);
  });
});

it('a person without an account stays outside, whatever role their row has and whatever they still hold', async () => {
  const ghost = { id: 'usr_ghost', name: 'Ghost', role: 'admin' } as const;
  await team.services.actors.seed(ghost);
  const wish = { name: 'Old', scope: 'read' as const, expiresAt: new Date(Date.now() + 1e8).toISOString() };
  const { token } = await createToken(team.services, ghost, wish);
  expect(await team.app.identify(new Headers({ authorization: `Bearer ${token}` }))).toBeNull();
  const kept = await createToken(team.services, owner.actor, wish);
  const byOwner = new Headers({ authorization: `Bearer ${kept.token}` });
  expect(await team.app.identify(byOwner)).toMatchObject({ actor: { id: owner.actor.id } });
});

it('the audit log says who changed what, and holds no secret', async () => {
  const { services } = team;
  const ben = await team.addPerson(owner.actor, 'ben@example.com', 'viewer');
  const { address } = await makeResetLink(services, caretakerActor, { id: ben.actor.id });
  await changeRole(services, owner.actor, { id: ben.actor.id, role: 'admin' });
  await signOutPerson(services, owner.actor, { id: ben.actor.id });
  await removePerson(services, owner.actor, { id: ben.actor.id });
  const { items } = await services.audit.list({ by: null, kind: null, cursor: null, limit: 50 });
  // Entries of the same millisecond have no order.
  expect(items.map(({ kind, by }) => `${kind} ${by}`).sort()).toEqual(
    [
      `owner_created ${owner.actor.id}`,
      `person_invited ${owner.actor.id}`,
      `person_joined ${ben.actor.id}`,
      `reset_link_made ${caretakerActor.id}`,
      `person_role_changed ${owner.actor.id}`,
      `person_signed_out ${owner.actor.id}`,
      `person_removed ${owner.actor.id}`,
    ].sort(),
  );
  expect(JSON.stringify(items)).not.toContain(codeOf(address));
  expect(JSON.stringify(await listPeople(services, owner.actor))).not.toMatch(/scrypt|passwordHash/);
});

it('the audit log offers the people in the order of their names, not of their coming', async () => {
  for (const name of ['zoe', 'Ben', 'carl 10', 'Carl 9'])
    await team.addPerson(owner.actor, `${name.replace(' ', '')}@example.com`, 'viewer', name);
  const { people } = await listAudit(team.services, owner.actor, { by: null, kind: null, cursor: null });
  const names = people.map(({ name }) => name).filter((name) => /^(Ada|zoe|ben|carl)/i.test(name));
  expect(names).toEqual(['Ada', 'Ben', 'Carl 9', 'carl 10', 'zoe']);
});

it('the local profile makes its person the owner, and changes nothing about their role in the team', async () => {
  const ben = await team.addPerson(owner.actor, 'ben@example.com', 'admin');
  await changeRole(team.services, ben.actor, { id: owner.actor.id, role: 'viewer' });
  const roleIn = async (profile: string) => {
    const app = await startApp({ environment: { ...team.environment, COUNTERSIGN_PROFILE: profile } });
    const { cookie } = await app.services.door.letIn(localActor.id, 'Firefox');
    const visitor = await app.identify(new Headers({ cookie: cookie.split(';', 1)[0] ?? '' }));
    await app.shutDown();
    return visitor?.actor.role;
  };
  await team.app.shutDown();
  expect(await roleIn('local')).toBe('admin');
  expect(await roleIn('team')).toBe('viewer');
});

it('in the local profile there are no accounts', async () => {
  const local = await openServices();
  const { services } = local;
  const email = 'ben@example.com';
  const missing = 'not_found: There is nothing here.';
  const works = [
    listPeople(services, localActor),
    changeRole(services, localActor, { id: 'usr_x', role: 'viewer' }),
    removePerson(services, localActor, { id: 'usr_x' }),
    signOutPerson(services, localActor, { id: 'usr_x' }),
    invitePerson(services, localActor, { email, role: 'viewer' }),
    makeResetLink(services, localActor, { id: 'usr_x' }),
    withdrawInvitation(services, localActor, { id: 'otc_x' }),
    getAccount(services, localActor, { host }),
    renameSelf(services, localActor, { name: 'x', host }),
    changePassword(services, localActor, { password: goodPassword, session: null, host }),
  ];
  for (const answer of await Promise.all(works.map(attempt))) expect(answer).toBe(missing);
  await local.close();
});
