import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { localActor } from '../domain/actor';
import { type AskedRequest, createAskTeamDoor } from './ask-door';
import { type Door, keyHeader, type Visitor } from './door';
import { toSignInAddress } from './door-paths';

const session = {
  id: 'ses_1' as const,
  actorId: localActor.id,
  keyHash: 'hash',
  device: 'Firefox',
  createdAt: new Date(0),
  lastSeenAt: new Date(0),
};
const inside: Visitor = { actor: localActor, session };

/** Knows the cookie `in` and the key `key`, and nothing else. */
const door: Door = {
  identify: async ({ cookie }) => (cookie === 'in' ? inside : null),
  mayChange: (_, { key }) => key === 'key',
  isFromServer: () => false,
  redeem: async () => ({ location: '/#key=key', cookie: 'in' }),
  letIn: async () => ({ cookie: 'in', key: 'key' }),
  forget: () => {},
  makeCode: async () => 'code',
  signOut: async () => 1,
  revokeToken: async () => true,
};
let hasOwner = true;
beforeEach(() => {
  hasOwner = true;
});
const ask = createAskTeamDoor(
  door,
  () => 'ok',
  async () => hasOwner,
);
const request = (method: string, target: string, headers: AskedRequest['headers'] = {}) =>
  ask({ method, target, headers });
const ways = ['/sign-in', '/invitation', '/reset', '/api/door/sign-in', '/api/door/provider/callback'];
const assets = ['/_next/static/chunks/a.js', '/favicon.ico', '/icon-192.png', '/manifest.webmanifest'];

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');
const inner = fc.constantFrom(
  '/',
  '/?code=code',
  '/settings',
  '/api/conversations',
  '/api/doors',
  '/api/doorway/sign-in',
  '/sign-in/x',
  '/sign-ins',
  '/_next/image',
  '/_next/data/x.json',
  '/icon.svg/x',
  '/x/favicon.ico',
);
const headers = fc.record(
  { cookie: fc.constantFrom('', 'out'), [keyHeader]: fc.constantFrom('', 'key') },
  { requiredKeys: [] },
);

it('a stranger gets the ways in, and of everything else a way to them, whatever the request', async () => {
  await fc.assert(
    fc.asyncProperty(method, inner, headers, fc.boolean(), async (verb, where, sent, isOwned) => {
      hasOwner = isOwned;
      const answer = await request(verb, where, sent);
      const isPage = (verb === 'GET' || verb === 'HEAD') && !where.startsWith('/api/');
      expect(answer).toEqual(
        isPage
          ? { type: 'redirect', location: isOwned ? toSignInAddress(where) : '/setup', cookie: null }
          : { type: 'outside', why: isOwned ? 'signed_out' : 'no_owner' },
      );
    }),
  );
  for (const where of [...ways, ...assets]) {
    hasOwner = true;
    expect([where, await request('GET', where)]).toEqual([where, { type: 'open' }]);
  }
});

it('until there is an owner, only the page that makes one is there, also for who was in before', async () => {
  hasOwner = false;
  for (const where of ['/setup', '/api/door', '/api/door/setup', ...assets])
    expect(await request('GET', where)).toEqual({ type: 'open' });
  for (const where of ['/', '/sign-in', '/reset', '/settings'])
    expect(await request('GET', where, { cookie: 'in' })).toMatchObject({ location: '/setup' });
  for (const where of ['/api/door/sign-in', '/api/me'])
    expect(await request('POST', where, { cookie: 'in', [keyHeader]: 'key' })).toMatchObject({
      why: 'no_owner',
    });
  expect(await request('GET', '/api/health')).toEqual({ type: 'health', status: 'ok' });
});

it('the page of the first owner is gone when there is one', async () => {
  expect(await request('GET', '/setup')).toMatchObject({ type: 'redirect', location: '/sign-in' });
  expect(await request('POST', '/api/door/setup')).toEqual({ type: 'outside', why: 'signed_out' });
  // A program reads the answer, so it is sent to no page.
  expect(await request('GET', '/metrics')).toEqual({ type: 'outside', why: 'signed_out' });
});

it('who is in gets in, and changes something only with origin and key', async () => {
  expect(await request('GET', '/settings', { cookie: 'in' })).toMatchObject({ type: 'let_in' });
  expect(await request('POST', '/api/links', { cookie: 'in' })).toEqual({ type: 'no_origin' });
  const origin = { cookie: 'in', origin: 'http://localhost:3000' };
  expect(await request('POST', '/api/links', origin)).toEqual({ type: 'no_key' });
  expect(await request('POST', '/api/links', { ...origin, [keyHeader]: 'key' })).toMatchObject({
    type: 'let_in',
  });
});

it('the way in leads back to the page that was asked for, and to no other site', () => {
  expect(toSignInAddress('/')).toBe('/sign-in');
  expect(toSignInAddress('/?_rsc=1a')).toBe('/sign-in');
  expect(toSignInAddress('/conversations?q=a b&_rsc=1')).toBe('/sign-in?to=%2Fconversations%3Fq%3Da%2Bb');
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const { pathname, searchParams } = new URL(toSignInAddress(`${path}?${query}`), 'http://localhost');
      expect([pathname, [...searchParams.keys()].filter((name) => name !== 'to')]).toEqual(['/sign-in', []]);
    }),
  );
});
