import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type App, startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { openViewers, type Viewers } from '../e2e/support/streams/viewers';
import type { Crowd } from '../e2e/support/streams/viewers-process';
import { figure, growthOf, readProcess, timeOf } from './figure';
import { startModelServer, toTask } from './model';

/**
 * Measures what streams cost the built server: viewers of 50 runs that wait for a signature, in a process of
 * their own; 40 readers that ask for something large and never read; a model server that sends without end.
 */
const runs = 50;
const warmUp = 2_000;
const readers = 40;
const mb = 1_048_576;

const model = await startModelServer();
for (const count of [100, 500, 2_000]) await onApp(model.baseUrl, (app) => measureViewers(app, count));
await onApp(model.baseUrl, measureDeafReaders);
model.close();
await measureEndlessAnswers();

async function onApp(baseUrl: string, measure: (app: App) => Promise<void>): Promise<void> {
  const app = await startApp({ OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'bench' });
  try {
    await measure(app);
  } finally {
    await app.dispose();
  }
}

async function measureViewers(app: App, count: number): Promise<void> {
  const http = httpClient(app);
  const runIds: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { runId } = await http.start('free-request', { request: toTask('write_file', 1) });
    await http.until(runId, 'awaiting_approval');
    runIds.push(runId);
  }
  const crowd = {
    baseURL: app.baseURL,
    headers: app.ownerHeaders(),
    runIds,
    count,
    cutWithinMs: null,
    answer: null,
  };
  const [before, first, opened] = await open(app, crowd);
  const toEach = (from: number, to: number) => (to - from) / count;
  const bars = count === 500 ? [{ most: 2 }, { most: 200 }] : [];
  const eachMs = toEach(before.processorMs, opened.processorMs);
  figure(`${count} viewers: processor of an opening, right after a start`, eachMs, 'ms', bars[0]);
  figure('… memory', opened.residentMb - before.residentMb, 'MB', bars[1]);
  await first.close();
  // Node compiles code that runs often, so an opening takes less time on a server that has had some.
  await (await open(app, { ...crowd, count: warmUp }))[1].close();
  const [warm, second, again] = await open(app, crowd);
  figure('… processor of an opening, on a warm server', toEach(warm.processorMs, again.processorMs), 'ms');
  await second.close();
}

async function open(app: App, crowd: Crowd) {
  await sleep(3_000);
  const before = readProcess(app.pid());
  const viewers: Viewers = openViewers(crowd);
  await viewers.until(({ seen }) => seen.every(({ last }) => last !== null), 'all streams open');
  return [before, viewers, readProcess(app.pid())] as const;
}

async function measureDeafReaders(app: App): Promise<void> {
  const http = httpClient(app);
  const { json: conversation } = await http.post('/api/conversations');
  const page = `/api/conversations/${conversation.id}`;
  let runId = '';
  for (let answer = 0; answer < 11; answer += 1) {
    runId = (await http.post(`${page}/messages`, { text: 'Tell me much' })).json.runId;
    await http.until(runId, 'completed');
  }
  await writeFile(path.join(app.workspaceDir, 'large.bin'), Buffer.alloc(11_000_000, 1));
  for (const [name, address] of Object.entries({
    'a page of a conversation': page,
    'a conversation of 11 MB as a file': `${page}/export`,
    'a live stream': `/api/runs/${runId}/events`,
    'a file of 11 MB': '/api/files/raw?path=large.bin',
  })) {
    // The server collects the garbage of the last measurement meanwhile.
    await sleep(20_000);
    const growth = await growthOf(app.pid(), async () => {
      const sockets = await Promise.all(Array.from({ length: readers }, () => ask(app, address)));
      await sleep(25_000);
      for (const socket of sockets) socket.destroy();
    });
    figure(`${readers} readers that never read ${name}`, growth, 'MB');
  }
}

async function ask(app: App, address: string): Promise<Socket> {
  const { host, port, hostname } = new URL(app.baseURL);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  const { authorization } = app.ownerHeaders();
  socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${authorization}\r\n\r\n`);
  return socket;
}

async function measureEndlessAnswers(): Promise<void> {
  const event = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';
  const text = 'data: {"choices":[{"index":0,"delta":{"content":"';
  await measureAnswer('an ordinary answer', event, '', 0);
  await measureAnswer('one event of 50 MB', text, 'x'.repeat(65_536), 800);
  await measureAnswer('an event without end', 'data: {"choices":[', '{},'.repeat(21_845));
  await measureAnswer('blanks without end', '', ' '.repeat(65_536));
  await measureAnswer('line ends without end', event, '\n'.repeat(65_536));
  await measureAnswer('text without end', '', event.repeat(1_000));
}

/** The model server sends these pieces until the server has had enough, or 512 MB. */
async function measureAnswer(name: string, begin: string, piece: string, times = 512 * mb): Promise<void> {
  let sent = 0;
  const answer = async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(begin);
    const closed = once(response, 'close');
    for (let time = 0; time < times && sent < 512 * mb && !response.destroyed; time += 1) {
      sent += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    response.end(`${name === 'one event of 50 MB' ? '"}}]}\n\n' : ''}data: [DONE]\n\n`);
  };
  const broken = createServer(
    (request, response) => void request.resume().on('end', () => void answer(response)),
  );
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port } = broken.address() as AddressInfo;
  await onApp(`http://127.0.0.1:${port}/v1`, async (app) => {
    const http = httpClient(app);
    await http.get('/api/health');
    await sleep(1_000);
    let slowestMs = 0;
    const growth = await growthOf(app.pid(), async () => {
      const { runId } = await http.start('free-request', { request: 'Hello' });
      while ((await http.get(`/api/runs/${runId}`)).json.header.isActive)
        slowestMs = Math.max(slowestMs, await timeOf(() => http.get('/api/health')));
    });
    figure(`a model server that sends ${name}: memory at most`, growth, 'MB');
    figure('… it sent', sent / mb, 'MB');
    figure('… slowest health', slowestMs, 'ms');
  });
  broken.closeAllConnections();
  broken.close();
}
