import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localActor, scriptActor } from '../domain/actor';
import { type AskedRequest, createAskDoor, type HealthStatus } from './ask-door';
import { type Door, keyHeader, serverHeader, type Visitor } from './door';

const session = {
  id: 'ses_1' as const,
  actorId: localActor.id,
  keyHash: 'hash',
  device: 'Firefox',
  createdAt: new Date(0),
  lastSeenAt: new Date(0),
};
const inside: Visitor = { actor: localActor, session };

/** Knows the cookie `in`, the token `owner`, the key `key` and the code `code`, and nothing else. */
const door: Door = {
  identify: async ({ cookie, authorization }) => {
    if (authorization !== null)
      return authorization === 'owner' ? { actor: scriptActor, session: null } : null;
    return cookie === 'in' ? inside : null;
  },
  mayChange: (visitor, { key }) => visitor.session === null || key === 'key',
  isFromServer: (token) => token === 'ours',
  redeem: async (code) =>
    code === 'code' ? { location: '/#key=key', cookie: 'in' } : { problem: 'unknown' },
  letIn: async () => ({ cookie: 'in', key: 'key' }),
  forget: () => {},
  makeCode: async () => 'code',
  signOut: async () => 1,
  revokeToken: async () => true,
};
let status: HealthStatus = 'ok';
const ask = createAskDoor(door, () => status);
const request = (method: string, target: string, headers: AskedRequest['headers'] = {}) =>
  ask({ method, target, headers });

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');
const target = fc.oneof(
  fc.constantFrom('/', '/?code=', '/?code=null', '/?code=code%00', '/settings', '/_next/static/a.js'),
  fc.constantFrom('/api/health', '/api/health/', '/api/health?x', '/api/approvals', '//api/health'),
  fc.webPath({ size: 'small' }),
);
const headers = fc.record(
  {
    cookie: fc.constantFrom('', 'out', 'in2', 'countersign_3000='),
    [keyHeader]: fc.constantFrom('', 'key'),
    origin: fc.constantFrom('http://localhost:3000', 'null'),
    authorization: fc.constantFrom('', 'Bearer null', 'Bearer owner'),
    host: fc.constant('localhost:3000'),
  },
  { requiredKeys: [] },
);

it('a stranger gets nothing but the state of the server, whatever the request', async () => {
  await fc.assert(
    fc.asyncProperty(method, target, headers, async (verb, where, sent) => {
      const { type } = await request(verb, where, sent);
      const asksForHealth = (verb === 'GET' || verb === 'HEAD') && where.split('?', 1)[0] === '/api/health';
      expect(type).toBe(asksForHealth ? 'health' : 'outside');
    }),
    { numRuns: 500 },
  );
  expect(await request('GET', '/api/health')).toEqual({ type: 'health', status: 'ok' });
  for (status of ['degraded', 'draining'] as const)
    expect(await request('GET', '/api/health')).toEqual({ type: 'health', status });
});

it('a link lets a browser in by a GET of its address alone', async () => {
  expect(await request('GET', '/?code=code')).toEqual({
    type: 'redirect',
    location: '/#key=key',
    cookie: 'in',
  });
  for (const [verb, where] of [
    ['HEAD', '/?code=code'],
    ['POST', '/?code=code'],
    ['GET', '/x?code=code'],
  ] as const)
    expect(await request(verb, where)).toEqual({ type: 'outside', why: 'no_session' });
  expect(await request('GET', '/?code=other')).toEqual({ type: 'outside', why: 'unknown' });
  const again = await request('GET', '/?code=other', { cookie: 'in' });
  expect(again).toEqual({ type: 'redirect', location: '/', cookie: null });
});

it('a browser reads by its cookie, and changes only with the key, from a page that it names', async () => {
  const origin = 'http://localhost:3000';
  expect((await request('GET', '/api/approvals', { cookie: 'in' })).type).toBe('let_in');
  const change = (sent: AskedRequest['headers']) => request('POST', '/x', { cookie: 'in', ...sent });
  expect((await change({ origin, [keyHeader]: 'key' })).type).toBe('let_in');
  expect((await change({ 'sec-fetch-site': 'same-origin', [keyHeader]: 'key' })).type).toBe('let_in');
  expect((await change({ [keyHeader]: 'key' })).type).toBe('no_origin');
  expect((await change({ origin })).type).toBe('no_key');
  expect((await change({ origin, [keyHeader]: 'other' })).type).toBe('no_key');
});

it('what another server passed on is counted there, if it really comes from one, and gets in as always', async () => {
  const from = async (token: string) => request('GET', '/api/files', { cookie: 'in', [serverHeader]: token });
  expect(await from('ours')).toMatchObject({ type: 'let_in', isCounted: true });
  expect(await from('guessed')).toMatchObject({ type: 'let_in', isCounted: false });
  expect((await request('GET', '/api/files', { [serverHeader]: 'ours' })).type).toBe('outside');
  const change = { cookie: 'in', origin: 'http://localhost:3000', [serverHeader]: 'ours' };
  expect((await request('POST', '/x', change)).type).toBe('no_key');
});

it('a program changes by its token alone', async () => {
  expect((await request('POST', '/x', { authorization: 'owner' })).type).toBe('let_in');
});
