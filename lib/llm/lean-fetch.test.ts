import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { leanFetch } from './lean-fetch';

type Answer = { status: number; headers?: Record<string, string | string[]>; body?: string };
type Received = { method: string; headers: IncomingHttpHeaders; body: string };

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Answers every request alike and keeps what it got. */
async function serve(answer: Answer): Promise<{ address: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request as AsyncIterable<Buffer>) body += part;
    received.push({ method: request.method ?? '', headers: request.headers, body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

const post = {
  method: 'POST',
  body: '{"a":1}',
  headers: { authorization: 'Bearer key', 'api-key': 'another' },
};

test.each([307, 308])(
  'a redirect (%i) is followed with the body, and the key stays with its origin',
  async (status) => {
    const target = await serve({ status: 200, body: 'there' });
    const from = await serve({ status, headers: { location: target.address } });
    expect(await (await leanFetch(from.address, post)).text()).toBe('there');
    expect(from.received[0]?.headers).toMatchObject({ authorization: 'Bearer key', 'api-key': 'another' });
    expect(target.received).toMatchObject([{ method: 'POST', body: '{"a":1}' }]);
    const { headers } = target.received[0] ?? {};
    expect([headers?.authorization, headers?.['api-key']]).toEqual([undefined, undefined]);
  },
);

test('a redirect within its origin keeps every header', async () => {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    if (request.url === '/v1') response.writeHead(307, { location: '/v2' }).end();
    else response.end('there');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  await leanFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, post);
  expect(received.map((headers) => headers['api-key'])).toEqual(['another', 'another']);
});

test('redirects in a circle end', async () => {
  const circle = await serve({ status: 307, headers: { location: '/v1' } });
  await expect(leanFetch(circle.address, post)).rejects.toThrow('Redirect');
  expect(circle.received.length).toBeLessThan(10);
});

test.each([204, 205, 304])('a response that may have no body (%i) has none', async (status) => {
  const { address } = await serve({ status });
  expect(await (await leanFetch(address)).text()).toBe('');
});

test('an abort closes the connection in the middle of a body', async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = createServer((_request, response) => {
    response.on('close', closed);
    response.write('first');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const stop = new AbortController();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reader = (await leanFetch(address, { signal: stop.signal })).body?.getReader();
  await reader?.read();
  stop.abort();
  await expect(reader?.read()).rejects.toThrow();
  await isClosed;
});
