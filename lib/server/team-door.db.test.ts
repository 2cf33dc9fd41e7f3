import '../logging/testing/quiet-log';
import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takePlace } from '../accounts/password';
import { hashSecret } from '../auth/secret-text';
import { localActor, strangerActor } from '../domain/actor';
import { toErrorResponse } from '../http/error-response';
import { acceptInvitation, lookUpInvitation } from '../use-cases/accept-invitation';
import { changePassword } from '../use-cases/account';
import { createToken } from '../use-cases/api-tokens';
import { describeDoor } from '../use-cases/describe-door';
import { invitePerson, makeResetLink } from '../use-cases/invite-person';
import { acceptReset, lookUpReset } from '../use-cases/reset-password';
import { setUpOwner } from '../use-cases/set-up-owner';
import { signIn } from '../use-cases/sign-in';
import { type App, startApp } from './app';
import { attempt, codeOf, device, goodPassword, openTeam } from './testing/open-team';

let team: Awaited<ReturnType<typeof openTeam>>;
beforeEach(async () => {
  team = await openTeam();
});
afterEach(() => team.close());

const enter = (email: string, password: string) =>
  attempt(signIn(team.services, strangerActor, { email, password, device }));
const wrong = 'forbidden: The e-mail address or the password is wrong.';
const locked =
  'too_many_requests: Too many wrong passwords. Wait 15 minutes, or ask an admin for a reset link.';

describe('the first owner', () => {
  const owner = (index: number, secret: string) => ({
    secret,
    name: `Owner ${index}`,
    email: `owner${index}@example.com`,
    password: goodPassword,
    device,
  });

  it('is one of six at once, with the secret of the file, which then is gone', async () => {
    expect(await describeDoor(team.services, strangerActor, { host: 'localhost' })).toMatchObject({
      stage: 'setup',
    });
    const secret = await team.readSecret();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        attempt(setUpOwner(team.services, strangerActor, owner(index, secret))),
      ),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    const refusal = 'forbidden: This server has an owner. Sign in, or ask an admin for an invitation.';
    expect(answers.filter((answer) => answer === refusal)).toHaveLength(5);
    await expect(stat(team.secretFile)).rejects.toThrow('ENOENT');
    const [one] = await team.services.accounts.list();
    expect(one).toMatchObject({ actorId: 'usr_local', role: 'admin' });
    expect(await describeDoor(team.services, strangerActor, { host: 'localhost' })).toMatchObject({
      stage: 'sign_in',
    });
    expect(await attempt(setUpOwner(team.services, strangerActor, owner(7, secret)))).toBe(refusal);
  });

  it('is not made with another secret', async () => {
    const secret = await team.readSecret();
    for (const given of ['x', '', `${secret}x`, secret.toLowerCase(), 'ß'])
      expect(await attempt(setUpOwner(team.services, strangerActor, owner(0, given)))).toMatch(
        /^forbidden: This setup secret is wrong\./,
      );
    expect(await team.services.accounts.hasOwner()).toBe(false);
    expect((await stat(team.secretFile)).mode & 0o777).toBe(0o600);
  });
});

describe('signing in', () => {
  it('lets the person in, however they type their address, and not another browser', async () => {
    await team.addOwner();
    const letIn = await signIn(team.services, strangerActor, {
      email: 'ADA@Example.com',
      password: goodPassword,
      device,
    });
    expect(await team.identify(letIn)).toMatchObject({ id: 'usr_local', name: 'Ada', role: 'admin' });
    expect(await team.identify({ cookie: `${letIn.cookie.slice(0, 30)}x` })).toBeNull();
  });

  it('answers a known and an unknown address alike, also once it is locked', async () => {
    await team.addOwner();
    for (const email of ['аda@example.com', 'not an address']) expect(await enter(email, 'x')).toBe(wrong);
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => enter(email, 'wrong')));
      expect(new Set(answers)).toEqual(new Set([wrong]));
      expect(await enter(email.toUpperCase(), goodPassword)).toBe(locked);
    }
  });

  it('says how long the lock lasts, for a known and an unknown address alike', async () => {
    await team.addOwner();
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      await Promise.all(Array.from({ length: 10 }, () => enter(email, 'wrong')));
      const error = await signIn(team.services, strangerActor, {
        email,
        password: goodPassword,
        device,
      }).catch((caught: unknown) => caught);
      const answer = toErrorResponse(error);
      expect(answer.status).toBe(429);
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(800);
      expect(seconds).toBeLessThanOrEqual(900);
      expect(await answer.json()).toEqual({
        error: { code: 'too_many_requests', message: locked.replace('too_many_requests: ', '') },
      });
    }
  });

  it('counts wrong passwords that are tried at once', async () => {
    await team.addOwner();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) => enter('ada@example.com', `wrong ${index}`)),
    );
    expect(answers.filter((answer) => answer === wrong)).toHaveLength(10);
    expect(answers.filter((answer) => answer === locked)).toHaveLength(4);
  });

  it('answers a known and an unknown address alike while 100 passwords wait, and counts no wrong one', async () => {
    const { actor } = await team.addOwner();
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const waiting = Array.from({ length: 100 }, () => takePlace(() => held));
    const busy = 'too_many_requests: Too many passwords wait. Try again in 5 seconds.';
    for (const email of ['ada@example.com', 'nobody@example.com'])
      for (let time = 0; time < 11; time += 1) expect(await enter(email, 'wrong')).toBe(busy);
    const change = { current: 'wrong', password: 'a new long password', session: null, host: 'localhost' };
    for (let time = 0; time < 11; time += 1)
      expect(await attempt(changePassword(team.services, actor, change))).toBe(busy);
    end();
    await Promise.all(waiting);
    expect(await enter('nobody@example.com', goodPassword)).toBe(wrong);
    expect(await enter('ada@example.com', goodPassword)).toBe('done');
  });

  it('works for nobody before there is an owner, and not for an account without a password', async () => {
    expect(await enter('ada@example.com', goodPassword)).toBe(wrong);
    const { services } = team;
    await services.accounts.addOwner({
      name: 'Ada',
      email: 'ada@example.com',
      passwordHash: null,
      providerId: null,
    });
    expect(await enter('ada@example.com', goodPassword)).toBe(wrong);
  });
});

describe('a link', () => {
  it('of an invitation says whom it is for, adds one of many at once, and then says why it does not work', async () => {
    const { actor } = await team.addOwner();
    const { services } = team;
    const invited = { email: 'ben@example.com', role: 'operator' } as const;
    const { address } = await invitePerson(services, actor, invited);
    expect(address).toMatch(/^http:\/\/localhost:\d+\/invitation#[\w-]{43}$/);
    const code = codeOf(address);
    expect(await lookUpInvitation(services, strangerActor, { code })).toEqual(invited);
    const body = { code, name: 'Ben', password: goodPassword, device };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => attempt(acceptInvitation(services, strangerActor, body))),
    );
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    const used = 'forbidden: This invitation has been used.';
    expect(answers.filter((answer) => answer === used)).toHaveLength(4);
    expect(await enter('ben@example.com', goodPassword)).toBe('done');
    const data = { ...invited, email: 'late@example.com' };
    await services.accounts.addCode(
      { codeHash: hashSecret('late'), kind: 'invitation', data, expiresAt: new Date(Date.now() - 1) },
      actor,
    );
    const taken = { ...data, email: 'ADA@example.com' };
    await services.accounts.addCode(
      {
        codeHash: hashSecret('taken'),
        kind: 'invitation',
        data: taken,
        expiresAt: new Date(Date.now() + 1e6),
      },
      actor,
    );
    const accept = (given: string) =>
      attempt(acceptInvitation(services, strangerActor, { ...body, code: given }));
    expect(await accept(code)).toBe(used);
    expect(await attempt(lookUpInvitation(services, strangerActor, { code }))).toBe(used);
    expect(await accept('late')).toBe('forbidden: This invitation has expired. Ask an admin for a new one.');
    expect(await accept('never')).toBe(
      'forbidden: This invitation does not work. Ask an admin for a new one.',
    );
    expect(await accept('taken')).toBe('forbidden: This address has an account. Sign in with it.');
    expect(await services.accounts.list()).toHaveLength(2);
  });

  it('for a new password works once, ends the lockout, and signs the person’s browsers out', async () => {
    const { actor, cookie } = await team.addOwner();
    const { services } = team;
    await Promise.all(Array.from({ length: 10 }, () => enter('ada@example.com', 'wrong')));
    const made = await makeResetLink(services, actor, { id: actor.id });
    expect(made.address).toMatch(/\/reset#[\w-]{43}$/);
    const code = codeOf(made.address);
    expect(await lookUpReset(services, strangerActor, { code })).toEqual({
      email: 'ada@example.com',
      name: 'Ada',
    });
    expect(await enter('ada@example.com', goodPassword)).toBe(locked);
    const body = { code, password: 'another long password', device };
    const letIn = await acceptReset(services, strangerActor, body);
    expect(await team.identify({ cookie })).toBeNull();
    expect(await team.identify(letIn)).toMatchObject({ id: actor.id });
    expect(await enter('ada@example.com', goodPassword)).toBe(wrong);
    expect(await enter('ada@example.com', 'another long password')).toBe('done');
    expect(await attempt(acceptReset(services, strangerActor, body))).toBe(
      'forbidden: This link has been used.',
    );
    expect(await attempt(lookUpReset(services, strangerActor, { code: 'never' }))).toBe(
      'forbidden: This link does not work. Ask an admin for a new one.',
    );
  });
});

it('a browser or a token of one profile is a stranger under the other, and comes in again under its own', async () => {
  const { environment } = team;
  const { cookie, actor } = await team.addOwner();
  await team.addPerson(actor, 'ben@example.com', 'admin');
  const wish = {
    name: 'Nightly',
    scope: 'start',
    expiresAt: new Date(Date.now() + 1e7).toISOString(),
  } as const;
  const { token } = await createToken(team.services, actor, wish);
  const ofTeam = [{ cookie: cookie.split(';', 1)[0] ?? '' }, { authorization: `Bearer ${token}` }];
  const come = ({ identify }: App, all: Record<string, string>[]) =>
    Promise.all(all.map(async (headers) => (await identify(new Headers(headers)))?.actor.name));
  expect(await come(team.app, ofTeam)).toEqual(['Ada', 'Ada']);
  await team.app.shutDown();

  const local = await startApp({ environment: { ...environment, COUNTERSIGN_PROFILE: 'local' } });
  expect(await come(local, ofTeam)).toEqual([undefined, undefined]);
  const code = await local.services.door.makeCode(localActor.id);
  const entered = await local.door.ask({ method: 'GET', target: `/?code=${code}`, headers: {} });
  const given = entered.type === 'redirect' ? entered.cookie?.split(';', 1)[0] : null;
  const made = await createToken(local.services, localActor, wish);
  const ofLocal = [{ cookie: given ?? '' }, { authorization: `Bearer ${made.token}` }];
  expect(await come(local, ofLocal)).toEqual(['Ada', 'Ada']);
  await local.shutDown();

  const again = await startApp({ environment });
  expect(await come(again, ofLocal)).toEqual([undefined, undefined]);
  expect(await come(again, ofTeam)).toEqual(['Ada', 'Ada']);
  await again.shutDown();
});
