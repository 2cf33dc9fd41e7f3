import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunk, DONE } from '../lib/llm/testing/scripted-server';
import { emptyHistory, runCrowd } from '../lib/testing/chaos/crowd';
import { compileServer, startServer } from '../lib/testing/chaos/server-handle';
import { readProcess } from './process-facts';

/**
 * Measures what 50 runs with heavy calls cost in memory when they start at once (Linux):
 * `npx tsx bench/many-runs.ts [heap in MB] [MAX_WORKING_RUNS]`. Each run writes a file of 1 MB, reads it,
 * replaces it and reads it again, with a signature for each write. The command ends with 1 when the server
 * ended.
 */
const heapMb = Number(process.argv[2] ?? 256);
const limit = process.argv[3];
const runs = Number(process.argv[4] ?? 50);

const contents = ['old', 'new'].map((word) => `${`${word} `.repeat(20)}\n`.repeat(12_300));

await compileServer();
const model = await startModel();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-many-runs-'));
const server = startServer(folder, {
  OPENAI_BASE_URL: model.baseUrl,
  NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  ...(limit && { MAX_WORKING_RUNS: limit }),
});
await server.readyMs;
const startMb = readProcess(server.pid).residentMb;
const history = emptyHistory();
const startedAt = performance.now();
let peakMb = 0;
const watching = new AbortController();
const watch = (async () => {
  while (!watching.signal.aborted) {
    peakMb = Math.max(peakMb, readProcess(server.pid).residentMb || 0);
    await sleep(50);
  }
})().catch(() => {});
const isOver = await runCrowd(
  server,
  history,
  Array.from({ length: runs }, (_, number) => `write ${number}`),
);
watching.abort();
await watch;
const tookS = (performance.now() - startedAt) / 1_000;
console.log(
  `heap ${heapMb} MB, at once ${limit ?? 'by default'}: ${history.ended.size} of ${runs} runs ended in ${tookS.toFixed(1)} s, memory ${startMb.toFixed(0)} MB at the start, ${peakMb.toFixed(0)} MB at most${isOver ? '' : '; THE SERVER ENDED'}`,
);
server.signal('SIGKILL');
await server.ended;
await model.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = isOver ? 0 : 1;

type Message = { role: string; content: string };

function toCall(number: string, done: number): string {
  const file = `runs/${number}.txt`;
  if (done >= 4) return 'Done.';
  if (done % 2 === 1)
    return JSON.stringify({ tool: 'read_file', parameters: { path: file }, terminate: false });
  const parameters = { path: file, content: contents[done / 2], ...(done > 0 && { overwrite: true }) };
  return JSON.stringify({ tool: 'write_file', parameters, terminate: false });
}

async function startModel() {
  const listener = createServer(async (request, response) => {
    if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end();
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { messages: Message[] };
    const number = messages.map(({ content }) => /write (\d+)/.exec(content)?.[1]).find(Boolean) ?? '0';
    const done = messages.filter(({ role }) => role === 'assistant').length;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of toCall(number, done).match(/[\s\S]{1,2000}/g) ?? [])
      response.write(chunk({ content: piece }));
    response.end(chunk({}, 'stop') + DONE);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/v1`,
    async close() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
