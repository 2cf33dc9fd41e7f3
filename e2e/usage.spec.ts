import { expect, type Locator } from '@playwright/test';
import { type App, startApp } from './support/app';
import { type HttpClient, httpClient } from './support/http-client';
import { openContext } from './support/let-in';
import { test, tour } from './support/test';
import { expectNoViolations } from './support/violations';

let app: App;
let http: HttpClient;

test.beforeAll(async () => {
  // The server of the demo model reports tokens.
  app = await startApp({});
  http = httpClient(app);
});
test.afterAll(() => app.dispose());

test('usage is empty at first, then has what a run used, as chart, table and CSV', tour, async ({ page }) => {
  await page.goto(`${app.baseURL}/`);
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('No model was asked in 30 days')).toBeVisible();

  const { runId } = await http.start('summarize-document', { path: 'README.md' });
  const { header } = await http.until(runId, 'completed');
  expect(header.usage.input).toBeGreaterThan(0);

  await page.reload();
  const table = page.getByRole('table', { name: 'Usage by day, workflow and model' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').nth(1)).toContainText('Summarize a document');
  await expect(page.getByRole('heading', { name: 'Tokens by day' })).toBeVisible();
  const chart = page.getByRole('img', { name: /^Tokens by day, .* The table below has the same figures/ });
  await expect.poll(() => pixelsOf(chart, bar)).toBeGreaterThan(100);
  await expectNoViolations(page);

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^usage-.*\.csv$/);
  const exported = await http.get('/api/usage/export?days=7&timeZone=UTC');
  expect(exported.text.split('\r\n')[1]).toContain(`,Summarize a document,`);
  expect(exported.text).toContain(`,${header.usage.input},`);
});

const bar = '--series-0';
const total = { calls: 1, unreported: 0, cached: 0, reasoning: 0, amountUsd: null, unpriced: 1 };
const longModel = `organization/${'a-very-long-name-'.repeat(8)}:latest`;
/** Builds the server's answer: `daysUsed` days before today with two models, in a range of `days`. */
function usageOf(days: number, daysUsed: number) {
  const names = Array.from({ length: days }, (_, index) =>
    new Date(Date.UTC(2026, 10, 22 - days + 1 + index)).toISOString().slice(0, 10),
  );
  const rows = names.slice(days - daysUsed).flatMap((day) =>
    [longModel, 'small'].map((model, number) => ({
      day,
      workflow: 'Free request',
      model,
      ...total,
      input: 1_000_000 * (2 - number),
      output: 9,
    })),
  );
  return { days: names, rows, total: { ...total, input: 1, output: 1 }, damagedRows: 0 };
}

/** Counts the pixels of the canvas in the color that its style gives a series. */
const pixelsOf = (canvas: Locator, series: string) =>
  canvas.evaluate((element, name) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d');
    if (!context) throw new Error('The canvas has no picture.');
    const { data } = context.getImageData(0, 0, width, height);
    context.save();
    context.fillStyle = getComputedStyle(element).getPropertyValue(name);
    const color = Number.parseInt(String(context.fillStyle).slice(1), 16);
    context.restore();
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (((data[at] ?? 0) << 16) + ((data[at + 1] ?? 0) << 8) + (data[at + 2] ?? 0) === color) count += 1;
    return count;
  }, series);
const pictureOf = (canvas: Locator) =>
  canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());

test('each day is a bar, the legend takes a series out, and the pointer shows the figures', async ({
  page,
}) => {
  await page.route('**/api/usage?*', (route) => route.fulfill({ json: usageOf(30, 30) }));
  await page.goto(`${app.baseURL}/usage`);
  const chart = page.getByRole('img', { name: /^Tokens by day, Oct 24 to Nov 22/ });
  await expect.poll(() => pixelsOf(chart, bar)).toBeGreaterThan(1_000);
  expect(await pixelsOf(chart, '--series-1')).toBeGreaterThan(500);

  const still = await pictureOf(chart);
  await chart.hover();
  await expect.poll(() => pictureOf(chart)).not.toBe(still);
  await page.mouse.move(0, 0);
  await expect.poll(() => pictureOf(chart)).toBe(still);

  const entry = page.getByRole('list', { name: 'In the chart' }).getByRole('button', { name: 'small' });
  await expect(entry).toHaveAttribute('aria-pressed', 'true');
  await entry.focus();
  await page.keyboard.press('Space');
  await expect(entry).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => pixelsOf(chart, '--series-1')).toBe(0);
  expect(await pixelsOf(chart, bar)).toBeGreaterThan(1_000);
  await page.keyboard.press('Space');
  await expect.poll(() => pictureOf(chart)).toBe(still);
});

test('one day, 90 days and a long name fit a phone; a finger shows the figures; dark is drawn again', async ({
  browser,
}) => {
  const context = await openContext(browser, app, { viewport: { width: 360, height: 740 }, hasTouch: true });
  const page = await context.newPage();
  let answer = usageOf(30, 1);
  await page.route('**/api/usage?*', (route) => route.fulfill({ json: answer }));
  await page.goto(`${app.baseURL}/usage`);
  const chart = page.getByRole('img', { name: /^Tokens by day/ });
  await expect.poll(() => pixelsOf(chart, bar)).toBeGreaterThan(100);

  answer = usageOf(90, 90);
  // The test taps, because Chromium moves a mouse that rests elsewhere out of the chart right after the
  // finger.
  await page.getByRole('radiogroup', { name: 'Days' }).getByText('90 days').tap();
  await expect(page.getByRole('img', { name: /^Tokens by day, Aug 25 to Nov 22/ })).toBeVisible();
  await expect.poll(() => pixelsOf(chart, bar)).toBeGreaterThan(1_000);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const still = await pictureOf(chart);
  await chart.tap();
  await expect.poll(() => pictureOf(chart)).not.toBe(still);
  const light = await pictureOf(chart);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => pictureOf(chart)).not.toBe(light);
  expect(await pixelsOf(chart, bar)).toBeGreaterThan(1_000);
  await context.close();
});

test('usage in dark colors is dark text on paper, with every column and no buttons', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 720, height: 1000 });
  await page.route('**/api/usage?*', (route) => route.fulfill({ json: usageOf(30, 7) }));
  await page.goto(`${app.baseURL}/usage`);
  const table = page.getByRole('table', { name: 'Usage by day, workflow and model' });
  await expect(table).toBeVisible();
  const color = () =>
    page.getByRole('heading', { level: 1 }).evaluate((node) => getComputedStyle(node).color);
  const onScreen = await color();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect.poll(color).toBe('rgb(29, 27, 22)');
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeHidden();
  const cut = () => table.evaluate((node) => node.getBoundingClientRect().right - window.innerWidth);
  expect(await cut()).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await expect.poll(color).toBe(onScreen);
});

test('a failed request for usage says so and can be repeated', async ({ page }) => {
  let isBroken = true;
  await page.route('**/api/usage?*', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'It broke.' } } })
      : route.continue(),
  );
  await page.goto(`${app.baseURL}/usage`);
  const note = page.getByText('The usage could not be loaded');
  await expect(note).toBeVisible({ timeout: 20_000 });
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(note).toBeHidden();
});
