import { describe, expect, it } from 'vitest';
import { isForgeable } from './forgeable-headers';
import { inspectRequest as inspect, type RequestFacts } from './inspect-request';
import { toOwnAddresses } from './own-addresses';
import { createMethodFinder } from './route-methods';

const own = toOwnAddresses(3000, null);
const findMethods = createMethodFinder([
  { address: '/api/x', methods: ['POST'] },
  { address: '/api/runs/:id/events', methods: ['GET', 'HEAD'] },
  { address: '/api/door/provider', methods: ['GET'] },
  { address: '/api/door/provider/callback', methods: ['GET'] },
]);
const inspectRequest = (request: RequestFacts, addresses = own) => inspect(request, addresses, findMethods);
function facts(
  change: { method?: string; target?: string; headers?: Record<string, string> } = {},
): RequestFacts {
  const headers: Record<string, string> = { host: '127.0.0.1:3000', ...change.headers };
  return {
    method: change.method ?? 'GET',
    target: change.target ?? '/',
    headers,
    rawHeaders: Object.entries(headers).flat(),
  };
}
const post = (headers: Record<string, string>) =>
  inspectRequest(
    facts({ method: 'POST', target: '/api/x', headers: { 'content-type': 'application/json', ...headers } }),
  );

describe('what the entry lets in', () => {
  it('answers to its own names only', () => {
    for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'LOCALHOST:3000']) {
      expect(inspectRequest(facts({ headers: { host } })), host).toBeNull();
    }
    for (const host of [
      '',
      'evil.example',
      '127.0.0.1',
      '127.0.0.1:3001',
      'localhost:3000.evil.example',
      '0.0.0.0:3000',
      '127.1:3000',
    ]) {
      expect(inspectRequest(facts({ headers: { host } }))?.status, host).toBe(421);
    }
  });

  it('answers to the address of a proxy in front, too, and takes changes from its pages', () => {
    const addresses = toOwnAddresses(3000, 'https://sign.example');
    const change = (host: string, origin: string) => {
      const headers = { host, origin, 'content-type': 'application/json' };
      return inspectRequest(facts({ method: 'POST', target: '/api/x', headers }), addresses)?.status ?? 'in';
    };
    for (const host of ['sign.example', 'Sign.Example:443', 'localhost:3000'])
      for (const origin of ['https://sign.example', 'http://localhost:3000'])
        expect(change(host, origin), `${host} ${origin}`).toBe('in');
    for (const host of [
      'sign.example:80',
      'sign.example:3000',
      'x.sign.example',
      'sign.example.evil.example',
    ])
      expect(change(host, 'https://sign.example'), host).toBe(421);
    for (const origin of [
      'http://sign.example',
      'https://sign.example:3000',
      'https://localhost:3000',
      'null',
    ])
      expect(change('sign.example', origin), origin).toBe(403);
    expect(inspectRequest(facts({ headers: { host: 'sign.example' } }))?.status).toBe(421);
  });

  it('refuses a second Host header', () => {
    const request = facts();
    expect(
      inspectRequest({ ...request, rawHeaders: [...request.rawHeaders, 'HOST', 'localhost:3000'] })?.status,
    ).toBe(421);
  });

  it('refuses targets that are not paths, and the image optimizer', () => {
    for (const target of [
      'http://evil.example/',
      '//evil.example',
      '*',
      '/a\\b',
      '/a%5Cb',
      '/a/../b',
      '/%2e%2e/b',
      '/a/.',
      '/%zz',
      '/a//b',
      '/%61pi/health',
      '/a/%7Euser',
      '/_next/%69mage?url=x',
      '/a%2Fb',
      '',
    ]) {
      expect(inspectRequest(facts({ target }))?.status, target).toBe(400);
    }
    expect(inspectRequest(facts({ target: '/_next/image?url=x' }))?.status).toBe(404);
    for (const target of [
      '/',
      '/a?b=c\\d//e/../f',
      '/_next/static/chunks/app/%5Bid%5D/page.js',
      '/api/runs/run_1/events',
    ]) {
      expect(inspectRequest(facts({ target })), target).toBeNull();
    }
  });

  it('accepts changes from its own pages and from clients that are no browser', () => {
    expect(post({})).toBeNull();
    expect(post({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })).toBeNull();
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect(post({ 'content-type': type }), type).toBeNull();
    }
  });

  it('refuses changes from anywhere else', () => {
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:3001' },
      { origin: 'https://localhost:3000' },
      { origin: 'http://localhost:3000.evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
    ]) {
      expect(post(headers)?.status, JSON.stringify(headers)).toBe(403);
    }
  });

  it('sends nothing to pages of other sites', () => {
    for (const [site, status] of [
      ['cross-site', 403],
      ['same-site', 403],
      ['same-origin', undefined],
      ['none', undefined],
    ] as const) {
      const headers = { 'sec-fetch-site': site };
      expect(inspectRequest(facts({ target: '/api/runs/x/events', headers }))?.status, site).toBe(status);
      expect(inspectRequest(facts({ target: '/', headers })), site).toBeNull();
    }
  });

  it('lets a browser come back from the provider’s site as it opens a page, and in no other way', () => {
    const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const from = (target: string, headers: Record<string, string>) =>
      inspectRequest(facts({ target, headers: { 'sec-fetch-site': 'cross-site', ...headers } }))?.status;
    for (const target of ['/api/door/provider', '/api/door/provider/callback?code=a&state=b']) {
      expect(from(target, opened), target).toBeUndefined();
      for (const [name, value] of [
        ['sec-fetch-mode', 'no-cors'],
        ['sec-fetch-mode', 'cors'],
        ['sec-fetch-dest', 'iframe'],
        ['sec-fetch-dest', 'image'],
        ['sec-fetch-dest', 'empty'],
      ] as const)
        expect(from(target, { ...opened, [name]: value }), `${target} ${value}`).toBe(403);
    }
    expect(from('/api/runs/x/events', opened)).toBe(403);
  });

  it('refuses other content types, methods and large bodies', () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
      'application/jsonp',
      'application/json; charset=utf-16',
      'text/plain; application/json',
    ]) {
      expect(post({ 'content-type': type })?.status, type).toBe(415);
    }
    for (const encoding of ['gzip', 'br', 'gzip, identity', 'GZIP', 'none', '']) {
      expect(post({ 'content-encoding': encoding })?.status, encoding).toBe(415);
    }
    expect(post({ 'content-encoding': 'Identity' })).toBeNull();
    expect(post({ 'transfer-encoding': 'gzip, chunked' })?.status).toBe(415);
    expect(post({ 'transfer-encoding': 'Chunked' })).toBeNull();
    expect(inspectRequest(facts({ method: 'TRACE' }))?.status).toBe(405);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const headers = { 'content-type': 'application/json' };
      expect(inspectRequest(facts({ method, target: '/settings', headers }))?.status, method).toBe(405);
    }
    expect(post({ 'content-length': '1048577' })?.status).toBe(413);
    expect(post({ 'content-length': '1048576' })).toBeNull();
  });

  it('knows the headers that only a proxy or the framework may set', () => {
    for (const name of [
      'X-Forwarded-For',
      'forwarded',
      'x-real-ip',
      'x-middleware-subrequest',
      'x-nextjs-data',
      'x-nonce',
      'Next-Action',
      'next-resume',
      'x-next-resume-state-length',
    ]) {
      expect(isForgeable(name, false), name).toBe(true);
    }
    for (const name of ['rsc', 'next-router-state-tree', 'last-event-id', 'accept'])
      expect(isForgeable(name, false), name).toBe(false);
  });

  it('lets the development server’s own ids through, and only while developing', () => {
    expect(isForgeable('X-Nextjs-Request-Id', true)).toBe(false);
    expect(isForgeable('x-nextjs-html-request-id', true)).toBe(false);
    expect(isForgeable('x-nextjs-html-request-id', false)).toBe(true);
    expect(isForgeable('x-nextjs-data', true)).toBe(true);
  });
});
