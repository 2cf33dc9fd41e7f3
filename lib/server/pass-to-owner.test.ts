import '../logging/testing/quiet-log';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyHeader, serverHeader } from '../auth/door';
import type { ServerRow } from '../db/ports/server-store.port';
import { createOwnerPasser } from './pass-to-owner';

/** A real server stands for the owner of the files. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const owner = createServer((request, response) => answer(request, response));
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => owner.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(owner.address() as AddressInfo).port}`;
});
afterAll(() => {
  owner.closeAllConnections();
  owner.close();
});

const now = new Date('2026-11-29T12:00:00Z');
const row = (changes: Partial<ServerRow> = {}): ServerRow => ({
  id: 'a',
  name: 'alpha',
  address,
  host: 'a',
  processId: 1,
  version: '1.0.0',
  startedAt: now,
  heartbeatAt: now,
  isDraining: false,
  activeRuns: 0,
  waitingRuns: 0,
  ...changes,
});
const open = (rows: () => ServerRow[], changes: Partial<Parameters<typeof createOwnerPasser>[0]> = {}) =>
  createOwnerPasser({
    servers: { list: async () => rows(), now: async () => now },
    publicUrl: 'https://sign.example',
    serverToken: () => 'ours',
    ...changes,
  });
const get = (headers: Record<string, string> = {}, init: RequestInit = {}) =>
  new Request('http://localhost:4000/api/files?path=a%20b', { headers, ...init });

it('passes on who asks and what for, and nothing else of the request or of the answer', async () => {
  const seen: unknown[] = [];
  answer = async (request, response) => {
    const { host, origin, cookie, authorization } = request.headers;
    const [key, server, forged] = [keyHeader, serverHeader, 'x-real-ip'].map((name) => request.headers[name]);
    seen.push([request.method, request.url, await text(request)]);
    seen.push({ host, origin, cookie, authorization, key, server, forged });
    response.writeHead(201, {
      'content-type': 'application/json',
      'set-cookie': 'a=b',
      'x-frame-options': 'x',
    });
    response.end('{"ok":true}');
  };
  const pass = open(() => [row()]);
  const headers = { cookie: 'c=1', [keyHeader]: 'k', 'content-type': 'application/json', 'x-real-ip': '::1' };
  const change = get({ ...headers, origin: 'http://localhost:4000' }, { method: 'POST', body: '{"a":1}' });
  const answered = await pass(change, '{"a":1}', 'alpha');
  expect(seen).toEqual([
    ['POST', '/api/files?path=a%20b', '{"a":1}'],
    {
      host: 'sign.example',
      origin: 'https://sign.example',
      cookie: 'c=1',
      authorization: undefined,
      key: 'k',
      server: 'ours',
      forged: undefined,
    },
  ]);
  expect([answered?.status, await answered?.text()]).toEqual([201, '{"ok":true}']);
  expect([...(answered?.headers.keys() ?? [])]).toEqual(['content-type']);
});

it('hands on a part of a file, and an answer without a body', async () => {
  answer = (request, response) => {
    if (request.method === 'HEAD') response.writeHead(204).end();
    else response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end('ab');
  };
  const pass = open(() => [row()]);
  const part = await pass(get({ range: 'bytes=0-1' }), null, 'alpha');
  expect([part?.status, part?.headers.get('content-range')]).toEqual([206, 'bytes 0-1/9']);
  expect(await part?.text()).toBe('ab');
  expect((await pass(get({}, { method: 'HEAD' }), null, 'alpha'))?.status).toBe(204);
});

it('has no way without a public address, a key or the address of the other server, and none to a third one', async () => {
  answer = (_, response) => response.end('never');
  expect(await open(() => [row()], { publicUrl: null })(get(), null, 'alpha')).toBeNull();
  expect(await open(() => [row()], { serverToken: () => null })(get(), null, 'alpha')).toBeNull();
  expect(await open(() => [row({ address: null })])(get(), null, 'alpha')).toBeNull();
  expect(await open(() => [row()])(get({ [serverHeader]: 'any' }), null, 'alpha')).toBeNull();
});

it('says which server has the files when it does not run, breaks off, or does not answer in time', async () => {
  const refusal = async (pass: ReturnType<typeof open>) =>
    pass(get(), null, 'alpha').then(
      () => 'answered',
      (error: Error & { code: string }) => `${error.code}: ${error.message}`,
    );
  const absent = 'workspace_unavailable: These files are on the server “alpha”, which';
  const silent = row({ heartbeatAt: new Date(now.getTime() - 60_000) });
  for (const rows of [[], [silent], [row({ name: 'beta' })]])
    expect(await refusal(open(() => rows))).toBe(`${absent} is not running. Try again when it is there.`);
  answer = (request) => request.socket.destroy();
  expect(await refusal(open(() => [row()]))).toBe(`${absent} did not answer. Try again in a moment.`);
  answer = () => {};
  const hasty = open(() => [row()], { answersWithinMs: 50 });
  expect(await refusal(hasty)).toBe(`${absent} did not answer. Try again in a moment.`);
});
