import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { type App, startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { owner } from '../e2e/support/let-in';
import { apiRoutes } from '../lib/http/entry/api-routes';
import { atShare, figure, growthOf, median, readProcess, timeOf } from './figure';
import { startModelServer, toTask } from './model';

/**
 * Measures the front door of the built server: health under slow and idle connections and in a flood, fuzzed
 * bodies and reads, what readers that never read leave behind, and what the time of a wrong password tells.
 */
const connections = 2_700;
const requests = 10_000;
const readers = 100;
const guesses = 200;
const bar = { most: 1_000 };

const model = await startModelServer();
const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' };
await onApp({}, measureSlowConnections);
await onApp({}, measureFuzz);
await onApp({ MAX_READS_PER_SESSION: '6000', MAX_CHANGES_PER_SESSION: '1200' }, measureFlood);
await onApp({}, measureDeafReaders);
await onApp({ COUNTERSIGN_PROFILE: 'team' }, measureGuesses);
model.close();

async function onApp(limits: Record<string, string>, measure: (app: App) => Promise<void>): Promise<void> {
  const app = await startApp({ ...env, ...limits });
  try {
    await measure(app);
  } finally {
    await app.dispose();
  }
}

/** A third sends nothing, a third a header byte by byte, and a third a body byte by byte. */
async function measureSlowConnections(app: App): Promise<void> {
  const host = new URL(app.baseURL).host;
  const heads = [
    '',
    `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `,
    `POST /api/conversations HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${app.ownerHeaders().authorization}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
  ];
  const sockets = new Set<Socket>();
  const hold = (index: number): void => {
    const socket = connect(Number(new URL(app.baseURL).port), '127.0.0.1');
    const head = heads[index % heads.length] ?? '';
    socket.on('connect', () => socket.write(head)).on('error', () => {});
    const drip = setInterval(() => socket.writable && head !== '' && socket.write('x'), 1_000);
    socket.on('close', () => {
      clearInterval(drip);
      if (sockets.delete(socket)) hold(index);
    });
    sockets.add(socket);
  };
  for (let index = 0; index < connections; index += 1) hold(index);
  await sleep(5_000);
  figure(
    `health under ${connections} slow and idle connections, p99`,
    await timeHealth(app, 20_000),
    'ms',
    bar,
  );
  for (const socket of [...sockets]) {
    sockets.delete(socket);
    socket.destroy();
  }
}

/** Returns the time below which 99 of 100 answers of health were, in milliseconds. */
async function timeHealth(app: App, forMs: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    times.push(
      await timeOf(async () => {
        const response = await fetch(`${app.baseURL}/api/health`);
        if (response.status !== 200) throw new Error(`Health was answered with ${response.status}`);
        await response.text();
      }),
    );
    await sleep(20);
  }
  return atShare(times, 0.99);
}

async function measureFuzz(app: App): Promise<void> {
  const counts = await fuzz(app);
  const broken = [...counts].reduce((sum, [status, count]) => (status < 500 ? sum : sum + count), 0);
  const growth = await growthOf(app.pid(), () => fuzz(app));
  figure(`answers 5xx to ${requests} fuzzed bodies and reads`, broken, '', { most: 0 });
  figure('… memory, for the next as many', growth, 'MB', { most: 100 });
}

async function measureFlood(app: App): Promise<void> {
  const [counts, health] = await Promise.all([fuzz(app), timeHealth(app, 10_000)]);
  figure(`answers 429 to ${requests} requests with the default limits`, counts.get(429) ?? 0, '', {
    least: 1,
  });
  figure('… health meanwhile, p99', health, 'ms', bar);
}

/** Sends requests of every route with random values, 20 at once. Returns how often each status came. */
async function fuzz(app: App): Promise<Map<number, number>> {
  const http = httpClient(app);
  const { runId, conversationId } = await http.start('free-request', { request: toTask('write_file', 1) });
  await http.until(runId, 'awaiting_approval');
  const id = fc.oneof(fc.constantFrom(runId, conversationId, 'free-request', 'default'), fc.string());
  const asks = apiRoutes
    .filter(({ address }) => !address.endsWith('/events'))
    .flatMap(({ address, methods }) => methods.map((method) => ({ address, method })));
  const ask = fc.record({
    route: fc.constantFrom(...asks),
    ids: fc.array(id, { minLength: 2, maxLength: 2 }),
    query: fc.dictionary(fc.constantFrom('q', 'path', 'cursor', 'status', 'limit', 'from'), fc.string()),
    body: fc.oneof(fc.json(), fc.string(), fc.constant('{}')),
  });
  const all = fc.sample(ask, { numRuns: requests, seed: 45 });
  const counts = new Map<number, number>();
  const worker = async () => {
    for (let next = all.pop(); next; next = all.pop()) {
      const { route, body, query } = next;
      const ids = [...next.ids];
      const path = route.address.replaceAll(/:\w+/g, () => encodeURIComponent(ids.pop() ?? ''));
      const isReading = route.method === 'GET' || route.method === 'HEAD';
      const response = await app.fetch(`${path}?${new URLSearchParams(query)}`, {
        method: route.method,
        ...(isReading ? {} : { body, headers: { 'content-type': 'application/json' } }),
      });
      await response.arrayBuffer();
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      if (response.status >= 500)
        process.stderr.write(`${response.status} ${route.method} ${path} ${body}\n`);
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return counts;
}

async function measureDeafReaders(app: App): Promise<void> {
  const http = httpClient(app);
  const { json: conversation } = await http.post('/api/conversations');
  const page = `/api/conversations/${conversation.id}`;
  for (let answer = 0; answer < 11; answer += 1) {
    const { json } = await http.post(`${page}/messages`, { text: 'Tell me much' });
    await http.until(json.runId, 'completed');
  }
  await sleep(20_000);
  const before = readProcess(app.pid()).residentMb;
  const growth = await growthOf(app.pid(), async () => {
    const sockets = await Promise.all(Array.from({ length: readers }, () => readNothing(app, page)));
    await sleep(30_000);
    for (const socket of sockets) socket.destroy();
  });
  figure(`${readers} readers that never read a page of a conversation: memory`, growth, 'MB');
  await sleep(10_000);
  figure('… left behind', readProcess(app.pid()).residentMb - before, 'MB', { most: 60 });
}

async function readNothing(app: App, target: string): Promise<Socket> {
  const { host, port, hostname } = new URL(app.baseURL);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${app.ownerHeaders().authorization}\r\n\r\n`,
  );
  return socket;
}

/** Tries wrong passwords for an address that has an account and for one that has none, in turn. */
async function measureGuesses(app: App): Promise<void> {
  await app.fetch('/api/me');
  const sign = async (email: string, password: string) => {
    const response = await fetch(`${app.baseURL}/api/door/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.baseURL },
      body: JSON.stringify({ email, password }),
    });
    return `${response.status} ${response.ok ? '' : await response.text()}`;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  const answers = new Set<string>();
  const guess = async (times: number[], email: string) => {
    times.push(await timeOf(async () => answers.add(await sign(email, 'a wrong password'))));
  };
  for (let round = 0; round < guesses; round += 1) {
    await guess(known, owner.email);
    await guess(unknown, `nobody${round}@example.com`);
    // A right password forgets the wrong ones, so that the address is not locked.
    await sign(owner.email, owner.password);
  }
  const [ofKnown, ofUnknown] = [median(known), median(unknown)];
  figure('a wrong password for a known address, median', ofKnown, 'ms');
  figure('… for an unknown address', ofUnknown, 'ms');
  const difference = (Math.abs(ofKnown - ofUnknown) / ofKnown) * 100;
  figure('… they differ by', difference, '%', { most: 5 });
  figure('… and by their answers', answers.size - 1, '', { most: 0 });
}
