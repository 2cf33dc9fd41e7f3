import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { Pool } from 'undici';
import { createApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { openContext } from '../e2e/support/let-in';
import { fillConversation } from '../lib/db/testing/fill-conversation';
import { launchOptions } from '../scripts/lib/browser.mjs';
import { type Bar, figure, median, readProcess, timeOf } from './figure';
import { startModelServer, toCall, toTask } from './model';

/**
 * Measures the pages of the built server: how soon they answer a hand in Chromium at 1440 × 900 with 200
 * conversations, what long lists cost, and the requests a second with 50 clients. Compare the figures of the
 * hand without a bar with another build on the same machine.
 */
const times = 9;
const conversations = 200;
const runs = 1_000;
const files = 20_000;
const clients = 50;
const loadMs = 3_000;
const waitingApprovals = 20;
const destinations = ['Conversations', 'Approvals', 'Files', 'Usage', 'Settings'];

/**
 * The page must have an element that matches and has these words. With `isOnly`, every visible match must
 * have them.
 */
type Answer = { selector: string; words?: string; isOnly?: boolean; isGone?: boolean };

const model = await startModelServer();
const app = createApp(async () => ({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'bench' }));
await mkdir(app.dataDir, { recursive: true });
const text = 'An answer with some words. '.repeat(20);
const long = await fillConversation(path.join(app.dataDir, 'countersign.db'), { runs, text });
await app.start();
const http = httpClient(app);
const browser = await chromium.launch(launchOptions());
try {
  await measureHand();
  await measureLists();
  await measureLoad();
} finally {
  await browser.close();
  await app.dispose();
  model.close();
}

async function measureHand(): Promise<void> {
  for (let number = 0; number < conversations; number += 1)
    await http.post('/api/conversations', { title: `Kept number ${String(number).padStart(3, '0')}` });
  const context = await openContext(browser, app, { viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  // tsx wraps functions in a function of its own to name them, and the page lacks that function.
  await page.addInitScript('globalThis.__name = (named) => named');
  await report('search in Conversations', () => search(page), { most: 200 });
  await report('page of the navigation', (time) => changePage(page, time));
  await report('palette, page at rest', () => openPalette(page, rest));
  await report('palette, at once', () => openPalette(page, arrive));
  await report('Start → conversation', (time) => start(page, time));
  await report('Approve', () => approve(page));
}

async function report(name: string, measure: (time: number) => Promise<number>, bar: Bar | null = null) {
  await measure(times);
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) measured.push(await measure(time));
  figure(name, median(measured), 'ms', bar);
}

async function measureLists(): Promise<void> {
  const page = `/api/conversations/${long}`;
  figure(`first page of ${runs} runs, processor`, await processorOf(page), 'ms', { most: 50 });
  figure('… size', (await http.get(page)).text.length / 1_024, 'KB', { most: 200 });
  figure('list of workflows, processor', await processorOf('/api/workflows'), 'ms');
  const perFolder = 100;
  for (let index = 0; index < files; index += 1) {
    const folder = path.join(app.workspaceDir, 'many', String(Math.floor(index / perFolder)));
    if (index % perFolder === 0) await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, `${index}.md`), `# Note\n${'some words in a line\n'.repeat(20)}`);
  }
  const search = async () => {
    const request = toCall('search_files', { query: 'needle', path: 'many' });
    const { runId } = await http.start('free-request', { request });
    await http.until(runId, 'completed');
  };
  const searches = [await timeOf(search), await timeOf(search), await timeOf(search)];
  figure(`a run that searches ${files} files`, median(searches), 'ms', { most: 1_500 });
}

/** Returns the server's processor time for each of many answers. The first ones compile its code. */
async function processorOf(address: string): Promise<number> {
  const ask = async () => {
    for (let time = 0; time < 50; time += 1) await http.get(address);
  };
  await ask();
  const before = readProcess(app.pid()).processorMs;
  await ask();
  return (readProcess(app.pid()).processorMs - before) / 50;
}

async function measureLoad(): Promise<void> {
  for (let run = 0; run < waitingApprovals; run += 1) {
    const { runId } = await http.start('free-request', { request: toTask('write_file', 1) });
    await http.until(runId, 'awaiting_approval');
  }
  const bars = { '/api/workflows': { least: 1_000 }, '/api/approvals': { least: 600 } };
  for (const [route, bar] of Object.entries({ ...bars, '/api/conversations': null, '/api/health': null })) {
    await load(route);
    const perSecond = [await load(route), await load(route), await load(route)];
    figure(`GET ${route}, ${clients} clients`, median(perSecond), '/s', bar);
  }
}

/** Returns the answers a second. */
async function load(route: string): Promise<number> {
  const pool = new Pool(app.baseURL, { connections: clients, pipelining: 1 });
  const until = performance.now() + loadMs;
  let answers = 0;
  const client = async () => {
    while (performance.now() < until) {
      const { statusCode, body } = await pool.request({
        path: route,
        method: 'GET',
        headers: app.ownerHeaders(),
      });
      await body.dump({ limit: Number.POSITIVE_INFINITY });
      if (statusCode !== 200) throw new Error(`${route} was answered with ${statusCode}`);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await pool.close();
  return (answers / loadMs) * 1_000;
}

/** Opens a page and waits until its first network traffic is over. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(`${app.baseURL}${path}`, { waitUntil: 'networkidle' });
}

/**
 * Opens a page and waits until it has also loaded the palette and the other pages, which it starts after 1.5
 * s.
 */
async function rest(page: Page, path: string): Promise<void> {
  await arrive(page, path);
  await page.waitForTimeout(2_500);
}

async function search(page: Page): Promise<number> {
  await rest(page, '/conversations');
  const words = `number ${String(Math.floor(Math.random() * conversations)).padStart(3, '0')}`;
  await page.getByRole('searchbox', { name: 'Search conversations' }).focus();
  return timed(page, 'input', { selector: 'main li', words, isOnly: true }, () =>
    page.keyboard.insertText(words),
  );
}

async function changePage(page: Page, time: number): Promise<number> {
  const name = destinations[time % destinations.length] ?? '';
  await rest(page, '/');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
  return timed(page, 'click', { selector: 'main h1', words: name }, () => link.click());
}

async function openPalette(page: Page, open: typeof rest): Promise<number> {
  await open(page, '/');
  return timed(page, 'keydown', { selector: '[role="dialog"] [role="combobox"]' }, () =>
    page.keyboard.press('Control+k'),
  );
}

async function start(page: Page, time: number): Promise<number> {
  await rest(page, '/workflows/free-request');
  const words = toTask('lookup', 0) + time;
  await page.getByLabel('What would you like done?').first().fill(words);
  return timed(page, 'click', { selector: 'main article', words }, () =>
    page.getByRole('button', { name: 'Start' }).click(),
  );
}

async function approve(page: Page): Promise<number> {
  const { runId, conversationId } = await http.start('free-request', { request: toTask('write_file', 1) });
  await http.until(runId, 'awaiting_approval');
  await rest(page, `/conversations/${conversationId}`);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const button = dialog.getByRole('button', { name: /^Approve/ });
  // The dialog enables the button when it has not moved for a moment.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role="dialog"] button')].some(
      (one) => one.textContent?.startsWith('Approve') && one.getAttribute('aria-disabled') !== 'true',
    ),
  );
  const ms = await timed(
    page,
    'click',
    { selector: '[role="dialog"] button', words: 'Approve', isGone: true },
    () => button.click(),
  );
  await http.until(runId, 'completed');
  return ms;
}

/**
 * Returns the milliseconds from the next event of this kind to the end of the frame that shows the answer.
 */
async function timed(page: Page, event: string, answer: Answer, act: () => Promise<void>): Promise<number> {
  const armed = await page.evaluateHandle(
    ([kind, { selector, words = '', isOnly = false, isGone = false }]) => {
      const isShown = () => {
        const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
        const found = all.filter((one) => (one.textContent ?? '').includes(words));
        return isGone ? found.length === 0 : found.length > 0 && (!isOnly || found.length === all.length);
      };
      const measured = new Promise<number>((resolve) => {
        const begin = ({ timeStamp }: Event) => {
          const look = () => {
            if (!isShown()) return requestAnimationFrame(look);
            // The browser delivers a message that a frame posts after that frame's paint.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - timeStamp);
            return port2.postMessage(null);
          };
          requestAnimationFrame(look);
        };
        document.addEventListener(kind, begin, { capture: true, once: true });
      });
      return { measured };
    },
    [event, answer] as const,
  );
  await act();
  return armed.evaluate(({ measured }) => measured);
}
