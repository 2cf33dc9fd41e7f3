import { fork } from 'node:child_process';
import path from 'node:path';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { serveEmptyRoute } from './http/empty-route';
import type { Load, Order } from './http/load-client';
import { readProcess } from './process-facts';
import { startModelServer, toTask } from './step/job';
import { median } from './step/measure';

/**
 * Measures the requests a second of the built server with 50 clients (Linux, after `npm run build`):
 * `npx tsx bench/requests.ts [rounds]`. The clients ask for each list in turns with an empty route that goes
 * through the framework’s router, so a busy machine changes the ratios little. "of one core" is what the
 * server's processor time allows. Bars: 1,000 workflow lists and 600 lists of approvals a second.
 */
const rounds = Number(process.argv[2] ?? 5);
const clients = 50;
const forMs = 3_000;
const waitingApprovals = 20;

const emptyRoute = await serveEmptyRoute();
const model = await startModelServer();
const app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' });
const http = httpClient(app);
for (let run = 0; run < waitingApprovals; run += 1) {
  const { json: conversation } = await http.post('/api/conversations');
  const text = toTask('write_file', 1);
  const { json } = await http.post(`/api/conversations/${conversation.id}/messages`, { text });
  await http.until(json.runId, 'awaiting_approval');
}
const loader = fork(path.join(import.meta.dirname, 'http', 'load-client.ts'), {
  execArgv: ['--import', 'tsx'],
});

const routes = [
  { name: 'empty route', url: emptyRoute.url, pid: emptyRoute.pid },
  ...['/api/workflows', '/api/approvals', '/api/conversations', '/api/health'].map((route) => ({
    name: route,
    url: `${app.baseURL}${route}`,
    pid: app.pid(),
  })),
];
const measured = routes.map((route) => ({
  ...route,
  perSecond: [] as number[],
  processorMs: [] as number[],
}));
for (const { url } of routes) await load({ url, clients, forMs });
for (let round = 0; round < rounds; round += 1) {
  for (const route of measured) {
    const before = readProcess(route.pid).processorMs;
    const { answers, refused } = await load({ url: route.url, clients, forMs });
    if (refused > 0) throw new Error(`${route.name} refused ${refused} of ${answers} requests`);
    route.perSecond.push((answers / forMs) * 1_000);
    route.processorMs.push((readProcess(route.pid).processorMs - before) / answers);
  }
}
const [empty] = measured;
console.log(`medians of ${rounds} rounds, ${clients} clients`);
for (const { name, perSecond, processorMs } of measured) {
  const ratio = median(processorMs.map((value, round) => value / (empty?.processorMs[round] ?? Number.NaN)));
  const cells = [
    `${median(perSecond).toFixed(0)}/s`,
    `processor ${median(processorMs).toFixed(2)} ms`,
    `${(1_000 / median(processorMs)).toFixed(0)}/s of one core`,
    `${ratio.toFixed(2)} × the empty route`,
  ];
  console.log(`${name.padEnd(20)} ${cells.join(', ')}`);
}
loader.disconnect();
model.close();
await emptyRoute.close();
await app.dispose();

function load(order: Order): Promise<Load> {
  return new Promise((resolve) => {
    loader.once('message', (message) => resolve(message as Load));
    loader.send(order);
  });
}
