import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenIdProvider } from './provider';
import type { OpenIdProvider } from './provider.port';
import { startOpenIdServer, testClient, walkThrough } from './testing/open-id-server';

const redirectUri = 'http://localhost:3000/api/door/provider/callback';
let server: Awaited<ReturnType<typeof startOpenIdServer>>;
let failures: string[];
let clockMs: number;

const open = (changes: Partial<typeof testClient & { issuer: string }> = {}): OpenIdProvider =>
  createOpenIdProvider(
    { ...testClient, issuer: server.issuer, name: 'Example', ...changes },
    { onFailure: (reason) => failures.push(reason), now: () => clockMs },
  );

beforeEach(async () => {
  failures = [];
  clockMs = 0;
  server = await startOpenIdServer(redirectUri);
});
afterEach(() => server.stop());

async function begin(provider: OpenIdProvider) {
  const begun = await provider.begin(redirectUri);
  if ('problem' in begun) throw new Error(begun.problem);
  return begun;
}

/** Goes to the provider and back. */
async function goThere(provider: OpenIdProvider) {
  const { url, secrets } = await begin(provider);
  return { secrets, callback: await walkThrough(url, server.issuer) };
}

async function signIn(provider: OpenIdProvider) {
  const { callback, secrets } = await goThere(provider);
  return provider.finish(callback, secrets);
}

describe('signing in at a provider', () => {
  it('says who the person is, whether the ID token or only the second answer names the address', async () => {
    for (const isAskedTwice of [true, false]) {
      await server.stop();
      server = await startOpenIdServer(redirectUri, { conformIdTokenClaims: isAskedTwice });
      expect(await signIn(open())).toEqual({
        person: {
          providerId: `${server.issuer} ada`,
          email: 'ada@example.com',
          isEmailVerified: true,
          name: 'Ada Lovelace',
        },
      });
      expect(server.state.requests.includes('GET /me')).toBe(isAskedTwice);
    }
    expect(failures).toEqual([]);
  });

  it('takes only the value true for a verified address, and blank texts for none', async () => {
    for (const verified of [false, 'true', 1, null, undefined]) {
      server.state.visitor = { sub: 'eve', email: 'ada@example.com', email_verified: verified, name: ' ' };
      expect(await signIn(open())).toMatchObject({ person: { isEmailVerified: false, name: null } });
    }
    server.state.visitor = { sub: 'eve' };
    expect(await signIn(open())).toMatchObject({ person: { email: null, isEmailVerified: false } });
  });

  it('sends the secret in the way that the provider lists', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post']) {
      await server.stop();
      server = await startOpenIdServer(redirectUri, {
        clientAuthMethods: [method],
        clientDefaults: { token_endpoint_auth_method: method },
      });
      expect(await signIn(open())).toHaveProperty('person');
    }
  });

  it('sends a challenge and new secrets each time', async () => {
    const provider = open();
    const [one, other] = [await begin(provider), await begin(provider)];
    for (const { url, secrets } of [one, other]) {
      const query = new URL(url).searchParams;
      expect(query.get('code_challenge_method')).toBe('S256');
      expect(query.get('code_challenge')).not.toBe(secrets.verifier);
      expect([query.get('state'), query.get('nonce')]).toEqual([secrets.state, secrets.nonce]);
    }
    const values = [one, other].flatMap(({ secrets }) => Object.values(secrets));
    expect(new Set(values).size).toBe(values.length);
  });

  it('refuses an answer to other secrets, and one without the provider’s name', async () => {
    const provider = open();
    const others = (await begin(provider)).secrets;
    for (const name of ['state', 'verifier', 'nonce'] as const) {
      const { callback, secrets } = await goThere(provider);
      const mixed = { ...secrets, [name]: others[name] };
      expect([name, await provider.finish(callback, mixed)]).toEqual([name, { problem: 'provider_failed' }]);
    }
    const { callback, secrets } = await goThere(provider);
    callback.searchParams.set('iss', 'http://localhost:1');
    expect(await provider.finish(callback, secrets)).toEqual({ problem: 'provider_failed' });
    expect(failures).toHaveLength(4);
  });

  it('takes a code once', async () => {
    const provider = open();
    const { callback, secrets } = await goThere(provider);
    expect(await provider.finish(callback, secrets)).toHaveProperty('person');
    expect(await provider.finish(callback, secrets)).toEqual({ problem: 'provider_failed' });
  });

  it('tells a refusal by the person from a provider that cannot answer and from one that makes no sense', async () => {
    const provider = open();
    server.state.visitor = 'declines';
    expect(await signIn(provider)).toEqual({ problem: 'provider_declined' });
    expect(failures).toEqual([]);
    const { secrets } = await begin(provider);
    const answers = { temporarily_unavailable: 'provider_down', server_error: 'provider_down' };
    for (const [error, problem] of Object.entries({ ...answers, invalid_scope: 'provider_failed' })) {
      const callback = new URL(`${redirectUri}?${new URLSearchParams({ error, state: secrets.state })}`);
      callback.searchParams.set('iss', server.issuer);
      expect([error, await provider.finish(callback, secrets)]).toEqual([error, { problem }]);
    }
    for (const query of ['', '?code=', '?state=x', '?code=a&code=b', '?error=%00'])
      expect(await provider.finish(new URL(redirectUri + query), secrets)).toEqual({
        problem: 'provider_failed',
      });
  });

  it('reports a wrong secret of this server as a failure, and keeps the secret out of it', async () => {
    expect(await signIn(open({ clientSecret: 'wrong secret' }))).toEqual({ problem: 'provider_failed' });
    expect(failures).toEqual([expect.stringMatching(/^The provider refuses this server: .*client/)]);
    expect(failures[0]).not.toContain('wrong secret');
  });
});

describe('a provider that is down', () => {
  it('is asked again by the next person, without a new start of the server', async () => {
    await server.stop();
    const provider = open();
    expect(await provider.begin(redirectUri)).toEqual({ problem: 'provider_down' });
    expect(failures).toEqual([expect.stringContaining('ECONNREFUSED')]);
    await server.start();
    expect(await signIn(provider)).toHaveProperty('person');
  });

  it('in the middle of a sign-in lets the person begin again', async () => {
    const provider = open();
    const { callback, secrets } = await goThere(provider);
    await server.stop();
    expect(await provider.finish(callback, secrets)).toEqual({ problem: 'provider_down' });
    await server.start();
    expect(await signIn(provider)).toHaveProperty('person');
  });

  it('is asked for its addresses once an hour', async () => {
    const provider = open();
    const countReads = () =>
      server.state.requests.filter((request) => request.includes('.well-known')).length;
    await Promise.all(Array.from({ length: 20 }, () => begin(provider)));
    expect(countReads()).toBe(1);
    clockMs += 60 * 60 * 1_000;
    await begin(provider);
    expect(countReads()).toBe(2);
  });

  it('and one that names another issuer is refused', async () => {
    const provider = open({ issuer: server.issuer.replace('localhost', '127.0.0.1') });
    const begun = await provider.begin(redirectUri);
    expect('problem' in begun).toBe(true);
  });
});
