import { type Browser, chromium } from '@playwright/test';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { findBrowser } from '../scripts/lib/browser.mjs';

/**
 * Weighs the JavaScript of each page's first load in a fresh browser, as the network carries it. Run it with
 * `npx tsx bench/weight.ts` after `npm run build`; `--files` lists what a page loads. Bar: home at most 250
 * KB.
 */
const homeBarKb = 250;

const app = await startApp();
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
let homeKb = Number.POSITIVE_INFINITY;
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
  console.log('page                         files   compressed   unpacked');
  for (const [name, where] of Object.entries(pages)) {
    const scripts = await weigh(browser, `${app.baseURL}${where}`);
    const wire = scripts.reduce((sum, script) => sum + script.wire, 0);
    const unpacked = scripts.reduce((sum, script) => sum + script.unpacked, 0);
    if (name === 'home') homeKb = wire / 1024;
    console.log(`${name.padEnd(28)} ${String(scripts.length).padStart(5)} ${kb(wire)} ${kb(unpacked)}`);
    if (!process.argv.includes('--files')) continue;
    for (const script of scripts.toSorted((one, other) => other.wire - one.wire))
      console.log(`  ${kb(script.wire)} ${kb(script.unpacked)}  ${script.file}`);
  }
} finally {
  await browser.close();
  await app.dispose();
}
if (!(homeKb <= homeBarKb)) {
  console.error(`Home ships ${homeKb.toFixed(1)} KB of compressed JavaScript; the bar is ${homeBarKb} KB.`);
  process.exit(1);
}

/** Returns the scripts of a first visit, with an empty cache, until the network is quiet. */
async function weigh(inBrowser: Browser, url: string) {
  const context = await inBrowser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Map<string, { file: string; headers: number; wire: number; unpacked: number }>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/javascript/.test(response.mimeType)) return;
    const file = new URL(response.url).pathname.replace('/_next/static/chunks/', '');
    scripts.set(requestId, { file, headers: response.encodedDataLength, wire: 0, unpacked: 0 });
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.unpacked += dataLength;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = scripts.get(requestId);
    if (script) script.wire = encodedDataLength - script.headers;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await context.close();
  if (scripts.size === 0) throw new Error(`No script was seen at ${url}`);
  return [...scripts.values()];
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`.padStart(12);
}
