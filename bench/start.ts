import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium } from '@playwright/test';
import { type App, startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { openContext } from '../e2e/support/let-in';
import { launchOptions } from '../scripts/lib/browser.mjs';
import { figure, median, readProcess } from './figure';

/**
 * Measures time and memory of `npm start` on an empty data folder and again on the same data (Linux only), and
 * the JavaScript of each page's first load in a fresh browser, as the network carries it.
 */
const rounds = 5;
const starts: Awaited<ReturnType<typeof measureStart>>[] = [];
for (let round = 0; round < rounds; round += 1) starts.push(await measureStart());
const medianOf = (name: keyof (typeof starts)[number]) => median(starts.map((start) => start[name]));
figure('npm start to the address', medianOf('readyMs'), 'ms', { most: 2_000 });
figure('… the server process alone', medianOf('serverMs'), 'ms');
figure('… its processor time', medianOf('processorMs'), 'ms');
figure('… again, on its data', medianOf('againMs'), 'ms');
figure('the server’s memory at the address', medianOf('readyMb'), 'MB');
figure('… after one page', medianOf('pageMb'), 'MB', { most: 250 });
figure('… with npm and the start script', medianOf('allMb'), 'MB');
await weighPages();

async function measureStart() {
  const data = mkdtempSync(path.join(tmpdir(), 'countersign-start-'));
  try {
    const first = await start(data);
    const readyMb = readProcess(first.server).residentMb;
    for (const where of ['/', '/api/workflows'])
      await (await fetch(`${first.address}${where}`, { headers: ownerHeaders(data) })).arrayBuffer();
    await sleep(1_000);
    const pageMb = readProcess(first.server).residentMb;
    const allMb = first.processes.reduce((sum, pid) => sum + readProcess(pid).residentMb, 0);
    await first.end();
    const again = await start(data);
    await again.end();
    const { readyMs, ageMs: serverMs, processorMs } = first;
    return { readyMs, serverMs, processorMs, againMs: again.readyMs, readyMb, pageMb, allMb };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function start(data: string) {
  const since = performance.now();
  const child = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: data,
      WORKSPACE_DIR: path.join(data, 'workspace'),
      LOG_FORMAT: '',
    },
  });
  const address = await readAddress(child);
  const readyMs = performance.now() - since;
  const processes = listTree(child.pid ?? 0);
  const server =
    processes.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main')) ?? 0;
  const { ageMs, processorMs } = readProcess(server);
  const end = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      process.kill(server, 'SIGTERM');
    });
  return { address, readyMs, ageMs, processorMs, server, processes, end };
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const found = /Open this address: (\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    child.on('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
}

function ownerHeaders(data: string) {
  return { authorization: `Bearer ${readFileSync(path.join(data, 'owner.token'), 'utf8').trim()}` };
}

/** Lists a process and its descendants. */
function listTree(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listTree)];
}

async function weighPages(): Promise<void> {
  const app = await startApp();
  const browser = await chromium.launch(launchOptions());
  try {
    const http = httpClient(app);
    const { conversationId, runId } = await http.start('notes-to-tasks', {
      path: 'notes/meeting-2026-10-02.md',
    });
    const { header } = await http.until(runId, 'awaiting_approval');
    const pages = {
      home: '/',
      'start form': '/workflows/summarize-document',
      'direct workflow': '/workflows/create-project',
      conversations: '/conversations',
      'conversation with dialog': `/conversations/${conversationId}`,
      approvals: '/approvals',
      'one approval': `/approvals/${header.approvalId}`,
      settings: '/settings',
      usage: '/usage',
      'not found': '/no/such/page',
    };
    for (const [name, where] of Object.entries(pages)) {
      const { files, wireKb } = await weigh(browser, app, where);
      const bar = name === 'home' ? { most: 250 } : null;
      figure(`JavaScript of ${name}, ${files} files`, wireKb, 'KB', bar);
    }
  } finally {
    await browser.close();
    await app.dispose();
  }
}

/** Weighs the scripts of a first visit, with an empty cache, until the network is quiet. */
async function weigh(
  inBrowser: Browser,
  app: App,
  where: string,
): Promise<{ files: number; wireKb: number }> {
  const context = await openContext(inBrowser, app);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const headers = new Map<string, number>();
  let wire = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) headers.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const headersLength = headers.get(requestId);
    if (headersLength !== undefined) wire += encodedDataLength - headersLength;
  });
  await page.goto(`${app.baseURL}${where}`, { waitUntil: 'networkidle' });
  await context.close();
  if (headers.size === 0) throw new Error(`No script was seen at ${where}`);
  return { files: headers.size, wireKb: wire / 1_024 };
}
