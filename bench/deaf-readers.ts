import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { readProcess } from './process-facts';
import { startModelServer } from './step/job';

/**
 * Measures what readers that never read cost the built server (Linux, after `npm run build`):
 * `npx tsx bench/deaf-readers.ts`. 40 connections ask for something large and read nothing: a page of a
 * conversation with eleven answers of 1 MB, all of it as a file, a live stream, a file of 11 MB.
 */
const readers = 40;
const answers = 11;

const model = await startModelServer();
const app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' });
try {
  const http = httpClient(app);
  const { json: conversation } = await http.post('/api/conversations');
  let runId = '';
  for (let answer = 0; answer < answers; answer += 1) {
    const path = `/api/conversations/${conversation.id}/messages`;
    runId = (await http.post(path, { text: 'Tell me much' })).json.runId;
    await http.until(runId, 'completed');
  }
  await writeFile(path.join(app.workspaceDir, 'large.bin'), Buffer.alloc(11_000_000, 1));
  const page = `/api/conversations/${conversation.id}`;
  for (const address of [
    page,
    `${page}/export`,
    `/api/runs/${runId}/events`,
    '/api/files/raw?path=large.bin',
  ])
    await measure(address);
} finally {
  await app.dispose();
  model.close();
}

async function measure(address: string): Promise<void> {
  const { host, port, hostname } = new URL(app.baseURL);
  const bytes = await sizeOf(address);
  // The server collects the garbage of the last measurement meanwhile.
  await sleep(20_000);
  const { residentMb: beforeMb } = readProcess(app.pid());
  const sockets: Socket[] = [];
  for (let reader = 0; reader < readers; reader += 1) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.pause();
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    sockets.push(socket);
  }
  let mostMb = beforeMb;
  const endsAt = performance.now() + 45_000;
  while (performance.now() < endsAt) {
    await sleep(200);
    mostMb = Math.max(mostMb, readProcess(app.pid()).residentMb);
  }
  const afterMb = readProcess(app.pid()).residentMb;
  for (const socket of sockets) socket.destroy();
  const toDifference = (mb: number) => `${mb < beforeMb ? '−' : '+'}${Math.abs(mb - beforeMb).toFixed(0)} MB`;
  const name = address.replaceAll(/(cnv|run)_\w+/g, 'ID');
  console.log(
    `${readers} readers of ${name}, ${(bytes / 1_000_000).toFixed(1)} MB each: at most ${toDifference(mostMb)}, after 45 s ${toDifference(afterMb)}`,
  );
}

/** A stream has no end, so this counts the run, with which the stream begins. */
async function sizeOf(address: string): Promise<number> {
  const answer = await fetch(app.baseURL + address.replace(/\/events$/, ''));
  return (await answer.arrayBuffer()).byteLength;
}
