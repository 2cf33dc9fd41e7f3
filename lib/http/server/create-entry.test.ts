import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEntry } from './create-entry';

let server: Server;
let port = 0;
let seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];

async function handler(request: IncomingMessage, response: ServerResponse) {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ url: request.url ?? '', headers: request.headers, body });
  response.end('hello');
}

beforeEach(async () => {
  seen = [];
  server = createEntry({ handler, port: () => port, isDevelopment: false });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends these bytes and answers everything that comes back. */
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

  it('refuses before any handler: foreign or double Host, absolute target, upgrade, CONNECT', async () => {
    const answers = await Promise.all([
      send(request('Host: evil.example')),
      send(request(`Host: localhost:${port}`, 'Host: evil.example')),
      send(`GET http://evil.example/ HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`),
      send(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
      send(`CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n`),
    ]);
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual([
      '421',
      expect.stringMatching(/421|400/),
      '400',
      '',
      '',
    ]);
    expect(seen).toEqual([]);
  });

  it('a body that grows past 1 MB without saying so is cut off', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
    const head = `POST /api/x HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await send(head + chunk.repeat(17));
    expect(answer === '' || answer.startsWith('HTTP/1.1 413')).toBe(true);
    expect(seen).toEqual([]);
  });

  it('a declared large body is answered with 413 and the error shape', async () => {
    const answer = await send(
      `POST /api/x HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413/);
    expect(answer).toContain('{"error":{"code":"too_large"');
  });
});
