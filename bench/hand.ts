/**
 * Measures how fast the pages answer a hand: `npx tsx bench/hand.ts [times]` after `npm run build`, on a
 * quiet machine. It runs the built app with the demo model and 200 conversations, in Chromium at 1440 × 900.
 * Each figure is the time from the event in the page to the frame that shows its answer. It prints the
 * median, the slowest, and the load of the machine, and fails when the search is above its bar.
 * The other figures have no bar of their own: compare them with another build on the same machine.
 */
import { loadavg } from 'node:os';
import { chromium, type Page } from '@playwright/test';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { launchOptions } from '../scripts/lib/browser.mjs';

const times = Number(process.argv[2] ?? 20);
const barMs = 200;
const conversations = 200;
const destinations = ['Conversations', 'Approvals', 'Files', 'Usage', 'Settings'];

/**
 * The page must have an element that matches and has these words. With `isOnly`, every visible match must
 * have them.
 */
type Answer = { selector: string; words?: string; isOnly?: boolean; isGone?: boolean };

const app = await startApp();
const http = httpClient(app);
const browser = await chromium.launch(launchOptions());
const missed: string[] = [];
try {
  for (let number = 0; number < conversations; number += 1)
    await http.post('/api/conversations', { title: `Kept number ${String(number).padStart(3, '0')}` });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // tsx wraps functions in a function of its own to name them, and the page lacks that function.
  await page.addInitScript('globalThis.__name = (named) => named');
  console.log(`load ${loadavg()[0]?.toFixed(2)}, ${times} times each\n`);
  await report('search in Conversations', () => search(page));
  await report('page of the navigation', (time) => changePage(page, time));
  await report('palette, page at rest', () => openPalette(page, rest));
  await report('palette, at once', () => openPalette(page, arrive));
  await report('Start → conversation', (time) => start(page, time));
  await report('Approve', (time) => approve(page, time));
} finally {
  await browser.close();
  await app.dispose();
}
if (missed.length > 0) {
  console.error(`\nSlower than ${barMs} ms: ${missed.join(', ')}`);
  process.exitCode = 1;
}

async function report(name: string, measure: (time: number) => Promise<number>): Promise<void> {
  await measure(times);
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) measured.push(await measure(time));
  measured.sort((one, other) => one - other);
  const [median = 0, slowest = 0] = [measured[Math.floor(times / 2)], measured.at(-1)];
  console.log(`${name.padEnd(26)}${median.toFixed(0).padStart(6)} ms, slowest ${slowest.toFixed(0)} ms`);
  if (name.startsWith('search') && median > barMs) missed.push(name);
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
  const words = `list the files in notes (${time})`;
  await page.getByLabel('What would you like done?').first().fill(words);
  return timed(page, 'click', { selector: 'main article', words }, () =>
    page.getByRole('button', { name: 'Start' }).click(),
  );
}

async function approve(page: Page, time: number): Promise<number> {
  const request = `write notes/hand-${Date.now()}-${time}.md: Hello`;
  const { runId, conversationId } = await http.start('free-request', { request });
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
