import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, expectSuccess, openToolbox } from '../../../tests/open-toolbox';

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let box: Awaited<ReturnType<typeof openToolbox>>;
let server: Server;
let origin: string;
let port: number;
let handler: Handler;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
let resolved: string[];

/** Every name leads to this machine. */
const lookup: LookupFunction = (hostname, options, callback) => {
  resolved.push(hostname);
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

beforeEach(async () => {
  seen = [];
  resolved = [];
  handler = (_request, response) => response.end('hello');
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    handler(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${port}`;
  box = await openToolbox({ lookup });
});
afterEach(async () => {
  expect(box.unexpected).toEqual([]);
  server.closeAllConnections();
  server.close();
  await box.close();
});

/**
 * Lists every notation of an address of this machine that the URL standard accepts, and some names that
 * resolve to it.
 */
const ownHosts = () => [
  'localhost',
  'LOCALHOST.',
  'app.localhost',
  '127.0.0.1',
  '127.1',
  '127.255.1.2',
  '0x7f.1',
  '0177.0.0.1',
  '2130706433',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'my-own-name.example.com',
  'router.local',
  ...Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    .filter(({ scopeid }) => !scopeid)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
];

const get = (url: string) => box.approve('http_request', { url });

describe('a request', () => {
  it('is shown in full: method, address, headers and body', async () => {
    const call = {
      method: 'POST',
      url: 'https://api.example.com/x?q=1#part',
      headers: { 'X-Key': 'v' },
      body: 'data',
    };
    expect(await box.prepare('http_request', call)).toMatchObject({
      headline: 'Send a POST request with 4 bytes to https://api.example.com/x?q=1',
      verdict: { decision: 'ask', risk: 'high' },
      preview: [
        {
          kind: 'request',
          method: 'POST',
          url: 'https://api.example.com/x?q=1',
          headers: [{ name: 'X-Key', value: 'v' }],
          body: 'data',
        },
      ],
      isIdempotent: false,
    });
    expect(resolved).toEqual([]);
  });

  it('is a medium risk when it reads outside, a high one at an address of this machine or network', async () => {
    const verdict = async (url: string) => (await box.prepare('http_request', { url })).verdict;
    expect(await verdict('https://example.com/')).toMatchObject({ decision: 'ask', risk: 'medium' });
    expect(await verdict('http://127.0.0.1:3000/')).toMatchObject({
      decision: 'ask',
      risk: 'high',
      reason: expect.stringContaining('this machine or network'),
    });
    expect(await verdict('http://169.254.169.254/latest/meta-data/')).toMatchObject({ decision: 'deny' });
  });

  it('sends exactly what was shown, with no cookie and nothing of the environment', async () => {
    handler = (_request, response) => {
      response.setHeader('set-cookie', 'session=1');
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end('{"ok":true}');
    };
    const call = {
      method: 'POST',
      url: `${origin}/items?a=b`,
      headers: { 'Content-Type': 'text/plain' },
      body: 'häuser',
    };
    const outcome = expectSuccess(await box.approve('http_request', call));
    expect(outcome.summary).toBe('201 Created, 11 bytes');
    expect(outcome.modelText).toMatch(/^HTTP 201 Created\n[\s\S]*\n\n\{"ok":true\}$/);
    expect(outcome.detail).toMatchObject({
      kind: 'response',
      status: 201,
      body: '{"ok":true}',
      isCut: false,
    });
    await box.approve('http_request', call);
    expect(seen).toHaveLength(2);
    for (const { method, url, headers, body } of seen) {
      expect([method, url, body]).toEqual(['POST', '/items?a=b', 'häuser']);
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
      ]);
    }
  });

  it('an error status is an answer like any other', async () => {
    handler = (_request, response) => response.writeHead(503).end('later');
    expect(expectSuccess(await get(origin)).summary).toBe('503 Service Unavailable, 5 bytes');
  });

  it('addresses, headers and bodies that cannot be are sent back to the model', async () => {
    const prepare = (parameters: { url: string } & Record<string, string | Record<string, string>>) =>
      box.toolbox.prepare({ tool: 'http_request', parameters, listed: ['http_request'] });
    for (const url of [
      'ftp://x/',
      'file:///etc/passwd',
      'example.com',
      'http://',
      'http://user:pass@example.com/',
    ]) {
      expect(await prepare({ url })).toMatchObject({ code: 'invalid_parameters' });
    }
    for (const headers of [
      { Host: 'x' },
      { 'a\r\nb': 'c' },
      { a: 'b\r\nHost: x' },
      { 'Transfer-Encoding': 'chunked' },
    ]) {
      expect(await prepare({ url: origin, headers })).toMatchObject({ code: 'invalid_parameters' });
    }
    expect(await prepare({ url: origin, body: 'x' })).toMatchObject({
      foreseenError: { code: 'invalid_target' },
    });
  });
});

describe('an answer', () => {
  it('is uncompressed once, in any encoding', async () => {
    handler = ({ url }, response) => {
      if (url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed'));
      else response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('packed'));
    };
    for (const name of ['gzip', 'br'])
      expect(expectSuccess(await get(`${origin}/${name}`)).modelText).toContain('\n\npacked');
  });

  it.each([
    ['HEAD', 200],
    ['GET', 304],
    ['GET', 200],
  ])('may be empty and name an encoding: %s, %i', async (method, status) => {
    handler = (_request, response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end();
    const outcome = expectSuccess(await box.approve('http_request', { method, url: origin }));
    expect(outcome.modelText).toContain(`HTTP ${status}`);
    expect(outcome.modelText).toContain('(no body)');
  });

  it('is cut at 1 MB, compressed or not', async () => {
    handler = ({ url }, response) => {
      if (url === '/bomb')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000, 'x')));
      else response.end(Buffer.alloc(5_000_000, 'y'));
    };
    for (const name of ['bomb', 'plain']) {
      const { summary, modelText, detail } = expectSuccess(await get(`${origin}/${name}`));
      expect(summary).toBe('200 OK, 1 MB');
      expect(modelText.length).toBeLessThan(17_000);
      expect(detail).toMatchObject({ isCut: true });
    }
  });

  it('that is not text is described; one that is damaged or not HTTP is an error', async () => {
    handler = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0, 1]));
    expect(expectSuccess(await get(origin)).modelText).toContain('(2 bytes that are not text, image/png)');
    handler = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    expectFailure(await get(origin), 'request_failed');
    handler = (request) => request.socket.end('GARBAGE\r\n\r\n');
    expectFailure(await get(origin), 'request_failed');
    handler = (request) => request.socket.destroy();
    expectFailure(await get(origin), 'request_failed');
  });

  it('that does not arrive is abandoned when the run stops', async () => {
    const controller = new AbortController();
    handler = () => controller.abort();
    expectFailure(await box.execute('http_request', { url: origin }, null, controller.signal), 'stopped');
  });
});

describe('redirects', () => {
  const redirectTo = (location: string) => {
    handler = ({ url }, response) => {
      if (url === '/start') response.writeHead(302, { location }).end();
      else response.end('arrived');
    };
  };

  it('are followed within the same origin', async () => {
    redirectTo('/next');
    expect(expectSuccess(await get(`${origin}/start`)).modelText).toContain('arrived');
  });

  it('to another origin are reported and not followed', async () => {
    for (const location of [
      `http://localhost:${port}/next`,
      'http://169.254.169.254/',
      'file:///etc/passwd',
      '//example.com/',
    ]) {
      redirectTo(location);
      const { summary, modelText } = expectSuccess(await get(`${origin}/start`));
      expect(summary).toMatch(/^302/);
      expect(modelText).toContain('which was not followed');
    }
    expect(seen.every(({ url }) => url === '/start')).toBe(true);
  });

  it('of a request that changes something are not followed', async () => {
    redirectTo('/next');
    expect(
      expectSuccess(await box.approve('http_request', { method: 'POST', url: `${origin}/start` })).summary,
    ).toMatch(/^302/);
    expect(seen).toHaveLength(1);
  });

  it('end after five', async () => {
    handler = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expectSuccess(await get(origin));
    expect(seen).toHaveLength(6);
  });
});

describe('a name that resolves to a private address', () => {
  it('is refused before anything is sent', async () => {
    const message = expectFailure(await get(`http://shop.example.com:${port}/`), 'not_allowed');
    expect(message).toContain('127.0.0.1');
    expect(resolved).toEqual(['shop.example.com']);
    expect(seen).toEqual([]);
  });

  it('a name that says it is local may be', async () => {
    expectSuccess(await get(`http://shop.local:${port}/`));
    expect(seen).toHaveLength(1);
  });

  it('is refused by the address of its peer too, if the resolver lied', async () => {
    const calls: string[] = [];
    const liar: LookupFunction = (hostname, options, callback) => {
      calls.push(hostname);
      let reads = 0;
      const shifting = {
        family: 4,
        // The guard reads the address first. The connection reads it again.
        get address() {
          reads += 1;
          return reads === 1 ? '93.184.216.34' : '127.0.0.1';
        },
      };
      if (options.all) callback(null, [shifting]);
      else callback(null, '127.0.0.1', 4);
    };
    const lied = await openToolbox({ lookup: liar });
    expectFailure(
      await lied.approve('http_request', { url: `http://shop.example.com:${port}/` }),
      'not_allowed',
    );
    expect(calls).toHaveLength(1);
    expect(seen).toEqual([]);
    await lied.close();
  });
});

describe('the server itself', () => {
  const openAs = async (ownPort: () => number | null) => {
    await box.close();
    box = await openToolbox({ lookup, ownPort });
  };

  it('is never reached, however its address is spelled, with http or https', async () => {
    await openAs(() => port);
    for (const host of ownHosts()) {
      for (const protocol of ['http', 'https']) {
        const url = `${protocol}://${host}:${port}/api/approvals`;
        expectFailure(await box.execute('http_request', { method: 'POST', url, body: '{}' }), 'not_allowed');
      }
    }
    expect(seen).toEqual([]);
  });

  it('spelled by its address it is refused before a person is asked', async () => {
    await openAs(() => port);
    const { foreseenError } = await box.prepare('http_request', { url: `http://127.1:${port}/` });
    expect(foreseenError).toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining('Countersign itself'),
    });
  });

  it('is not reached by a redirect', async () => {
    await openAs(() => port);
    const other = createServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const otherPort = (other.address() as AddressInfo).port;
    await get(`http://127.0.0.1:${otherPort}/`);
    other.close();
    expect(seen).toEqual([]);
  });

  it('other ports of this machine remain reachable, and none while its own port is unknown', async () => {
    await openAs(() => port + 1);
    expect(expectSuccess(await get(`${origin}/`)).modelText).toContain('hello');
    await openAs(() => null);
    expectFailure(await get(`${origin}/`), 'not_allowed');
    expectFailure(await get(`http://my-own-name.example.com:${port}/`), 'not_allowed');
  });
});
