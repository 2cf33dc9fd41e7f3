import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryOptions } from '../testing/entry-options';
import { apiRoutes } from './api-routes';
import { createEntry } from './create-entry';
import { createMethodFinder } from './route-methods';
import { dataSecurityPolicy, securityHeaders } from './security-headers';

/**
 * These tests send every method to every route, through the entry as the server runs it. The handler after
 * the entry accepts everything.
 */

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PURGE'];
const unknown = [
  '/api/nothing',
  '/api/tools/available',
  '/api/runs',
  '/api/runs/x/y',
  '/api/Health',
  '/api/',
  '/api',
  '/api?path=a',
  '/api#path',
];

let server: Server;
let port = 0;
beforeAll(async () => {
  const handler = async (_request: unknown, response: { end(text: string): void }) => response.end('passed');
  server = createEntry(
    entryOptions({
      handler,
      port: () => port,
      routes: apiRoutes,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

function send(method: string, path: string, headers: Record<string, string> = {}) {
  const options = { port, method, path, headers: { 'content-type': 'application/json', ...headers } };
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const sent = request(options, async (response) => {
        let body = '';
        for await (const chunk of response) body += String(chunk);
        resolve({ status: response.statusCode, headers: response.headers, body });
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

const toPath = (address: string) => address.replaceAll(/:(\w+)/g, 'some-$1');
const toCode = (body: string) => (body === '' ? null : JSON.parse(body).error.code);
const asData = securityHeaders(dataSecurityPolicy);

describe.each(methods)('%s', (method) => {
  const codeOf = (code: string) => (method === 'HEAD' ? null : code);

  it.each(apiRoutes)('of $address is let in, or refused with the methods that are allowed', async (route) => {
    const answer = await send(method, `${toPath(route.address)}?path=a/b`);
    expect(answer.headers).toMatchObject(asData);
    if (route.methods.includes(method)) {
      expect([answer.status, answer.headers['allow']]).toEqual([200, undefined]);
      return;
    }
    expect([answer.status, toCode(answer.body)]).toEqual([405, codeOf('method_not_allowed')]);
    expect(answer.headers).toMatchObject({
      allow: route.methods.join(', '),
      'content-type': 'application/json',
    });
  });

  it.each(unknown)('of %s, which is no route, is not found', async (path) => {
    const answer = await send(method, path);
    expect([answer.status, toCode(answer.body)]).toEqual([404, codeOf('not_found')]);
    expect(answer.headers).toMatchObject({ ...asData, 'content-type': 'application/json' });
  });

  it.each(['/api/health', '/api/conversations', ...unknown])(
    'of %s from a page of another site is refused before anything is said about it',
    async (path) => {
      const headers = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
      const { status, body } = await send(method, path, headers);
      expect([status, toCode(body)]).toEqual([403, codeOf('cross_origin')]);
    },
  );
});

describe('the methods of a target', () => {
  const find = createMethodFinder([
    { address: '/api/things/:id', methods: ['PUT'] },
    { address: '/api/things/new', methods: ['POST'] },
  ]);

  it.each([
    ['/api/things/new', ['POST']],
    ['/api/things/newer', ['PUT']],
    ['/api/things/1/?and=/api/things/new', ['PUT']],
    ['/api/things', null],
    ['/settings', ['GET', 'HEAD']],
    ['/apiary', ['GET', 'HEAD']],
  ])('%s: %j', (target, methods) => {
    expect(find(target)).toEqual(methods);
  });
});
