import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { type App, startApp } from './support/app';
import { type HttpClient, httpClient } from './support/http-client';

let app: App;
let http: HttpClient;

test.beforeAll(async () => {
  // The demo model: its server reports tokens.
  app = await startApp({});
  http = httpClient(app);
});
test.afterAll(() => app.dispose());

test('usage is empty at first, then has what a run used, as chart, table and CSV', async ({ page }) => {
  await page.goto(`${app.baseURL}/`);
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText('No model was asked in 30 days')).toBeVisible();

  const { runId } = await http.start('summarise-document', { path: 'README.md' });
  const { header } = await http.until(runId, 'completed');
  expect(header.usage.input).toBeGreaterThan(0);

  await page.reload();
  const table = page.getByRole('table', { name: 'Usage by day, workflow and model' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').nth(1)).toContainText('Summarize a document');
  await expect(page.getByRole('heading', { name: 'Tokens by day' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^usage-.*\.csv$/);
  const exported = await http.get('/api/usage/export?days=7&timeZone=UTC');
  expect(exported.text.split('\r\n')[1]).toContain(`,Summarize a document,`);
  expect(exported.text).toContain(`,${header.usage.input},`);
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
