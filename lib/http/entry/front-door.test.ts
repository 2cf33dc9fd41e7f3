import '../../logging/testing/quiet-log';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AskedRequest, DoorAnswer } from '../../auth/ask-door';
import { entryOptions } from '../testing/entry-options';
import { apiRoutes } from './api-routes';
import { createEntry } from './create-entry';

let server: Server;
let port = 0;
let handled = 0;
let openAnswers: ServerResponse[] = [];

async function handler(request: IncomingMessage, response: ServerResponse) {
  handled += 1;
  if (request.url?.endsWith('/events')) {
    openAnswers.push(response);
    if (!request.url.includes('slow')) response.write('data: {}\n\n');
  } else {
    // The account that this asks for is locked, or too many passwords wait.
    if (request.url?.startsWith('/api/door/sign-in')) {
      response.statusCode = 429;
      response.setHeader('retry-after', request.url.endsWith('?busy') ? '5' : '60');
    }
    response.end('handled');
  }
}

/** Lets in who sends a cookie, and answers strangers as the door does. */
async function askDoor({ target, headers }: AskedRequest): Promise<DoorAnswer> {
  if (headers.cookie) return { type: 'let_in', accountId: 'a1', sessionId: headers.cookie };
  if (target.startsWith('/api/door/sign-in')) return { type: 'open' };
  return target === '/api/health' ? { type: 'health', status: 'ok' } : { type: 'outside', why: 'no_session' };
}

async function open(variables: Record<string, string>): Promise<void> {
  [handled, openAnswers] = [0, []];
  server = createEntry(entryOptions({ handler, port: () => port, routes: apiRoutes, askDoor }, variables));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

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

type Sent = { method?: string; headers?: string[]; body?: string };
async function ask(target: string, { method = 'GET', headers = [], body = '' }: Sent = {}) {
  const host = headers.some((line) => /^host:/i.test(line)) ? [] : [`Host: localhost:${port}`];
  const lines = [`${method} ${target} HTTP/1.1`, ...host, ...headers, 'Connection: close'];
  const sized = method === 'GET' ? lines : [...lines, `Content-Length: ${body.length}`];
  const answer = await send(`${sized.join('\r\n')}\r\n\r\n${body}`);
  return {
    status: Number(answer.slice(9, 12)),
    answer,
    retryAfter: /retry-after: (\d+)\r/i.exec(answer)?.[1],
  };
}
const insider = ['Cookie: s1'];

describe('a flood', () => {
  it('of reads is answered with 429 and when to come back, and health still answers', async () => {
    await open({ MAX_READS_PER_SESSION: '5' });
    for (let time = 0; time < 5; time += 1)
      expect((await ask('/api/conversations', { headers: insider })).status).toBe(200);
    const refused = await ask('/api/conversations', { headers: insider });
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThanOrEqual(1);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60);
    expect(refused.answer).toMatch(
      /\{"error":\{"code":"too_many_requests","message":"Too many requests\. Try again in /,
    );
    expect(handled).toBe(5);
    expect((await ask('/api/health', { headers: insider })).status).toBe(200);
    expect((await ask('/api/conversations', { headers: ['Cookie: s2'] })).status).toBe(200);
  });

  it('of pages shows a person a page that says so and loads itself again', async () => {
    await open({ MAX_READS_PER_SESSION: '1' });
    await ask('/', { headers: insider });
    const { status, answer, retryAfter } = await ask('/', { headers: insider });
    expect(status).toBe(429);
    expect(answer).toContain(`<meta http-equiv="refresh" content="${retryAfter}">`);
    expect(answer).toContain('<h1>Please wait a moment</h1>');
    expect(answer).toMatch(/content-type: text\/html/i);
  });

  it('of changes is answered after its body, so that the answer arrives', async () => {
    await open({ MAX_CHANGES_PER_SESSION: '1' });
    const change = { method: 'POST', headers: [...insider, 'Content-Type: application/json'] };
    await ask('/api/conversations', change);
    const body = JSON.stringify('x'.repeat(1_000_000));
    for (let time = 0; time < 5; time += 1)
      expect((await ask('/api/conversations', { ...change, body })).status).toBe(429);
    expect(handled).toBe(1);
  });

  it('of a stranger never reaches a handler, and leaves those who are in alone', async () => {
    await open({ MAX_STRANGER_REQUESTS_PER_ADDRESS: '3' });
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await ask('/api/conversations')).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429]);
    expect(handled).toBe(0);
    expect((await ask('/api/health')).answer).toContain('{"status":"ok"}');
    expect((await ask('/api/conversations', { headers: insider })).status).toBe(200);
  });

  it('of wrong tokens locks the address for 15 minutes', async () => {
    await open({ MAX_WRONG_SECRETS_PER_ADDRESS: '3', MAX_TRIES_PER_ADDRESS: '100' });
    const token = { headers: ['Authorization: Bearer wrong'] };
    for (let time = 0; time < 3; time += 1) expect((await ask('/api/conversations', token)).status).toBe(401);
    const { status, answer, retryAfter } = await ask('/api/conversations', token);
    expect(status).toBe(429);
    expect(answer).toContain('Too many requests. Try again in 15 minutes.');
    expect(Number(retryAfter)).toBeGreaterThan(800);
    expect((await ask('/api/conversations', { headers: insider })).status).toBe(200);
  });

  it('of passwords for a locked account locks the address, too', async () => {
    await open({ MAX_WRONG_SECRETS_PER_ADDRESS: '3', MAX_TRIES_PER_ADDRESS: '100' });
    const signIn = { method: 'POST', headers: ['Content-Type: application/json'], body: '{}' };
    for (let time = 0; time < 3; time += 1) await ask('/api/door/sign-in', signIn);
    expect(handled).toBe(3);
    expect(Number((await ask('/api/door/sign-in', signIn)).retryAfter)).toBeGreaterThan(800);
    expect(handled).toBe(3);
  });

  it('of passwords that a busy server does not try locks nothing', async () => {
    await open({ MAX_WRONG_SECRETS_PER_ADDRESS: '3', MAX_TRIES_PER_ADDRESS: '100' });
    const signIn = { method: 'POST', headers: ['Content-Type: application/json'], body: '{}' };
    for (let time = 0; time < 6; time += 1)
      expect((await ask('/api/door/sign-in?busy', signIn)).retryAfter).toBe('5');
    expect(handled).toBe(6);
  });

  it('of passwords that the limit of strangers refuses locks nothing, because nobody tried them', async () => {
    await open({ MAX_WRONG_SECRETS_PER_ADDRESS: '3', MAX_STRANGER_REQUESTS_PER_ADDRESS: '1' });
    const signIn = { method: 'POST', headers: ['Content-Type: application/json'], body: '{}' };
    for (let time = 0; time < 6; time += 1) {
      const { retryAfter = '0' } = await ask('/api/door/sign-in', signIn);
      expect(Number(retryAfter)).toBeLessThanOrEqual(60);
    }
    expect(handled).toBe(1);
  });

  it('of strangers behind a proxy is counted by the address that the proxy names, and by no other', async () => {
    await open({
      TRUSTED_PROXY: '127.0.0.1 X-Forwarded-For',
      MAX_STRANGER_REQUESTS_PER_ADDRESS: '2',
    });
    const from = async (forwarded: string) =>
      (await ask('/', { headers: [`X-Forwarded-For: ${forwarded}`] })).status;
    expect([
      await from('192.0.2.1'),
      await from('6.6.6.6, 192.0.2.1'),
      await from('7.7.7.7,192.0.2.1'),
    ]).toEqual([401, 401, 429]);
    expect(await from('192.0.2.2')).toBe(401);
  });

  it('of forged addresses counts as the one connection it is, without a proxy', async () => {
    await open({ MAX_STRANGER_REQUESTS_PER_ADDRESS: '2' });
    const from = async (name: string, value: string) =>
      (await ask('/api/conversations', { headers: [`${name}: ${value}`] })).status;
    const statuses = [await from('X-Forwarded-For', '1.1.1.1'), await from('Forwarded', 'for=1.1.1.2')];
    expect([...statuses, await from('X-Real-IP', '1.1.1.3')]).toEqual([401, 401, 429]);
  });
});

it('event streams beyond the limit are refused at once, and a closed one gives its place back', async () => {
  await open({ MAX_STREAMS_PER_SESSION: '2' });
  const stream = '/api/runs/run_1/events';
  const hold = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${stream} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: s1\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  };
  const [first] = [await hold(), await hold()];
  const refused = await ask(stream, { headers: insider });
  expect([refused.status, refused.retryAfter]).toEqual([429, '10']);
  const closed = once(openAnswers[0] as ServerResponse, 'close');
  first.destroy();
  await closed;
  await hold();
  expect(handled).toBe(3);
});

it('of many event streams at once, 20 begin at a time, and who has left takes no turn', async () => {
  await open({});
  const begin = () => {
    const socket = connect(port, '127.0.0.1');
    const cookie = `Cookie: s1\r\n\r\n`;
    socket.write(`GET /api/runs/slow/events HTTP/1.1\r\nHost: localhost:${port}\r\n${cookie}`);
    return socket;
  };
  const sockets = Array.from({ length: 20 }, begin);
  await vi.waitFor(() => expect(handled).toBe(20));
  const arrived = once(server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const leaver = begin();
  const left = once((await arrived)[1], 'close');
  leaver.destroy();
  await left;
  const last = begin();
  await once(server, 'request');
  openAnswers[0]?.write('data: {}\n\n');
  await once(sockets[0] as Socket, 'data');
  await vi.waitFor(() => expect(handled).toBe(21));
  openAnswers[20]?.write('data: {}\n\n');
  await once(last, 'data');
  // An answer that breaks before its first message, too, makes room.
  openAnswers[1]?.destroy();
  begin();
  await vi.waitFor(() => expect(handled).toBe(22));
});

describe('the address of a proxy in front', () => {
  it('is answered with the order to use TLS, and no other address is', async () => {
    await open({ PUBLIC_URL: 'https://sign.example' });
    for (const [host, isSecure] of [
      ['sign.example', true],
      [`localhost:${port}`, false],
      ['evil.example', false],
    ] as const) {
      const { answer } = await ask('/', { headers: [`Host: ${host}`, ...insider] });
      expect(/strict-transport-security: max-age=31536000\r/i.test(answer), host).toBe(isSecure);
    }
  });

  it('no other spelling, second host or header gets past the entry', async () => {
    await open({ PUBLIC_URL: 'https://sign.example' });
    const own = [
      'sign.example',
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      'sign.example:443',
    ];
    const odd = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
      fc.constantFrom(
        '',
        'sign.example.',
        'sign.example@evil.example',
        'localhost',
        'sign.example:80',
        '0.0.0.0',
      ),
    );
    const foreign = fc
      .tuple(odd, fc.constantFrom('', `:${port}`, ':443', ':80'))
      .map(([name, end]) => name + end)
      .filter((host) => !own.includes(host.toLowerCase()));
    await fc.assert(
      fc.asyncProperty(
        foreign,
        fc.constantFrom(...own),
        fc.constantFrom('X-Forwarded-Host', 'X-Original-Host', 'Forwarded', 'X-Host', 'Origin'),
        async (host, named, name) => {
          const lines = [
            [`Host: ${host}`],
            [`Host: ${named}`, `Host: ${host}`],
            [`Host: ${host}`, `Host: ${named}`],
          ];
          for (const headers of lines) {
            const { status } = await ask('/', { headers: [...headers, `${name}: ${named}`, ...insider] });
            expect(status, headers.join()).toBe(421);
          }
        },
      ),
      { numRuns: 50 },
    );
    expect(handled).toBe(0);
  });
});
