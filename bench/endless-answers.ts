import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { readProcess } from './process-facts';

/**
 * Measures what a broken model server costs the built server (Linux, after `npm run build`):
 * `npx tsx bench/endless-answers.ts`. It prints how much memory grew at most, how much the model server sent
 * before the cut, and the slowest answer of `/api/health` meanwhile.
 */
const mb = 1_048_576;
const most = 512 * mb;
const chunk = 'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n';

const cases = [
  { name: 'an ordinary answer', begin: '', piece: '', end: `${chunk}data: [DONE]\n\n`, times: 0 },
  {
    name: 'one event of 50 MB',
    begin: 'data: {"choices":[{"index":0,"delta":{"content":"',
    piece: 'x'.repeat(65_536),
    end: '"}}]}\n\ndata: [DONE]\n\n',
    times: 800,
  },
  {
    name: 'an event without end',
    begin: 'data: {"choices":[',
    piece: '{},'.repeat(21_845),
    end: '',
    times: most,
  },
  { name: 'blanks without end', begin: '', piece: ' '.repeat(65_536), end: '', times: most },
  { name: 'line ends without end', begin: chunk, piece: '\n'.repeat(65_536), end: '', times: most },
  { name: 'text without end', begin: '', piece: chunk.repeat(1_000), end: '', times: most },
];

for (const each of cases) await measure(each);

async function measure({ name, begin, piece, end, times }: (typeof cases)[number]): Promise<void> {
  let sent = 0;
  const answer = async (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(begin);
    const closed = once(response, 'close');
    for (let time = 0; time < times && sent < most && !response.destroyed; time += 1) {
      sent += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed]);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    response.end(end);
  };
  const model = createServer(
    (request, response) => void request.resume().on('end', () => void answer(response)),
  );
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  const app = await startApp({ OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: 'broken' });
  try {
    const http = httpClient(app);
    await http.get('/api/health');
    await sleep(1_000);
    const before = readProcess(app.pid());
    let peakMb = before.residentMb;
    const timer = setInterval(() => {
      peakMb = Math.max(peakMb, readProcess(app.pid()).residentMb);
    }, 10);
    const { runId } = await http.start('free-request', { request: 'Hello' });
    let slowestMs = 0;
    let header = { isActive: true, outcome: null as { message?: string; kind: string } | null };
    while (header.isActive) {
      const since = performance.now();
      await http.get('/api/health');
      slowestMs = Math.max(slowestMs, performance.now() - since);
      ({ header } = (await http.get(`/api/runs/${runId}`)).json);
    }
    clearInterval(timer);
    const cells = [
      `memory at most +${(peakMb - before.residentMb).toFixed(0)} MB`,
      `${(sent / mb).toFixed(1)} MB sent`,
      `processor ${(readProcess(app.pid()).processorMs - before.processorMs).toFixed(0)} ms`,
      `slowest health ${slowestMs.toFixed(0)} ms`,
      JSON.stringify(header.outcome?.message ?? header.outcome?.kind),
    ];
    console.log(`${name.padEnd(22)} ${cells.join(', ')}`);
  } finally {
    await app.dispose();
    model.closeAllConnections();
    model.close();
  }
}
