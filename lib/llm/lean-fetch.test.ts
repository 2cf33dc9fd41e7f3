import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ForeignRedirectError, leanFetch, MetadataServiceError } from './lean-fetch';
import { createOpenAiModel } from './openai-model';
import { collectReply } from './testing/collect-reply';

type Answer = { status: number; headers?: Record<string, string | string[]>; body?: string };
type Received = { method: string; headers: IncomingHttpHeaders; body: string };

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Answers every request in the same way and keeps what it received. */
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

test.each([
  'http://169.254.169.254/v1',
  'http://2852039166/v1',
  'http://[::ffff:a9fe:a9fe]/v1',
  'http://[64:ff9b::a9fe:a9fe]/v1',
  'http://[fd00:ec2::254]/v1',
  'https://100.100.100.200/v1',
  'http://169.254.170.2:80/v1',
  'http://[2002:a9fe:a9fe::1]/v1',
])('nothing is sent to %s, where cloud machines hand out credentials', async (address) => {
  await expect(leanFetch(address, post)).rejects.toThrow(MetadataServiceError);
});

test('a model at such an address is asked once, and a person reads why it cannot answer', async () => {
  const model = createOpenAiModel({
    baseUrl: 'http://169.254.169.254/v1',
    apiKey: null,
    model: 'm',
    name: 'n',
  });
  const { waits, error } = await collectReply(model);
  expect(waits).toEqual([]);
  expect(error).toEqual({
    code: 'unreachable',
    message: expect.stringContaining('169.254.169.254 is an address where cloud machines'),
  });
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) to another origin gets nothing: no key, no prompt, no request',
  async (status) => {
    const other = await serve({ status: 200, body: 'there' });
    const { port } = new URL(other.address);
    for (const location of [other.address, `//127.0.0.1:${port}/v1`, `HTTP://127.0.0.1:${port}`]) {
      const from = await serve({ status, headers: { location } });
      await expect(leanFetch(from.address, post)).rejects.toThrow(ForeignRedirectError);
      expect(from.received).toHaveLength(1);
    }
    expect(other.received).toEqual([]);
  },
);

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1/v1',
  'file:///etc/passwd',
  'data:application/json,{}',
  'javascript:0',
])('a redirect to %s is refused', async (location) => {
  const from = await serve({ status: 307, headers: { location } });
  await expect(leanFetch(from.address, post)).rejects.toThrow(ForeignRedirectError);
});

test.each([
  [301, 'GET', ''],
  [302, 'GET', ''],
  [303, 'GET', ''],
  [307, 'POST', post.body],
  [308, 'POST', post.body],
])('a redirect (%i) within its origin keeps every header and becomes %s', async (status, method, body) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let sent = '';
    for await (const part of request as AsyncIterable<Buffer>) sent += part;
    received.push({ method: request.method ?? '', headers: request.headers, body: sent });
    if (request.url === '/v1') response.writeHead(status, { location: '/v2' }).end('moved');
    else response.end('there');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  expect(await (await leanFetch(`http://127.0.0.1:${port}/v1`, post)).text()).toBe('there');
  expect(received.map((each) => each.headers['api-key'])).toEqual(['another', 'another']);
  expect(received[1]).toMatchObject({ method, body });
});

test('a redirect that leads nowhere is the answer', async () => {
  for (const headers of [{}, { location: 'http://[' }]) {
    const from = await serve({ status: 307, headers, body: 'where?' });
    const answer = await leanFetch(from.address, post);
    expect([answer.status, await answer.text()]).toEqual([307, 'where?']);
  }
});

test('redirects in a circle end', async () => {
  const circle = await serve({ status: 307, headers: { location: '/v1' } });
  await expect(leanFetch(circle.address, post)).rejects.toThrow('redirects');
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
