import '../../logging/testing/quiet-log';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../db/ports/database-unavailable.port';
import { entryOptions } from '../testing/entry-options';
import { apiRoutes } from './api-routes';
import { createEntry } from './create-entry';

let server: Server;
let port = 0;
let seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];

async function handler(request: IncomingMessage, response: ServerResponse) {
  if (request.headers['x-test'] === 'break') throw new Error('secret');
  if (request.headers['x-test'] === 'outage') throw new DatabaseUnavailable('unreachable', 'read');
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ url: request.url ?? '', headers: request.headers, body });
  response.end('hello');
}

beforeEach(async () => {
  seen = [];
  server = createEntry(
    entryOptions({
      handler,
      port: () => port,
      routes: [...apiRoutes, { address: '/api/x', methods: ['POST'] }],
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends these bytes and returns everything that comes back. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}
const request = (...lines: string[]) =>
  `${['GET / HTTP/1.1', ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`;

describe('the HTTP entry on a real socket', () => {
  it('answers nothing more on a connection that stays open while the server ends', async () => {
    const lines = [`GET /api/health HTTP/1.1`, `Host: localhost:${port}`, '', ''].join('\r\n');
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1', () => socket.write(lines.slice(0, 20)));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    const [connection] = await accepted;
    while (connection.bytesRead < 20) await setImmediate();
    server.close();
    socket.write(lines.slice(20));
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toMatch(/^HTTP\/1.1 503/);
    expect(answer).toContain('The server is stopping.');
    expect(seen).toEqual([]);
  });

  it('lets an ordinary request through, with security headers and a nonce for the framework', async () => {
    const answer = await send(
      request(`Host: localhost:${port}`, 'X-Forwarded-For: 1.2.3.4', 'X-Nonce: mine'),
    );
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer.toLowerCase()).toContain("frame-ancestors 'none'");
    const [{ headers } = { headers: {} as IncomingMessage['headers'] }] = seen;
    expect(headers['x-forwarded-for']).toBeUndefined();
    expect(headers['x-nonce']).not.toBe('mine');
    expect(answer).toContain(`'nonce-${String(headers['x-nonce'])}'`);
  });

  it('sends data as data: a page opened below /api/ can load and run nothing', async () => {
    const answer = await send(
      `GET /api/files/raw?path=page.html HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/content-security-policy: default-src 'none'; [^\r]*sandbox\r/i);
    expect(answer.match(/content-security-policy/gi)).toHaveLength(1);
    expect(answer).toMatch(/x-content-type-options: nosniff\r/i);
  });

  it('refuses before any handler: foreign, double or missing Host, absolute target, upgrade, CONNECT', async () => {
    const own = `Host: localhost:${port}`;
    const cases: [string, string][] = [
      ['421', request('Host: evil.example')],
      ['421', request(own, 'Host: evil.example')],
      ['421', request()],
      ['400', `GET http://evil.example/ HTTP/1.1\r\n${own}\r\n\r\n`],
      ['400', `GET / HTTP/1.1\r\n${own}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
      [
        '400',
        `GET / HTTP/1.1\r\n${own}\r\nOrigin: http://localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
      ],
      ['400', `CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n`],
      ['417', `POST /api/x HTTP/1.1\r\n${own}\r\nContent-Type: application/json\r\nExpect: tea\r\n\r\n`],
      [
        '403',
        `POST /api/x HTTP/1.1\r\n${own}\r\nOrigin: http://evil.example\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
      ],
      ['400', 'no HTTP at all\r\n\r\n'],
      ['431', request(own, `X-Long: ${'x'.repeat(20_000)}`)],
    ];
    for (const [status, bytes] of cases) {
      const answer = await send(bytes);
      expect(answer.slice(9, 12), bytes.slice(0, 200)).toBe(status);
      expect(answer, bytes.slice(0, 200)).toMatch(/\r\n\r\n\{"error":\{"code":"\w+","message":"[^"]+"\}\}$/);
      expect(answer.toLowerCase(), bytes.slice(0, 200)).toContain("frame-ancestors 'none'");
    }
    expect(seen).toEqual([]);
  });

  it('lets a client that asks first go on', async () => {
    const head = `POST /api/x HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
    const answer = await send(`${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`);
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200/);
    expect(seen[0]?.body).toBe('{}');
  });

  it('a body that grows past 1 MB without saying so is answered with 413 and never acted upon', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const head = `POST /api/x HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect(await send(`${head}${chunk.repeat(17)}0\r\n\r\n`)).toMatch(/^HTTP\/1.1 413/);
    expect(seen).toEqual([]);
    await send(`${head.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${chunk.repeat(16)}0\r\n\r\n`);
    expect(seen.map(({ body }) => body.length)).toEqual([1_048_576]);
  });

  it('a declared large body is answered with 413 and the error shape', async () => {
    const answer = await send(
      `POST /api/x HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413/);
    expect(answer).toContain('{"error":{"code":"too_large"');
  });

  it('a handler that throws gets a 500 without any detail of the error', async () => {
    const answer = await send(request(`Host: localhost:${port}`, 'X-Test: break'));
    expect(answer).toMatch(/^HTTP\/1.1 500/);
    expect(answer).not.toContain('secret');
  });

  it('without its database says so with 503, also when the door could not look', async () => {
    const answer = await send(request(`Host: localhost:${port}`, 'X-Test: outage'));
    expect(answer).toMatch(/^HTTP\/1.1 503/);
    expect(answer).toContain('"code":"database_unavailable","message":"The database cannot be read');
  });
});
