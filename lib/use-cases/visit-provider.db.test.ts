import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openServices } from '../../tests/open-services';
import { createOpenIdProvider } from '../accounts/provider';
import { startOpenIdServer, testClient, walkThrough } from '../accounts/testing/open-id-server';
import { hashSecret } from '../auth/secret-text';
import { localActor, strangerActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { Services } from './services';
import { addPeople, inviteTo } from './testing/add-people';
import { beginAtProvider, finishAtProvider } from './visit-provider';

const address = 'http://localhost:3000';
let server: Awaited<ReturnType<typeof startOpenIdServer>>;
let bench: Awaited<ReturnType<typeof openServices>>;
let services: Services;
let clock: Date;
let letIn: string[];

beforeEach(async () => {
  clock = new Date();
  letIn = [];
  server = await startOpenIdServer(`${address}/api/door/provider/callback`);
  bench = await openServices();
  await addPeople(bench.services.accounts, [ada]);
  services = {
    ...bench.services,
    clock: { now: () => clock },
    installation: { ...bench.services.installation, localAddress: () => address },
    provider: createOpenIdProvider(
      { ...testClient, issuer: server.issuer, name: 'Example' },
      { onFailure: () => {} },
    ),
    door: {
      ...bench.services.door,
      async letIn(actorId) {
        letIn.push(actorId);
        return { cookie: 'session', key: 'KEY' };
      },
    },
  };
});
afterEach(async () => {
  await server.stop();
  await bench.close();
});

const ada = { actorId: 'usr_ada', name: 'Ada', role: 'operator', email: 'ada@example.com' } as const;
const removeAda = () => services.accounts.remove(ada.actorId, localActor);

async function invite(email: string, code = `invitation of ${email}`) {
  await inviteTo(services.accounts, { email, role: 'viewer' }, code);
  return code;
}

async function begin(query: Record<string, string> = {}) {
  const asked = { query: new URLSearchParams(query), host: 'localhost:3000' };
  const { location, cookies } = await beginAtProvider(services, strangerActor, asked);
  return { location, cookie: cookies[0]?.split(';', 1)[0] ?? null };
}

const comeBack = (callback: URL, cookie: string | null) =>
  finishAtProvider(services, strangerActor, { query: callback.searchParams, cookie, device: 'Firefox' });

/** Goes to the provider and back, and returns the address where the browser ends. */
async function visit(query: Record<string, string> = {}) {
  const { location, cookie } = await begin(query);
  return (await comeBack(await walkThrough(location, server.issuer), cookie)).location;
}

describe('a person who signs in at the provider', () => {
  it('gets in by the checked address of their account, and from then on by who they are', async () => {
    expect(await visit()).toBe('/sign-in#key=KEY');
    server.state.visitor = { sub: 'ada', email: 'other@example.com', email_verified: false };
    expect(await visit()).toBe('/sign-in#key=KEY');
    server.state.visitor = { sub: 'ada' };
    expect(await visit()).toBe('/sign-in#key=KEY');
    expect(letIn).toEqual([ada.actorId, ada.actorId, ada.actorId]);
  });

  it('comes back to the page that they wanted, and to no other server', async () => {
    expect(await visit({ to: '/settings#account' })).toBe('/sign-in?to=%2Fsettings%23account#key=KEY');
    for (const to of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
      expect(await visit({ to })).toBe('/sign-in#key=KEY');
  });

  it('leaves with the secret of one visit in a cookie, which the way back ends', async () => {
    const asked = { query: new URLSearchParams(), host: 'localhost:3000' };
    const { location, cookies } = await beginAtProvider(services, strangerActor, asked);
    expect(cookies).toEqual([
      expect.stringMatching(
        /^countersign_provider_3000=[\w-]{43}; Path=\/api\/door\/provider; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const callback = await walkThrough(location, server.issuer);
    const back = await comeBack(callback, cookies[0]?.split(';', 1)[0] ?? '');
    expect(back.cookies).toEqual([expect.stringContaining('countersign_provider_3000=; '), 'session']);
  });

  it('may come back to another server of the same public address', async () => {
    const at = (port: number): Services => {
      const ports = { publicUrl: address, localAddress: () => `http://localhost:${port}` };
      return { ...services, installation: { ...services.installation, ...ports } };
    };
    const asked = { query: new URLSearchParams(), host: 'localhost:3000' };
    const { location, cookies } = await beginAtProvider(at(4001), strangerActor, asked);
    const { searchParams: query } = await walkThrough(location, server.issuer);
    const cookie = cookies[0]?.split(';', 1)[0] ?? '';
    const back = await finishAtProvider(at(4002), strangerActor, { query, cookie, device: 'Firefox' });
    expect(back.location).toBe('/sign-in#key=KEY');
  });

  it('joins by an invitation of the checked address, once, with the name that the provider has', async () => {
    await invite('Grace@Example.com');
    server.state.visitor = { sub: 'grace', email: 'grace@example.com', email_verified: true, name: 'Grace' };
    expect(await visit()).toBe('/sign-in#key=KEY');
    const grace = await services.accounts.findByProvider(`${server.issuer} grace`);
    expect(grace).toMatchObject({ name: 'Grace', role: 'viewer', passwordHash: null });
    expect(await visit()).toBe('/sign-in#key=KEY');
    expect(letIn).toEqual([grace?.actorId, grace?.actorId]);
  });

  it('is called by the address when the provider has no name that fits', async () => {
    for (const [index, name] of [undefined, '', 'x'.repeat(61), 'two\nlines', 7].entries()) {
      await invite(`p${index}@example.com`);
      server.state.visitor = { sub: `p${index}`, email: `p${index}@example.com`, email_verified: true, name };
      expect(await visit()).toBe('/sign-in#key=KEY');
      expect((await services.accounts.findByEmail(`p${index}@example.com`))?.name).toBe(`p${index}`);
    }
  });
});

describe('a person stays outside', () => {
  const grace = { sub: 'grace', email: 'grace@example.com', email_verified: true };

  it('whose address the provider has not checked, does not know, or nobody has invited', async () => {
    for (const [problem, visitor] of [
      ['unverified_email', { sub: 'eve', email: ada.email, email_verified: false }],
      ['unverified_email', { sub: 'eve', email: ada.email }],
      ['no_email', { sub: 'eve' }],
      ['no_email', { sub: 'eve', email_verified: true }],
      ['odd_email', { sub: 'eve', email: 'аda@example.com', email_verified: true }],
      ['odd_email', { sub: 'eve', email: 'nobody', email_verified: true }],
      ['not_invited', grace],
      ['provider_declined', 'declines'],
    ] as const) {
      server.state.visitor = visitor;
      expect(await visit({ to: '/runs/run_1' })).toBe(`/sign-in?problem=${problem}&to=%2Fruns%2Frun_1`);
    }
    expect(letIn).toEqual([]);
    expect((await services.accounts.findByEmail(ada.email))?.providerId).toBeNull();
  });

  it('who was removed, also by who they are at the provider', async () => {
    await visit();
    await removeAda();
    expect(await visit()).toBe('/sign-in?problem=not_invited');
  });

  it('who has the address of somebody else at the same provider, and not of one at a former provider', async () => {
    await visit();
    server.state.visitor = { sub: 'namesake', email: 'ada@example.com', email_verified: true };
    expect(await visit()).toBe('/sign-in?problem=other_identity');
    await removeAda();
    const former = { ...ada, actorId: 'usr_ada_again', providerId: 'https://former.example ada' } as const;
    await addPeople(services.accounts, [former]);
    expect(await visit()).toBe('/sign-in#key=KEY');
  });

  it('who comes at the same moment as somebody else with the same address', async () => {
    const { findByEmail } = services.accounts;
    const reads: ReturnType<typeof findByEmail>[] = [];
    const readWithOther: typeof findByEmail = async (email) => {
      const read = findByEmail(email);
      reads.push(read);
      await vi.waitFor(() => expect(reads).toHaveLength(2));
      await Promise.all(reads);
      return read;
    };
    services = { ...services, accounts: { ...services.accounts, findByEmail: readWithOther } };
    const goTo = async (sub: string) => {
      server.state.visitor = { sub, email: ada.email, email_verified: true };
      const { location, cookie } = await begin();
      return [await walkThrough(location, server.issuer), cookie] as const;
    };
    const visits = [await goTo('ada'), await goTo('namesake')];
    const backs = await Promise.all(visits.map(([callback, cookie]) => comeBack(callback, cookie)));
    expect(backs.map(({ location }) => location).toSorted()).toEqual([
      '/sign-in#key=KEY',
      '/sign-in?problem=other_identity',
    ]);
    expect(letIn).toEqual([ada.actorId]);
  });

  it('whose invitation was used, has expired, is for another address or is none', async () => {
    server.state.visitor = grace;
    const problemWith = async (code: string) =>
      new URL(await visit({ invitation: hashSecret(code) }), address).searchParams.get('problem');
    expect(await problemWith('no code')).toBe('invitation_unknown');
    expect(await problemWith(await invite('other@example.com'))).toBe('other_invitation');
    const code = await invite('grace@example.com');
    await services.accounts.takeCode(hashSecret(code), 'invitation', clock);
    expect(await problemWith(code)).toBe('invitation_used');
    const late = await invite('grace@example.com', 'late');
    clock = new Date(clock.getTime() + 8 * 24 * 60 * 60 * 1_000);
    expect(await problemWith(late)).toBe('invitation_expired');
    expect(letIn).toEqual([]);
  });

  it('when the provider is down, and comes in when it is back', async () => {
    await server.stop();
    expect((await begin({ to: '/audit' })).location).toBe('/sign-in?problem=provider_down&to=%2Faudit');
    await server.start();
    const { location, cookie } = await begin();
    const callback = await walkThrough(location, server.issuer);
    await server.stop();
    expect((await comeBack(callback, cookie)).location).toBe('/sign-in?problem=provider_down');
    await server.start();
    expect(await visit()).toBe('/sign-in#key=KEY');
  });
});

describe('a visit to the provider', () => {
  it('ends once, and two ways back at the same time let one browser in', async () => {
    const { location, cookie } = await begin({ to: '/audit' });
    const callback = await walkThrough(location, server.issuer);
    const both = await Promise.all([comeBack(callback, cookie), comeBack(callback, cookie)]);
    const ends = both.map((back) => back.location).sort();
    // A way back that comes too late to read the visit does not know where it leads.
    expect(ends[0]).toMatch(/^\/sign-in\?problem=sign_in_used(&to=%2Faudit)?$/);
    expect(ends[1]).toBe('/sign-in?to=%2Faudit#key=KEY');
    expect((await comeBack(callback, cookie)).location).toBe('/sign-in?problem=sign_in_used');
    expect(letIn).toHaveLength(1);
  });

  it('belongs to the browser that began it, which may still finish it', async () => {
    const [mine, others] = [await begin(), await begin()];
    const callback = await walkThrough(mine.location, server.issuer);
    for (const cookie of [
      null,
      '',
      others.cookie,
      'countersign_provider_3000=x',
      `${mine.cookie}; ${others.cookie}`,
    ])
      expect((await comeBack(callback, cookie)).location).toBe('/sign-in?problem=other_browser');
    expect(letIn).toEqual([]);
    expect((await comeBack(callback, `a=b; ${mine.cookie}`)).location).toBe('/sign-in#key=KEY');
  });

  it('lasts ten minutes', async () => {
    const { location, cookie } = await begin();
    const callback = await walkThrough(location, server.issuer);
    clock = new Date(clock.getTime() + 10 * 60 * 1_000);
    expect((await comeBack(callback, cookie)).location).toBe('/sign-in?problem=sign_in_expired');
  });

  it('that nobody began is unknown', async () => {
    for (const query of ['', '?state=', '?state=x&code=y', '?error=access_denied'])
      expect((await comeBack(new URL(address + query), null)).location).toBe(
        '/sign-in?problem=sign_in_unknown',
      );
  });

  it('begins at the address to which the provider leads back, where its cookie counts', async () => {
    const query = new URLSearchParams({ to: '/audit', invitation: 'code' });
    const elsewhere = await beginAtProvider(services, strangerActor, { query, host: '127.0.0.1:3000' });
    expect(elsewhere).toEqual({
      location: `${address}/api/door/provider?to=%2Faudit&invitation=code&moved=1`,
      cookies: [],
    });
    const { searchParams } = new URL(elsewhere.location);
    const behindProxy = await beginAtProvider(services, strangerActor, {
      query: searchParams,
      host: 'inner:80',
    });
    expect(behindProxy.location).toContain(server.issuer);
  });

  it('is not possible without a provider', async () => {
    const without = { ...services, provider: null };
    const asked = { query: new URLSearchParams(), host: null };
    await expect(beginAtProvider(without, strangerActor, asked)).rejects.toThrow(AppError);
    const back = { query: new URLSearchParams(), cookie: null, device: '' };
    await expect(finishAtProvider(without, strangerActor, back)).rejects.toThrow(AppError);
  });
});
